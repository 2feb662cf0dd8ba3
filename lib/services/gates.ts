import type { Database, Queryable } from "@/lib/db/client";
import { type AttemptRef, finishAttemptsOf } from "@/lib/db/queries/attempts";
import {
  type EvaluationRow,
  evaluationsOfGate,
  type GateKey,
  openEvaluations,
  passedTests,
  updateEvaluation,
} from "@/lib/db/queries/evaluations";
import { deleteGate, type GateRow, gateByKey, insertGate } from "@/lib/db/queries/gates";
import { blockCandidates, endJobs, unblock } from "@/lib/db/queries/jobs";
import { gateVerdict } from "@/lib/domain/gate";
import type { ExpectedTests } from "@/lib/domain/run";
import { type EvaluationSpot, ensureEvaluations } from "./evaluation-rows";
import { recordEvent } from "./events";
import { evaluationKey, idFromKey } from "./keys";
import { PRIORITY } from "./limits";

export type { GateKey, GateRow };

/** An instance on one editor image, with the two trees that its gate runs. */
export type GateSubject = EvaluationSpot & { baseTree: string; oracleTree: string };

/** The gate of an instance's present definition on an image, when it has been shown. */
export function findGate(database: Database, key: GateKey): GateRow | null {
  return gateByKey(database.query, key);
}

/**
 * Queues the two runs of a gate: the oracle first, whose passed names the base is then graded against.
 * What has run already stays; `again` runs both anew and forgets the gate.
 */
export function requestGate(
  database: Database,
  subject: GateSubject,
  options: { again?: boolean; now?: number } = {},
): { oracleEvaluationId: string; baseEvaluationId: string } {
  return database.write((tx) =>
    ensureGateRuns(tx, subject, { again: options.again ?? false, now: options.now ?? Date.now() }),
  );
}

/** The same inside a transaction. */
export function ensureGateRuns(
  tx: Queryable,
  subject: GateSubject,
  options: { again: boolean; now: number },
): { oracleEvaluationId: string; baseEvaluationId: string } {
  const { again, now } = options;
  if (again) {
    deleteGate(tx, subject.gate);
    blockCandidates(tx, subject.gate);
  }
  const ensure = (role: "oracle" | "base", jobState: "queued" | "blocked") => {
    const gradedTree = role === "oracle" ? subject.oracleTree : subject.baseTree;
    const terms = { jobState, priority: PRIORITY.gate, again, now };
    const rows = ensureEvaluations(tx, subject, [{ gradedTree, role, patchSha256: null }], terms);
    const row = rows.get(gradedTree);
    if (row === undefined) throw new Error(`The ${role} run of ${subject.gate.instanceId} was not stored.`);
    return row;
  };
  const oracle = ensure("oracle", "queued");
  const base = ensure("base", oracle.state === "settled" ? "queued" : "blocked");
  return { oracleEvaluationId: oracle.id, baseEvaluationId: base.id };
}

/** What a run is graded against; the oracle's own run finds the names, and no run goes without them. */
export type Expectation =
  | { status: "find" }
  | { status: "known"; names: ExpectedTests }
  | { status: "missing" };

export function expectationOf(q: Queryable, evaluation: EvaluationRow): Expectation {
  if (evaluation.role === "oracle") return { status: "find" };
  const gate = gateByKey(q, evaluation);
  if (gate) return { status: "known", names: gate.expected };
  const [oracle] = evaluationsOfGate(q, evaluation, "oracle");
  if (evaluation.role === "candidate" || oracle?.state !== "settled") return { status: "missing" };
  return { status: "known", names: passedTests(q, oracle.id) };
}

/** Attempts and experiments that a decision has touched. */
export type Touched = { attempts: AttemptRef[] };

/** Records the gate when both of its runs are settled, and lets the candidates go or ends them. */
export function decideGate(tx: Queryable, key: GateKey, now: number): Touched {
  const [oracle] = evaluationsOfGate(tx, key, "oracle");
  const [base] = evaluationsOfGate(tx, key, "base");
  if (!oracle?.outcome || !base?.outcome) return { attempts: [] };
  const verdict = gateVerdict(
    { outcome: base.outcome, reason: base.reason ?? "" },
    { outcome: oracle.outcome, reason: oracle.reason ?? "" },
  );
  deleteGate(tx, key);
  insertGate(tx, {
    ...gateKeyOf(key),
    imageName: oracle.imageName,
    ...verdict,
    baseTree: base.gradedTree,
    baseOutcome: base.outcome,
    baseReason: base.reason ?? "",
    baseMs: base.durationMs ?? 0,
    oracleTree: oracle.gradedTree,
    oracleOutcome: oracle.outcome,
    oracleMs: oracle.durationMs ?? 0,
    expected: passedTests(tx, oracle.id),
    createdAt: now,
  });
  const subject = key.instanceId;
  recordEvent(tx, { at: now, actor: "worker", kind: "gate.recorded", subject, data: verdict });
  if (verdict.status === "not-gated")
    return failCandidates(tx, key, notGatedReason(key, verdict.reason), now);
  unblock(tx, key, ["candidate"]);
  return { attempts: [oracle, base].flatMap((one) => finishWithVerdict(tx, one, now)) };
}

export function notGatedReason(key: GateKey, reason: string): string {
  return `${key.instanceId} is not gated, so no attempt of it can be judged. ${reason}`;
}

/** Ends everything that waits for a gate, as infra-error: the instance is at fault, no attempt is. */
export function failCandidates(tx: Queryable, key: GateKey, reason: string, now: number): Touched {
  const ids = openEvaluations(tx, key).map((row) => row.id);
  for (const id of ids) {
    updateEvaluation(tx, id, { state: "settled", outcome: "infra-error", reason, settledAt: now });
  }
  endJobs(tx, { evaluationIds: ids }, { state: "done", lastError: reason, finishedAt: now });
  const runs = [...evaluationsOfGate(tx, key, "oracle"), ...evaluationsOfGate(tx, key, "base")];
  const all = [...ids, ...runs.map((row) => row.id)];
  return { attempts: finishAttemptsOf(tx, all, { outcome: "infra-error", reason, doneAt: now }) };
}

/** Hands an evaluation's verdict to the attempts that share it. */
export function finishWithVerdict(tx: Queryable, evaluation: EvaluationRow, now: number): AttemptRef[] {
  if (evaluation.outcome === null) return [];
  const verdict = { outcome: evaluation.outcome, reason: evaluation.reason ?? "", doneAt: now };
  return finishAttemptsOf(tx, [evaluation.id], verdict);
}

export function gateKeyOf(row: GateKey): GateKey {
  const { instanceId, definitionHash, imageDigest, harnessVersion } = row;
  return { instanceId, definitionHash, imageDigest, harnessVersion };
}

/** The id an evaluation has, whether it is there or not. */
export function evaluationIdOf(gate: GateKey, gradedTree: string): string {
  return idFromKey(evaluationKey(gate, gradedTree));
}
