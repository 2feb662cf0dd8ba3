import { sweepUploads } from "@/lib/services/portal/discard";
import { prolongClaims, requeueExpired } from "@/lib/services/queue";
import { beat, collectLostWorkers, recordReaped, workersToReap } from "@/lib/services/workers";
import type { Running, WorkerContext } from "./context";
import { isGone } from "./process-mark";

/**
 * Takes over from workers that are gone: their jobs return to the queue, and what they left running is
 * removed, by their label alone.
 */
export async function recover(context: WorkerContext): Promise<void> {
  const { database, workerId } = context;
  const lost = collectLostWorkers(database, (worker) => worker.id !== workerId && isGone(worker));
  const expired = requeueExpired(database);
  const jobs = lost.requeued + lost.givenUp + expired.requeued + expired.givenUp;
  if (lost.workerIds.length + jobs > 0) {
    context.tell({ type: "recovered", workers: lost.workerIds.length, jobs });
  }
  for (const experimentId of [...lost.finished, ...expired.finished]) {
    context.tell({ type: "experiment-finished", experimentId });
  }
  await removeLeftovers(context);
}

/** What killed commands left that no table knows: `evaluate`, `prepare`. */
export async function removeGone(context: WorkerContext): Promise<void> {
  if (context.ability.canEvaluate) await context.evaluator.reapGone();
}

async function removeLeftovers(context: WorkerContext): Promise<void> {
  const ids = workersToReap(context.database);
  if (ids.length === 0 || !context.ability.canEvaluate) return;
  const removed = await context.evaluator.reap(ids).catch((error: unknown) => {
    context.log.warn({ err: error }, "leftovers of ended workers could not be removed");
    return false;
  });
  if (removed) recordReaped(context.database, ids);
}

/** Heartbeats, recovery and probing, beside the jobs and never two rounds of one kind at once. */
export function keepAlive(context: WorkerContext, running: Running): { stop(): Promise<void> } {
  const { heartbeatMs, probeMs } = context.timings;
  const rounds = [
    every(context, heartbeatMs, async () => signOfLife(context, running)),
    every(context, heartbeatMs, () => recover(context)),
    every(context, probeMs, async () => {
      await context.probe();
    }),
    every(context, context.timings.sweepMs, () => removeGone(context)),
    ...(context.only ? [] : [every(context, context.timings.sweepMs, () => sweep(context))]),
  ];
  return {
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** Removes dry runs that nobody submitted and what broken uploads left. */
async function sweep(context: WorkerContext): Promise<void> {
  const swept = await sweepUploads(context.database);
  if (swept.drafts + swept.files + swept.patches > 0) context.log.info(swept, "upkeep of uploads");
}

/** Prolongs the leases and tries the place of results; a job whose claim was lost meanwhile is cut off. */
function signOfLife(context: WorkerContext, running: Running): void {
  const { database, workerId, timings, ability } = context;
  context.canKeep();
  const { canEvaluate, note: sandboxNote } = ability;
  beat(database, workerId, { canEvaluate, sandboxNote });
  const held = new Set(
    prolongClaims(database, workerId, timings.leaseMs).map((one) => `${one.jobId} ${one.claim}`),
  );
  for (const { job, abort } of running.values()) {
    if (!held.has(`${job.claim.jobId} ${job.claim.claim}`)) abort.abort(new Error("The claim was lost."));
  }
}

function every(context: WorkerContext, ms: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let current = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    current = work()
      .catch((error: unknown) => context.log.warn({ err: error }, "upkeep failed; it is tried again"))
      .finally(() => {
        busy = false;
      });
  }, ms);
  return {
    stop: async () => {
      clearInterval(timer);
      await current;
    },
  };
}
