/** How often an evaluation is run again after a failure of ours, before it is left as infra-error. */
export const MAX_INFRA_RETRIES = 3;

/**
 * How often a run that a limit of time or memory ended is run again: a loaded machine can be slow once, so
 * the verdict is final when the second run says so too.
 */
export const MAX_LIMIT_RETRIES = 1;

/**
 * How many workers one job may lose before it is given up. Many, since whoever kills workers at will must
 * lose nothing; yet a job that itself brings its worker down must not do so for ever.
 */
export const MAX_LOST_WORKERS = 25;

/** Higher goes first. An audit takes what submissions leave free. */
export const PRIORITY = { audit: -50, evaluate: 0, prompt: 10, gate: 100, plan: 200, check: 300 } as const;

const FIRST_BACKOFF_MS = 5_000;
const BACKOFF_FACTOR = 4;

/** Wait before the next try: 5 s, 20 s, 80 s. */
export function backoffMs(failures: number): number {
  return FIRST_BACKOFF_MS * BACKOFF_FACTOR ** Math.max(0, failures - 1);
}
