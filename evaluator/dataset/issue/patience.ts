import { setTimeout as delay } from "node:timers/promises";

/** Time and chance, so that tests need not wait. */
export type Clock = {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
};

export const systemClock: Clock = {
  now: Date.now,
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal });
  },
  random: Math.random,
};

/** What to do after one answer of a service. */
export type Step<T> =
  | { do: "end"; value: T }
  /** `limit`: the service told us to wait; `trouble`: it failed and may recover. */
  | { do: "wait"; ms: number; why: string; kind: "limit" | "trouble"; giveUp: T };

const MAX_TROUBLES = 5;
const MAX_LIMITS = 6;
/** GitHub's windows are an hour long; a longer wait is not worth a running process. */
export const MAX_WAIT_MS = 65 * 60_000;

/** Asks again as long as waiting can help, and tells about each wait. */
export async function askPatiently<T>(
  ask: (attempt: number) => Promise<Step<T>>,
  options: { clock: Clock; signal?: AbortSignal; onWait?: (why: string, ms: number) => void },
): Promise<T> {
  const waits = { limit: 0, trouble: 0 };
  for (;;) {
    const step = await ask(waits.trouble + waits.limit);
    if (step.do === "end") return step.value;
    waits[step.kind] += 1;
    if (waits.trouble > MAX_TROUBLES || waits.limit > MAX_LIMITS || step.ms > MAX_WAIT_MS) return step.giveUp;
    options.onWait?.(step.why, step.ms);
    await options.clock.sleep(step.ms, options.signal);
  }
}

/** Doubling waits from one second to a minute, each drawn between its half and its whole. */
export function backoffMs(attempt: number, clock: Clock, firstMs = 1000): number {
  const whole = Math.min(60_000, firstMs * 2 ** attempt);
  return Math.round(whole / 2 + (whole / 2) * clock.random());
}

/** `Retry-After` as seconds or as a date; null when it is absent or cannot be read. */
export function retryAfterMs(headers: Headers, clock: Clock): number | null {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - serverNow(headers, clock));
}

/** The service's own clock, where it tells: ours may be wrong. */
export function serverNow(headers: Headers, clock: Clock): number {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? clock.now() : date;
}
