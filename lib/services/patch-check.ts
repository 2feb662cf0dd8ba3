import type { Database, Queryable } from "@/lib/db/client";
import {
  type AttemptRow,
  finishOpenAttempts,
  updateAttempts,
  waitingAttempts,
} from "@/lib/db/queries/attempts";
import { experimentById, isHeldBack, updateExperiment } from "@/lib/db/queries/experiments";
import { type Claim, ensureJobs, heldJob, updateHeld } from "@/lib/db/queries/jobs";
import type { PatchOutcome } from "@/lib/domain/outcome";
import { fileHit, type PatchCheck } from "@/lib/domain/patch";
import { recordEvent } from "./events";
import { finishExperiments } from "./finish";
import { backoffMs, MAX_INFRA_RETRIES, PRIORITY } from "./limits";

/** One patch-check result and the attempts of one instance that handed in that very patch. */
export type CheckedPatch = {
  attemptIds: readonly number[];
  check: PatchCheck;
  targetFiles: readonly string[];
  definitionHash: string;
};

/** False: the claim was lost, nothing was written. */
export type FencedResult<T> = ({ status: "written" } & T) | { status: "claim-lost" };

/** Writes a batch of patch checks: patch outcomes are final, the rest waits for its evaluation. */
export function recordPatchChecks(
  database: Database,
  claim: Claim,
  batch: readonly CheckedPatch[],
  now = Date.now(),
): FencedResult<{ decided: number }> {
  return database.write((tx) => {
    if (heldJob(tx, claim) === null) return { status: "claim-lost" };
    let decided = 0;
    for (const one of batch) {
      const change = changeOf(one, now);
      if (change.state === "done") decided += one.attemptIds.length;
      updateAttempts(tx, one.attemptIds, change);
    }
    return { status: "written", decided };
  });
}

/** What an attempt becomes by its patch alone. */
function changeOf({ check, targetFiles, definitionHash }: CheckedPatch, now: number): Partial<AttemptRow> {
  const none = { fileHit: false, fileHitAny: false, definitionHash };
  switch (check.status) {
    case "empty":
      return { ...none, ...final("patch-empty", "The attempt holds no patch.", now), parseable: false };
    case "malformed":
      return {
        ...none,
        ...final("patch-malformed", check.message, now),
        parseable: false,
        hints: check.hints,
      };
    case "rejected":
      return {
        ...none,
        ...final("patch-rejected", check.message, now),
        parseable: false,
        hints: check.hints,
      };
    case "applied": {
      const { touched, refusals, flags, overwritten, repaired, candidateTree, gradedTree } = check;
      const facts = {
        touched,
        refusals,
        flags,
        overwritten,
        repaired,
        candidateTree,
        definitionHash,
        parseable: true,
      };
      const [refusal] = refusals;
      // A refused patch stays parseable and hits no file (design rule).
      if (refusal) return { ...facts, ...none, ...final("patch-refused", refusal.message, now) };
      const hit = fileHit(touched, targetFiles);
      return { ...facts, gradedTree, fileHit: hit.all, fileHitAny: hit.any, state: "checked" };
    }
  }
}

function final(outcome: PatchOutcome, reason: string, now: number) {
  return { state: "done", outcome, reason, doneAt: now } as const;
}

/** Starts a check: the experiment is under way, and these attempts are to be checked. */
export function beginCheck(database: Database, claim: Claim, experimentId: string) {
  return database.write((tx) => {
    if (heldJob(tx, claim) === null) return null;
    const experiment = experimentById(tx, experimentId);
    if (experiment === null) return null;
    const heldBack = isHeldBack(tx, experimentId);
    if (experiment.state === "queued" && !heldBack) updateExperiment(tx, experimentId, { state: "running" });
    return { experiment, heldBack, waiting: waitingAttempts(tx, experimentId) };
  });
}

/**
 * Ends a check job. Nothing of a draft, or of a submission that waits for a maintainer, is planned. Without failures its planning is queued; with failures it is run again a bounded
 * number of times, then what is unchecked becomes infra-error and the rest goes on.
 */
export function endCheck(
  database: Database,
  claim: Claim,
  experimentId: string,
  failure: string | null,
  now = Date.now(),
): FencedResult<{ again: boolean; finished: string[]; heldBack: boolean }> {
  return database.write((tx) => {
    const job = heldJob(tx, claim);
    if (job === null) return { status: "claim-lost" };
    const heldBack = isHeldBack(tx, experimentId);
    if (failure !== null && job.tries < MAX_INFRA_RETRIES) {
      const tries = job.tries + 1;
      const notBefore = now + backoffMs(tries);
      updateHeld(tx, claim, {
        state: "queued",
        workerId: null,
        leaseUntil: null,
        tries,
        notBefore,
        lastError: failure,
      });
      if (!heldBack) queuePlan(tx, experimentId, now);
      return { status: "written", again: true, finished: [], heldBack };
    }
    if (failure !== null) giveUpChecks(tx, experimentId, job.id, failure, now);
    if (!heldBack) queuePlan(tx, experimentId, now);
    if (waitingAttempts(tx, experimentId).length > 0) {
      // Sent back to the start while this check ran.
      updateHeld(tx, claim, { state: "queued", workerId: null, leaseUntil: null });
      return { status: "written", again: true, finished: [], heldBack };
    }
    updateHeld(tx, claim, { state: "done", finishedAt: now, leaseUntil: null, lastError: failure });
    const finished = heldBack ? [] : finishExperiments(tx, [experimentId], now);
    return { status: "written", again: false, finished, heldBack };
  });
}

function queuePlan(tx: Queryable, experimentId: string, now: number): void {
  ensureJobs(tx, [{ kind: "plan", state: "queued", priority: PRIORITY.plan, createdAt: now, experimentId }]);
}

/** Leaves what could not be checked as infra-error. */
export function giveUpChecks(
  tx: Queryable,
  experimentId: string,
  jobId: number,
  failure: string,
  now: number,
): void {
  const reason = `The patch could not be checked: ${failure}`;
  finishOpenAttempts(tx, experimentId, "unchecked", { outcome: "infra-error", reason, doneAt: now });
  recordEvent(tx, {
    at: now,
    actor: "worker",
    kind: "job.given-up",
    subject: experimentId,
    data: { jobId, reason },
  });
}
