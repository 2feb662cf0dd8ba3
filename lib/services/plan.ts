import type { Database, Queryable } from "@/lib/db/client";
import {
  attachAttempts,
  type CheckedAttempt,
  checkedAttempts,
  finishCachedAttempts,
  updateAttempts,
  waitingAttempts,
} from "@/lib/db/queries/attempts";
import { experimentById } from "@/lib/db/queries/experiments";
import { gateByKey } from "@/lib/db/queries/gates";
import { type Claim, ensureJobs, heldJob, updateHeld } from "@/lib/db/queries/jobs";
import { ensureEvaluations, type WantedTree } from "./evaluation-rows";
import { finishExperiments } from "./finish";
import { ensureGateRuns, type GateSubject, notGatedReason } from "./gates";
import { PRIORITY } from "./limits";
import type { FencedResult } from "./patch-check";

/** What is needed to plan an instance's evaluations, or why they cannot be planned. */
export type InstancePlan =
  | { status: "ready"; subject: GateSubject }
  | { status: "unavailable"; reason: string };

/** Instances of an experiment that have attempts to plan. */
export function beginPlan(database: Database, claim: Claim, experimentId: string): string[] | null {
  if (heldJob(database.query, claim) === null) return null;
  return [...new Set(checkedAttempts(database.query, experimentId).map((attempt) => attempt.instanceId))];
}

/** What planning has made of the checked attempts of some instances. */
export type PlanResult = {
  attached: number;
  cached: number;
  unavailable: number;
  recheck: number;
  /** Attempts that have their outcome now. */
  decided: number[];
};

/**
 * Points the checked attempts of some instances to the evaluations of their graded trees: to one that has
 * its verdict already, to one that waits, or to a new one. Equal trees, of this or any other experiment,
 * share one. The gate of each instance is queued first, when it has not been shown yet. Planning again
 * changes nothing, so a killed worker's half of the work stays.
 */
export function planEvaluations(
  database: Database,
  claim: Claim,
  experimentId: string,
  plans: ReadonlyMap<string, InstancePlan>,
  now = Date.now(),
): FencedResult<PlanResult> {
  return database.write((tx) => {
    const experiment = experimentById(tx, experimentId);
    if (heldJob(tx, claim) === null || experiment === null) return { status: "claim-lost" };
    const planning = planningOf(experiment.official, now);
    const { result } = planning;
    const open = checkedAttempts(tx, experimentId);
    for (const [instanceId, plan] of plans) {
      const attempts = open.filter((attempt) => attempt.instanceId === instanceId);
      planInstance(tx, plan, attempts, planning);
    }
    attachAttempts(tx, planning.attachments);
    const cached = finishCachedAttempts(tx, experimentId, planning.gated, now);
    result.decided.push(...cached);
    result.cached = cached.length;
    result.attached = planning.attachments.size - cached.length;
    return { status: "written", ...result };
  });
}

/**
 * Ends a plan job, or queues it again for attempts that were checked in the meantime; attempts that were
 * sent back are checked again.
 */
export function endPlan(
  database: Database,
  claim: Claim,
  experimentId: string,
  now = Date.now(),
): FencedResult<{ finished: string[] }> {
  return database.write((tx) => {
    if (heldJob(tx, claim) === null) return { status: "claim-lost" };
    const missed = checkedAttempts(tx, experimentId).some((attempt) => attempt.evaluationId === null);
    const again = { state: "queued", workerId: null, leaseUntil: null } as const;
    updateHeld(tx, claim, missed ? again : { state: "done", finishedAt: now, leaseUntil: null });
    if (waitingAttempts(tx, experimentId).length > 0) {
      const check = { kind: "check", state: "queued", priority: PRIORITY.check } as const;
      ensureJobs(tx, [{ ...check, createdAt: now, experimentId }]);
    }
    return { status: "written", finished: finishExperiments(tx, [experimentId], now) };
  });
}

