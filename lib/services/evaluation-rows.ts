import type { Queryable } from "@/lib/db/client";
import {
  type EvaluationRow,
  evaluationsByIds,
  type GateKey,
  insertEvaluations,
  updateEvaluation,
} from "@/lib/db/queries/evaluations";
import { ensureJobs } from "@/lib/db/queries/jobs";
import type { EvaluationRole } from "@/lib/db/schema";
import { evaluationKey, idFromKey } from "./keys";

/** Where evaluations of an instance run: its definition on one editor image. */
export type EvaluationSpot = { gate: GateKey; imageName: string };

/** A tree to be run: why, and from which patch text it is made again. */
export type WantedTree = { gradedTree: string; role: EvaluationRole; patchSha256: string | null };

export type EvaluationTerms = {
  jobState: "queued" | "blocked";
  priority: number;
  /** Run them anew although they have a verdict. */
  again?: boolean;
  now: number;
};

/** The evaluations of some trees: those that are there, and new ones with their jobs; by tree. */
export function ensureEvaluations(
  tx: Queryable,
  spot: EvaluationSpot,
  wanted: readonly WantedTree[],
  terms: EvaluationTerms,
): Map<string, EvaluationRow> {
  const keys = new Map(wanted.map((one) => [one.gradedTree, evaluationKey(spot.gate, one.gradedTree)]));
  const ids = [...keys.values()].map(idFromKey);
  const known = new Map(evaluationsByIds(tx, ids).map((row) => [row.gradedTree, row]));
  const isKept = (row: EvaluationRow) =>
    row.state === "settled" && row.outcome !== "infra-error" && !terms.again;
  const missing = wanted.filter((one) => !known.has(one.gradedTree));
  insertEvaluations(
    tx,
    missing.map((one) => {
      const key = keys.get(one.gradedTree) ?? "";
      const state = { state: "queued", queuedAt: terms.now } as const;
      return { ...spot.gate, ...one, ...state, id: idFromKey(key), key, imageName: spot.imageName };
    }),
  );
  const open = [...known.values()].filter((row) => !isKept(row));
  for (const row of open) reopen(tx, row, terms.now);
  const { jobState: state, priority, now: createdAt } = terms;
  const toRun = [
    ...open.map((row) => row.id),
    ...missing.map((one) => idFromKey(keys.get(one.gradedTree) ?? "")),
  ];
  ensureJobs(
    tx,
    toRun.map((evaluationId) => ({ kind: "evaluate", evaluationId, state, priority, createdAt })),
  );
  return new Map(evaluationsByIds(tx, ids).map((row) => [row.gradedTree, row]));
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
