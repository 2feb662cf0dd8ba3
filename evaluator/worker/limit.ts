import { setTimeout as delay } from "node:timers/promises";
import type { TreeResult } from "./types";

/**
 * Runs an evaluation under a hard limit. At the limit, or when `signal` is aborted, it is told to stop;
 * when it does not end even then it is given up: a job that neither ends nor fails must not hold its slot
 * for ever.
 */
export async function withLimit(
  run: (signal: AbortSignal) => Promise<TreeResult>,
  options: { signal: AbortSignal; limitMs: number; graceMs: number },
): Promise<TreeResult> {
  const limit = new AbortController();
  const over = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.limitMs);
  const stop = AbortSignal.any([options.signal, limit.signal]);
  const stopped = new Promise<"stopped">((resolve) => {
    if (stop.aborted) resolve("stopped");
    stop.addEventListener("abort", () => resolve("stopped"), { once: true });
  });
  try {
    const running = run(stop);
    const first = await Promise.race([running, stopped]);
    if (first !== "stopped") return first;
    await Promise.race([running.catch(() => null), quietDelay(options.graceMs, over.signal)]);
    if (options.signal.aborted) return { status: "cancelled" };
    const seconds = Math.round(options.limitMs / 1000);
    const reason = `The run was given up: it did not end within ${seconds} s.`;
    return { status: "infra", reason, final: false };
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

/** A pause that ends early, without an error, when the signal is aborted. */
export async function quietDelay(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
