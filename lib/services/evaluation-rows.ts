import type { Queryable } from "@/lib/db/client";
import {
  type EvaluationRow,
  evaluationById,
  type GateKey,
  insertEvaluation,
  updateEvaluation,
} from "@/lib/db/queries/evaluations";
import { ensureJob } from "@/lib/db/queries/jobs";
import type { EvaluationRole } from "@/lib/db/schema";
import { evaluationKey, idFromKey } from "./keys";

/** Where evaluations of an instance run: its definition on one editor image. */
export type EvaluationSpot = { gate: GateKey; imageName: string };

export type EvaluationWish = {
  gradedTree: string;
  role: EvaluationRole;
  patchSha256: string | null;
  jobState: "queued" | "blocked";
  priority: number;
  /** Run it anew although it has a verdict. */
  again?: boolean;
  now: number;
};

/** The evaluation of a tree: the one that is there, or a new one with its job. */
export function ensureEvaluation(tx: Queryable, spot: EvaluationSpot, wish: EvaluationWish): EvaluationRow {
  const key = evaluationKey(spot.gate, wish.gradedTree);
  const id = idFromKey(key);
  const known = evaluationById(tx, id);
  const keep = known?.state === "settled" && known.outcome !== "infra-error" && wish.again !== true;
  if (known && keep) return known;
  if (known) reopen(tx, known, wish.now);
  else {
    const { gradedTree, role, patchSha256 } = wish;
    const { imageName, gate } = spot;
    insertEvaluation(tx, {
      ...gate,
      id,
      key,
      imageName,
      gradedTree,
      role,
      patchSha256,
      state: "queued",
      queuedAt: wish.now,
    });
  }
  const { jobState: state, priority, now: createdAt } = wish;
  ensureJob(tx, { kind: "evaluate", evaluationId: id, state, priority, createdAt });
  const row = evaluationById(tx, id);
  if (row === null) throw new Error(`Evaluation ${id} was written and is not there.`);
  return row;
}

/** Forgets an old verdict; an evaluation that waits or runs is left as it is. */
function reopen(tx: Queryable, known: EvaluationRow, now: number): void {
  if (known.state !== "settled") return;
  const fresh = { outcome: null, reason: null, notes: [], durationMs: null, editorMs: null, artifacts: null };
  updateEvaluation(tx, known.id, {
    ...fresh,
    state: "queued",
    infraRetries: 0,
    queuedAt: now,
    startedAt: null,
    settledAt: null,
  });
}
