import type { Database, Queryable } from "@/lib/db/client";
import { finishOpenAttempts } from "@/lib/db/queries/attempts";
import { evaluationById, updateEvaluation } from "@/lib/db/queries/evaluations";
import {
  type Claim,
  claimFirst,
  hasClaimable,
  heldJob,
  type JobFilter,
  type JobKind,
  type JobRow,
  jobsWithExpiredLease,
  prolongLeases,
  updateJob,
} from "@/lib/db/queries/jobs";
import type { Grade } from "@/lib/domain/run";
import { recordEvent } from "./events";
import { finishExperiments } from "./finish";
import { backoffMs, MAX_INFRA_RETRIES, MAX_LOST_WORKERS } from "./limits";
import { giveUpChecks } from "./patch-check";
import { writeVerdict } from "./settle";

export type { Claim, JobFilter, JobKind };

/** A claimed job: what to do, and the token that every report of it must carry. */
export type ClaimedJob = { claim: Claim; priority: number } & (
  | { kind: "check" | "plan"; experimentId: string }
  | { kind: "evaluate"; evaluationId: string }
);

export type ClaimOptions = {
  workerId: string;
  kinds: readonly JobKind[];
  leaseMs: number;
  only?: JobFilter;
  now?: number;
};

/** Claims the first job that may go, or none. Two workers never hold one job. */
export function claimJob(database: Database, options: ClaimOptions): ClaimedJob | null {
  const { workerId, kinds, only, now = Date.now() } = options;
  if (!hasClaimable(database.query, kinds, now, only)) return null;
  return database.write((tx) => {
    const job = claimFirst(tx, { workerId, kinds, now, leaseUntil: now + options.leaseMs, only });
    if (job === null) return null;
    if (job.evaluationId !== null) {
      updateEvaluation(tx, job.evaluationId, { state: "running", startedAt: now });
    }
    return claimedJob(job, workerId);
  });
}

function claimedJob(job: JobRow, workerId: string): ClaimedJob {
  const base = { claim: { jobId: job.id, claim: job.claim, workerId }, priority: job.priority };
  if (job.kind === "evaluate" && job.evaluationId !== null) {
    return { ...base, kind: job.kind, evaluationId: job.evaluationId };
  }
  if (job.kind !== "evaluate" && job.experimentId !== null) {
    return { ...base, kind: job.kind, experimentId: job.experimentId };
  }
  throw new Error(`Job ${job.id} of kind ${job.kind} belongs to nothing.`);
}

/** Prolongs a worker's leases; what it gives back is all that the worker still holds. */
export function prolongClaims(
  database: Database,
  workerId: string,
  leaseMs: number,
  now = Date.now(),
): Claim[] {
  return database.write((tx) => prolongLeases(tx, workerId, now + leaseMs));
}

/** Gives a claim back unharmed: the job is at once free for anybody. */
export function releaseClaim(database: Database, claim: Claim): boolean {
  return database.write((tx) => {
    const job = heldJob(tx, claim);
    if (job === null) return false;
    releaseHeld(tx, job);
    return true;
  });
}

/** The same inside a transaction. */
export function releaseHeld(tx: Queryable, job: JobRow): void {
  requeueRow(tx, job);
}

function requeueRow(tx: Queryable, job: JobRow, change: Partial<JobRow> = {}): void {
  updateJob(tx, job.id, { state: "queued", workerId: null, leaseUntil: null, ...change });
  if (job.evaluationId !== null) updateEvaluation(tx, job.evaluationId, { state: "queued", startedAt: null });
}

/** What became of jobs whose worker was lost. */
export type Requeued = { requeued: number; givenUp: number; finished: string[] };

/** Returns jobs whose lease is over to the queue; one that keeps losing its workers is given up. */
export function requeueExpired(database: Database, now = Date.now()): Requeued {
  if (jobsWithExpiredLease(database.query, now).length === 0)
    return { requeued: 0, givenUp: 0, finished: [] };
  return database.write((tx) => requeueLost(tx, jobsWithExpiredLease(tx, now), now));
}

