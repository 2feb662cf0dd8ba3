import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { OutputBuffer } from "./output-buffer";
import type { ExecEnd, ExecResult, ExecSpec } from "./types";

/** Why a run was stopped from outside the program. */
export type Stop = Extract<
  ExecEnd,
  { kind: "timed-out" | "stalled" | "cancelled" | "disk-full" | "out-of-memory" }
>;

/**
 * The watchdogs and the kept output of one command, the same for every provider. It decides *that* the
 * sandbox must be killed (`stopped` resolves once, the first reason wins); the provider does the killing.
 */
export class CommandRun {
  readonly stopped: Promise<Stop>;
  readonly #spec: ExecSpec;
  readonly #output: OutputBuffer;
  readonly #started = performance.now();
  readonly #stop: (stop: Stop) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #onAbort = () => this.stop({ kind: "cancelled" });
  #lastOutput = performance.now();
  #listenerError: { error: unknown } | null = null;

  constructor(spec: ExecSpec) {
    this.#spec = spec;
    this.#output = new OutputBuffer(spec.outputLimit);
    const { promise, resolve } = promiseWithResolve<Stop>();
    this.stopped = promise;
    this.#stop = resolve;
    this.#after(spec.timeoutSeconds * 1000, () =>
      this.stop({ kind: "timed-out", limitSeconds: spec.timeoutSeconds }),
    );
    if (spec.stallSeconds !== undefined) this.#watchStall(spec.stallSeconds);
    spec.signal?.addEventListener("abort", this.#onAbort);
    if (spec.signal?.aborted) this.#onAbort();
  }

  /** Takes a chunk of the program's output. */
  output(chunk: Uint8Array): void {
    this.#lastOutput = performance.now();
    this.#output.push(chunk);
    if (this.#listenerError) return;
    try {
      this.#spec.onOutput?.(chunk);
    } catch (error) {
      this.#listenerError = { error };
      this.stop({ kind: "cancelled" });
    }
  }

  stop(stop: Stop): void {
    this.#stop(stop);
  }

  /** Ends the watchdogs and gives the result. @throws what `onOutput` threw. */
  finish(end: ExecEnd): ExecResult {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#spec.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#listenerError) throw this.#listenerError.error;
    return { end, output: this.#output.capture(), durationMs: performance.now() - this.#started };
  }

  #watchStall(seconds: number): void {
    const silentMs = performance.now() - this.#lastOutput;
    const leftMs = seconds * 1000 - silentMs;
    if (leftMs <= 0) this.stop({ kind: "stalled", silentSeconds: seconds });
    else this.#after(leftMs, () => this.#watchStall(seconds));
  }

  #after(ms: number, then: () => void): void {
    // setTimeout takes at most 2^31 - 1 ms and fires at once beyond that.
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        then();
      },
      Math.min(ms, 2 ** 31 - 1),
    );
    this.#timers.add(timer);
  }
}

/** A promise together with the function that settles it. */
export function promiseWithResolve<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits, but not beyond an abort: what is over must not keep the process from ending. */
export async function pausedUntil(ms: number, end: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: end }).catch(() => {});
}

/** The value of a promise, or `null` when it takes longer than `ms`. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