type Planning = {
  now: number;
  priority: number;
  result: PlanResult;
  /** Evaluation by attempt. */
  attachments: Map<number, string>;
  /** Instances whose gate has been shown, so that a verdict that is there counts. */
  gated: string[];
};

function planningOf(official: boolean, now: number): Planning {
  const counts = { attached: 0, cached: 0, unavailable: 0, recheck: 0 };
  // Somebody waits for a smoke test; a whole set takes its time anyway.
  const priority = official ? PRIORITY.evaluate : PRIORITY.prompt;
  const result = { ...counts, decided: [] };
  return { now, priority, result, attachments: new Map(), gated: [] };
}

function planInstance(
  tx: Queryable,
  plan: InstancePlan,
  attempts: readonly CheckedAttempt[],
  planning: Planning,
): void {
  const { now, result } = planning;
  const fresh = plan.status === "ready" ? recheckStale(tx, plan.subject, attempts, result) : attempts;
  const obstacle = obstacleTo(tx, plan);
  if (obstacle !== null) {
    result.unavailable += fresh.length;
    const ids = fresh.map((attempt) => attempt.id);
    result.decided.push(...ids);
    updateAttempts(tx, ids, { state: "done", outcome: "infra-error", reason: obstacle, doneAt: now });
  } else if (plan.status === "ready" && fresh.length > 0) {
    const gated = gateByKey(tx, plan.subject.gate) !== null;
    if (!gated) ensureGateRuns(tx, plan.subject, { again: false, now });
    attach(tx, plan.subject, fresh, gated, planning);
  }
}

/** Why no attempt of an instance can be evaluated; null when they can. */
function obstacleTo(tx: Queryable, plan: InstancePlan): string | null {
  if (plan.status === "unavailable") return plan.reason;
  const { subject } = plan;
  if (subject.baseTree === subject.oracleTree) {
    return notGatedReason(subject.gate, "Its oracle patch changes nothing.");
  }
  const gate = gateByKey(tx, subject.gate);
  return gate?.status === "not-gated" ? notGatedReason(subject.gate, gate.reason) : null;
}

/**
 * Sends back the attempts that were checked against another definition of the instance, whose graded
 * trees say nothing about this one; gives the others.
 */
function recheckStale(
  tx: Queryable,
  subject: GateSubject,
  attempts: readonly CheckedAttempt[],
  result: PlanResult,
): CheckedAttempt[] {
  const isStale = (attempt: CheckedAttempt) => attempt.definitionHash !== subject.gate.definitionHash;
  const stale = attempts.filter(isStale).map((attempt) => attempt.id);
  result.recheck += stale.length;
  updateAttempts(tx, stale, { state: "waiting", gradedTree: null, evaluationId: null });
  return attempts.filter((attempt) => !isStale(attempt));
}

/** One evaluation for each tree; the attempts are pointed to them all at once, at the end. */
function attach(
  tx: Queryable,
  subject: GateSubject,
  attempts: readonly CheckedAttempt[],
  gated: boolean,
  planning: Planning,
): void {
  const trees = new Map<string, WantedTree>();
  for (const { id, gradedTree, patchSha256 } of attempts) {
    if (gradedTree === null) throw new Error(`Attempt ${id} was checked and has no graded tree.`);
    const isBase = gradedTree === subject.baseTree;
    const role = isBase ? "base" : gradedTree === subject.oracleTree ? "oracle" : "candidate";
    if (!trees.has(gradedTree))
      trees.set(gradedTree, { gradedTree, role, patchSha256: isBase ? null : patchSha256 });
  }
  const { now, priority } = planning;
  const jobState = gated ? "queued" : "blocked";
  const rows = ensureEvaluations(tx, subject, [...trees.values()], { jobState, priority, now });
  for (const { id, gradedTree } of attempts) {
    const row = gradedTree === null ? undefined : rows.get(gradedTree);
    if (row) planning.attachments.set(id, row.id);
  }
  if (gated) planning.gated.push(subject.gate.instanceId);
}
