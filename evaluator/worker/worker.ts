import { randomUUID } from "node:crypto";
import { type ClaimedJob, claimJob, failClaim, type JobKind, releaseClaim } from "@/lib/services/queue";
import { registerWorker, unregisterWorker } from "@/lib/services/workers";
import { type Ability, createProbe, textOf } from "./ability";
import { Bell } from "./bell";
import { runCheckJob } from "./check-job";
import { DEFAULT_TIMINGS, type Running, type WorkerContext, type WorkerOptions } from "./context";
import { watchDatabaseFile } from "./database-file";
import { runEvaluateJob } from "./evaluate-job";
import { quietDelay } from "./limit";
import { keepAlive, recover, removeGone } from "./maintenance";
import { runPlanJob } from "./plan-job";
import { ownMark } from "./process-mark";
import { WorkerFault } from "./worker-fault";

export function newWorkerId(): string {
  return randomUUID();
}

/**
 * Claims and does jobs until it is stopped, or until what it was started for is done. Stopping finishes
 * nothing: runs are cut off, their containers removed and their claims released, so that the next worker
 * takes them up at once. A killed worker leaves its claims to the next one's start, or to their leases.
 * @throws WorkerFault when it cannot work on: its database is gone, or results cannot be kept and it is not to wait.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const context = contextOf(options);
  const running: Running = new Map();
  const bell = new Bell();
  context.signal.addEventListener("abort", () => bell.ring(), { once: true });
  const { database, workerId, tell } = context;
  await context.probe();
  const { host, pid, mark } = ownMark();
  const { canEvaluate, note } = context.ability;
  registerWorker(database, { id: workerId, host, pid, processMark: mark, canEvaluate, sandboxNote: note });
  tell({ type: "started", workerId, slots: context.slots, canEvaluate, note });
  const upkeep = keepAlive(context, running);
  try {
    await recover(context);
    await removeGone(context);
    while (goesOn(context)) {
      if (!fill(context, running, bell)) await bell.wait(context.timings.pollMs);
    }
  } finally {
    await upkeep.stop();
    await stop(context, running);
  }
}

/** @throws WorkerFault; asked last, so that what is taken for done was stored in a database that is there. */
function goesOn(context: WorkerContext): boolean {
  const done = context.signal.aborted || (context.until?.() ?? false);
  context.databaseFile.check();
  const fault = context.ability.noRunsFolder;
  if (!done && fault !== null && context.withoutRunsFolder === "end")
    throw new WorkerFault(fault.message, fault.mend, { cause: fault.cause });
  return !done;
}

function contextOf(options: WorkerOptions): WorkerContext {
  const { timings, onProgress, ...rest } = options;
  const times = { ...DEFAULT_TIMINGS, ...timings };
  const ability: Ability = { canEvaluate: false, note: "not asked yet", noRunsFolder: null };
  const tell: WorkerContext["tell"] = (event) => {
    try {
      onProgress?.(event);
    } catch (error) {
      rest.log.warn({ err: error }, "a progress display failed");
    }
  };
  const { runsDir, database } = rest;
  const probe = createProbe(rest.evaluator, ability, { runsDir, tell, limitMs: times.probeLimitMs });
  const databaseFile = watchDatabaseFile(database.file);
  const { all, runsFolder: canKeep } = probe;
  return { ...rest, tell, ability, probe: all, canKeep, databaseFile, timings: times };
}

/** Starts one job if there is a free place for one; false when there was nothing to start. */
function fill(context: WorkerContext, running: Running, bell: Bell): boolean {
  const busy = (kind: JobKind) => [...running.values()].filter((one) => one.job.kind === kind).length;
  // Planning asks the sandbox for images, so it waits for one too.
  const { canEvaluate, noRunsFolder } = context.ability;
  const places = {
    check: noRunsFolder ? 0 : 1,
    plan: canEvaluate ? 1 : 0,
    evaluate: canEvaluate ? context.slots : 0,
  };
  const kinds = (["check", "plan", "evaluate"] as const).filter((kind) => busy(kind) < places[kind]);
  const job = kinds.length === 0 ? null : claim(context, kinds);
  if (job === null) return false;
  const abort = new AbortController();
  const done = doJob(context, job, abort.signal).finally(() => {
    running.delete(job.claim.jobId);
    bell.ring();
  });
  running.set(job.claim.jobId, { job, abort, done });
  return true;
}

function claim(context: WorkerContext, kinds: readonly JobKind[]): ClaimedJob | null {
  const { workerId, only, database, timings } = context;
  try {
    return claimJob(database, { workerId, kinds, leaseMs: timings.leaseMs, only });
  } catch (error) {
    // A database that is busy for longer than the timeout is asked again at the next look.
    context.log.warn({ err: error }, "no job could be claimed");
    return null;
  }
}

/** Never rejects: a job that fails is reported and the worker goes on. */
async function doJob(context: WorkerContext, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const running = { claim: job.claim, signal };
  try {
    if (job.kind === "evaluate") await runEvaluateJob(context, running, job.evaluationId);
    else if (job.kind === "check") await runCheckJob(context, running, job.experimentId);
    else await runPlanJob(context, running, job.experimentId);
  } catch (error) {
    if (signal.aborted) return;
    await reportFailure(context, job, error);
  }
}

async function reportFailure(context: WorkerContext, job: ClaimedJob, error: unknown): Promise<void> {
  const reason = textOf(error);
  try {
    const ready = await context.probe();
    // Without a sandbox, or a place for its result, the job is not at fault: it waits until that is back.
    if (context.ability.noRunsFolder !== null || (job.kind !== "check" && !ready)) {
      releaseClaim(context.database, job.claim);
      return;
    }
    context.log.error({ err: error, job: job.claim.jobId, kind: job.kind }, "a job failed");
    const { finished } = failClaim(context.database, job.claim, reason);
    context.tell({ type: "job-failed", kind: job.kind, reason });
    for (const experimentId of finished) context.tell({ type: "experiment-finished", experimentId });
  } catch (cause) {
    context.log.error({ err: cause }, "a failed job could not be reported; its lease will end");
  }
}

/** Cuts everything off, waits a while for containers to be gone, and releases what is still held. */
async function stop(context: WorkerContext, running: Running): Promise<void> {
  const jobs = [...running.values()];
  for (const { abort } of jobs) abort.abort(new Error("The worker stops."));
  const ended = Promise.all(jobs.map((one) => one.done)).then(() => true);
  const over = new AbortController();
  const late = quietDelay(context.timings.graceMs, over.signal).then(() => false);
  const inTime = await Promise.race([ended, late]);
  // A timer that is left would keep the process alive for the whole grace.
  over.abort();
  const clean = inTime || (await context.evaluator.reap([context.workerId]).catch(() => false));
  try {
    unregisterWorker(context.database, context.workerId, clean);
  } catch (error) {
    // What ends the worker is told; a database that is gone would only add its own words.
    context.log.warn({ reason: textOf(error) }, "the end of the worker could not be stored");
  }
  context.tell({ type: "stopped" });
}
