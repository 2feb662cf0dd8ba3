import type { Database } from "@/lib/db/client";
import { jobsOfWorker } from "@/lib/db/queries/jobs";
import {
  insertWorker,
  markReaped,
  unreapedWorkers,
  unstoppedWorkers,
  updateWorker,
  type WorkerRow,
} from "@/lib/db/queries/workers";
import { recordEvent } from "./events";
import { type Requeued, releaseHeld, requeueLost } from "./queue";

export type NewWorker = Pick<
  WorkerRow,
  "id" | "host" | "pid" | "processMark" | "canEvaluate" | "sandboxNote"
>;

export function registerWorker(database: Database, worker: NewWorker, now = Date.now()): void {
  database.write((tx) => insertWorker(tx, { ...worker, startedAt: now, heartbeatAt: now }));
}

/** A sign of life, with what the worker can do at present; it also takes back a death told too early. */
export function beat(
  database: Database,
  id: string,
  ability: { canEvaluate: boolean; sandboxNote: string },
  now = Date.now(),
): void {
  database.write((tx) =>
    updateWorker(tx, id, { ...ability, heartbeatAt: now, stoppedAt: null, reaped: false }),
  );
}

/** Says that a worker has stopped, and frees what it still holds. `clean`: it left no container behind. */
export function unregisterWorker(database: Database, id: string, clean: boolean, now = Date.now()): void {
  database.write((tx) => {
    for (const job of jobsOfWorker(tx, id)) releaseHeld(tx, job);
    updateWorker(tx, id, { stoppedAt: now, reaped: clean });
  });
}

/** Ended workers whose containers nobody has removed yet. */
export function workersToReap(database: Database): string[] {
  return unreapedWorkers(database.query);
}

export function recordReaped(database: Database, ids: readonly string[]): void {
  database.write((tx) => markReaped(tx, ids));
}

/**
 * Finds workers that ended without saying so and returns their jobs to the queue at once, before their
 * leases are over. Gives their ids, their containers are then to be removed.
 */
export function collectLostWorkers(
  database: Database,
  isLost: (worker: WorkerRow) => boolean,
  now = Date.now(),
): { workerIds: string[] } & Requeued {
  const none: Requeued = { requeued: 0, givenUp: 0, finished: [] };
  const lost = unstoppedWorkers(database.query).filter(isLost);
  if (lost.length === 0) return { workerIds: [], ...none };
  return database.write((tx) => {
    const result = { workerIds: lost.map((worker) => worker.id), ...none };
    for (const worker of lost) {
      const jobs = jobsOfWorker(tx, worker.id);
      const part = requeueLost(tx, jobs, now);
      updateWorker(tx, worker.id, { stoppedAt: now });
      recordEvent(tx, {
        at: now,
        actor: "worker",
        kind: "worker.lost",
        subject: worker.id,
        data: { jobs: jobs.length },
      });
      result.requeued += part.requeued;
      result.givenUp += part.givenUp;
      result.finished.push(...part.finished);
    }
    return result;
  });
}