/** The same for given jobs, inside a transaction. */
export function requeueLost(tx: Queryable, lost: readonly JobRow[], now: number): Requeued {
  const result: Requeued = { requeued: 0, givenUp: 0, finished: [] };
  for (const job of lost) {
    const count = job.lost + 1;
    const subject = job.evaluationId ?? job.experimentId ?? String(job.id);
    const data = { jobId: job.id, workerId: job.workerId, lost: count };
    recordEvent(tx, { at: now, actor: "worker", kind: "job.lost", subject, data });
    if (count < MAX_LOST_WORKERS) {
      // Each loss lets its peers go first: a job that brings workers down holds up nobody else.
      const change = { lost: count, priority: job.priority - 1 };
      requeueRow(tx, job, { ...change, lastError: `Worker ${job.workerId ?? "?"} was lost.` });
      result.requeued += 1;
    } else {
      const reason = `it has lost ${count} workers`;
      result.finished.push(...giveUp(tx, { ...job, lost: count }, reason, now));
      result.givenUp += 1;
    }
  }
  return result;
}

/** Reports a job that failed for a reason of ours: tried again after a while, given up in the end. */
export function failClaim(
  database: Database,
  claim: Claim,
  reason: string,
  now = Date.now(),
): { status: "retry" | "given-up" | "claim-lost"; finished: string[] } {
  return database.write((tx) => {
    const job = heldJob(tx, claim);
    if (job === null) return { status: "claim-lost", finished: [] };
    const tries = job.tries + 1;
    if (tries <= MAX_INFRA_RETRIES) {
      requeueRow(tx, job, { tries, notBefore: now + backoffMs(tries), lastError: reason });
      return { status: "retry", finished: [] };
    }
    return { status: "given-up", finished: giveUp(tx, { ...job, tries }, reason, now) };
  });
}

/** Ends a job for good: what it was to decide is infra-error. Gives the experiments that this finished. */
function giveUp(tx: Queryable, job: JobRow, reason: string, now: number): string[] {
  const { id: jobId, tries, lost, experimentId, evaluationId } = job;
  updateJob(tx, jobId, {
    state: "failed",
    tries,
    lost,
    lastError: reason,
    finishedAt: now,
    leaseUntil: null,
  });
  if (evaluationId !== null) return giveUpEvaluation(tx, jobId, evaluationId, reason, now);
  if (experimentId === null) return [];
  if (job.kind === "check") giveUpChecks(tx, experimentId, jobId, reason, now);
  else {
    const text = `The evaluation could not be planned: ${reason}`;
    finishOpenAttempts(tx, experimentId, "unplanned", { outcome: "infra-error", reason: text, doneAt: now });
  }
  return finishExperiments(tx, [experimentId], now);
}

function giveUpEvaluation(
  tx: Queryable,
  jobId: number,
  evaluationId: string,
  reason: string,
  now: number,
): string[] {
  const evaluation = evaluationById(tx, evaluationId);
  if (evaluation === null || evaluation.state === "settled") return [];
  const data = { jobId, reason };
  recordEvent(tx, { at: now, actor: "worker", kind: "job.given-up", subject: evaluationId, data });
  const grade: Grade = {
    outcome: "infra-error",
    reason: `This evaluation was given up: ${reason}.`,
    tests: [],
    notes: [],
  };
  const report = { evaluationId, grade, durationMs: 0, editorMs: null, artifacts: null };
  return writeVerdict(tx, evaluation, report, now).finished;
}

/** Puts a claimed job back behind its gate. */
export function blockClaim(database: Database, claim: Claim): boolean {
  return database.write((tx) => {
    const job = heldJob(tx, claim);
    if (job === null) return false;
    requeueRow(tx, job, { state: "blocked" });
    return true;
  });
}
