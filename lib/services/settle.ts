import type { Database, Queryable } from "@/lib/db/client";
import type { AttemptRef } from "@/lib/db/queries/attempts";
import {
  type EvaluationRow,
  evaluationById,
  replaceTestResults,
  updateEvaluation,
} from "@/lib/db/queries/evaluations";
import { type Claim, heldJob, unblock, updateHeld } from "@/lib/db/queries/jobs";
import type { Grade } from "@/lib/domain/run";
import { finishAudits } from "./audit/finish";
import { rescoreAttempts } from "./changes/rescored";
import { recordEvent } from "./events";
import { finishExperiments } from "./finish";
import { decideGate, failCandidates, finishWithVerdict, gateKeyOf, type Touched } from "./gates";
import { backoffMs, MAX_INFRA_RETRIES, MAX_LIMIT_RETRIES } from "./limits";

/** What a worker reports of one evaluation. */
export type Report = {
  evaluationId: string;
  grade: Grade;
  durationMs: number;
  editorMs: number | null;
  /** Folder below `runs/` with the files of this very run. */
  artifacts: string | null;
  /** A failure of ours that no further try will mend. */
  final?: boolean;
};

export type SettleResult =
  | { status: "settled"; attempts: AttemptRef[]; finished: string[] }
  | { status: "retry"; notBefore: number; retries: number }
  /** The claim was lost: nothing was written but an event. */
  | { status: "refused"; conflict: boolean };

/**
 * Settles an evaluation once, for the worker that holds its job. A late report of a lost claim changes
 * nothing; when its verdict differs from the settled one, the conflict is recorded. A failure of ours is
 * run again a bounded number of times, and a run that a limit ended once more.
 */
export function settleEvaluation(
  database: Database,
  claim: Claim,
  report: Report,
  now = Date.now(),
): SettleResult {
  return database.write((tx) => {
    const evaluation = evaluationById(tx, report.evaluationId);
    const job = heldJob(tx, claim);
    if (evaluation === null || job?.evaluationId !== report.evaluationId) {
      return refuse(tx, claim, report, evaluation, now);
    }
    const counts = nextTry(report, evaluation);
    if (counts !== null) return retry(tx, claim, report, evaluation, { ...counts, now });
    updateHeld(tx, claim, { state: "done", finishedAt: now, leaseUntil: null });
    return { status: "settled", ...writeVerdict(tx, evaluation, report, now) };
  });
}

/** Writes a verdict and all that follows from it, inside the caller's transaction. */
export function writeVerdict(
  tx: Queryable,
  evaluation: EvaluationRow,
  report: Report,
  now: number,
): { attempts: AttemptRef[]; finished: string[] } {
  const { grade, durationMs, editorMs, artifacts } = report;
  const { outcome, reason, notes } = grade;
  updateEvaluation(tx, evaluation.id, {
    state: "settled",
    outcome,
    reason,
    notes,
    durationMs,
    editorMs,
    artifacts,
    settledAt: now,
  });
  replaceTestResults(tx, evaluation.id, grade.tests);
  rescoreAttempts(tx, { ...evaluation, outcome, reason }, now);
  const { attempts } = followUp(tx, { ...evaluation, state: "settled", outcome, reason }, now);
  finishAudits(tx, now);
  const finished = finishExperiments(
    tx,
    attempts.map((attempt) => attempt.experimentId),
    now,
  );
  return { attempts, finished };
}

/** The oracle lets the base go, the base decides the gate, and a candidate's verdict is final. */
function followUp(tx: Queryable, evaluation: EvaluationRow, now: number): Touched {
  if (evaluation.role === "candidate") return { attempts: finishWithVerdict(tx, evaluation, now) };
  const key = gateKeyOf(evaluation);
  if (evaluation.outcome === "infra-error") {
    const which = evaluation.role === "oracle" ? "real fix" : "base";
    const reason = `The gate of ${key.instanceId} could not be shown: its ${which} could not be run. ${evaluation.reason ?? ""}`;
    return failCandidates(tx, key, reason.trim(), now);
  }
  if (evaluation.role === "oracle") {
    unblock(tx, key, ["base"]);
  }
  return decideGate(tx, key, now);
}

type Tries = Pick<EvaluationRow, "infraRetries" | "limitRetries">;

/** The counts of an evaluation that is run again; null when its verdict stands. */
function nextTry({ grade: { outcome }, final }: Report, row: EvaluationRow): Tries | null {
  const { infraRetries, limitRetries } = row;
  if (outcome === "infra-error") {
    return final === true || infraRetries >= MAX_INFRA_RETRIES
      ? null
      : { infraRetries: infraRetries + 1, limitRetries };
  }
  const limited = outcome === "timed-out" || outcome === "out-of-memory";
  return limited && limitRetries < MAX_LIMIT_RETRIES
    ? { infraRetries, limitRetries: limitRetries + 1 }
    : null;
}

function retry(
  tx: Queryable,
  claim: Claim,
  report: Report,
  evaluation: EvaluationRow,
  { now, ...tries }: Tries & { now: number },
): SettleResult {
  const retries = tries.infraRetries + tries.limitRetries;
  // A limit is tried again at once: nothing of ours has to recover first.
  const notBefore = report.grade.outcome === "infra-error" ? now + backoffMs(tries.infraRetries) : now;
  const { reason } = report.grade;
  updateEvaluation(tx, evaluation.id, { state: "queued", ...tries, reason });
  updateHeld(tx, claim, { state: "queued", workerId: null, leaseUntil: null, notBefore, lastError: reason });
  const event = { at: now, actor: claim.workerId, subject: evaluation.id };
  recordEvent(tx, { ...event, kind: "evaluation.retried", data: { reason, retries } });
  return { status: "retry", notBefore, retries };
}

function refuse(
  tx: Queryable,
  claim: Claim,
  report: Report,
  evaluation: EvaluationRow | null,
  now: number,
): SettleResult {
  const { workerId } = claim;
  const late = report.grade.outcome;
  const conflict = evaluation?.state === "settled" && evaluation.outcome !== late && late !== "infra-error";
  const event = { at: now, actor: workerId, subject: report.evaluationId };
  if (conflict) {
    const settled = evaluation.outcome;
    recordEvent(tx, { ...event, kind: "evaluation.conflict", data: { settled, late, workerId } });
  } else {
    recordEvent(tx, { ...event, kind: "evaluation.late-report", data: { late, workerId } });
  }
  return { status: "refused", conflict };
}
