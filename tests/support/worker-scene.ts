import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { WorkerOptions } from "@/evaluator/worker/context";
import type { WorkerEvent } from "@/evaluator/worker/progress";
import { newWorkerId, runWorker } from "@/evaluator/worker/worker";
import { createLogger } from "@/lib/log";
import { experimentProgress, isOver } from "@/lib/services/progress";
import { temporaryDatabase } from "./database";
import { checker, type FakeSettings, fakeEvaluator, source } from "./worker-fakes";

export type WorkerScene = ReturnType<typeof workerScene>;

/** A database of its own, and workers in this process on it whose runs take milliseconds. */
export function workerScene() {
  const temporary = temporaryDatabase();
  const runsDir = path.join(temporary.dir, "runs");
  const settings: FakeSettings = {
    ledger: path.join(temporary.dir, "ledger"),
    runMs: [1, 5],
    sandbox: { ok: true, note: "fake" },
    reaped: [],
  };
  const events: WorkerEvent[] = [];

  function worker(change: Partial<WorkerOptions> = {}): { stop(): void; ended: Promise<void>; id: string } {
    const abort = new AbortController();
    const workerId = newWorkerId();
    const ended = runWorker({
      workerId,
      database: temporary.database,
      source,
      checker,
      evaluator: fakeEvaluator(settings),
      runsDir,
      log: createLogger("worker", "silent"),
      slots: 2,
      checkers: 2,
      signal: abort.signal,
      onProgress: (event) => events.push(event),
      timings: { heartbeatMs: 20, pollMs: 5, probeMs: 20, graceMs: 200 },
      ...change,
    });
    return { stop: () => abort.abort(), ended, id: workerId };
  }

  function over(id: string): boolean {
    const progress = experimentProgress(temporary.database, id);
    return progress !== null && isOver(progress);
  }

  return {
    database: temporary.database,
    runsDir,
    settings,
    events,
    worker,
    over,
    remove: () => temporary.remove(),
  };
}

/** Waits for something that a worker in this process brings about. */
export async function eventually(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 25_000; !condition(); ) {
    if (Date.now() > end) throw new Error("It did not come about within 25 s.");
    await delay(5);
  }
}
