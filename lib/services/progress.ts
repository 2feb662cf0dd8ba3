import type { Database } from "@/lib/db/client";
import { attemptCounts } from "@/lib/db/queries/attempts";
import { evaluationById, evaluationCounts } from "@/lib/db/queries/evaluations";
import { type ExperimentRow, experimentById } from "@/lib/db/queries/experiments";
import { jobsAhead } from "@/lib/db/queries/jobs";

/** How far an experiment has come, for progress displays. */
export type ExperimentProgress = {
  state: ExperimentRow["state"];
  attempts: { total: number; waiting: number; checked: number; done: number; infra: number };
  /** Runs that its attempts share; the gate runs of its instances are not among them. */
  evaluations: { total: number; settled: number; running: number; meanMs: number | null };
};

export function experimentProgress(database: Database, experimentId: string): ExperimentProgress | null {
  const experiment = experimentById(database.query, experimentId);
  if (experiment === null) return null;
  const counts = attemptCounts(database.query, experimentId);
  return {
    state: experiment.state,
    attempts: { ...counts, total: counts.waiting + counts.checked + counts.done },
    evaluations: evaluationCounts(database.query, experimentId),
  };
}

/** True when nothing of the experiment is left to do, or nobody does it any more. */
export function isOver(progress: ExperimentProgress): boolean {
  return progress.state === "complete" || progress.state === "incomplete" || progress.state === "cancelled";
}

/** True when an evaluation has its verdict (or an infrastructure failure that no retry mended). */
export function isSettled(database: Database, evaluationId: string): boolean {
  return evaluationById(database.query, evaluationId)?.state === "settled";
}

/** How many jobs of others come before an experiment's next one; null when it waits for no job. */
export function placeInQueue(database: Database, experimentId: string): number | null {
  return jobsAhead(database.query, experimentId);
}
