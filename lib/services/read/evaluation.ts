import { and, eq, ne, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { isPublic } from "@/lib/db/queries/visible";
import { attempts, evaluations, experiments, submissions } from "@/lib/db/schema";
import type { EvaluationView } from "@/lib/domain/attempt-views";
import { attemptHref } from "@/lib/domain/links";
import type { CellRow } from "./queries";

type AttemptRow = typeof attempts.$inferSelect;

/** The run that an attempt points to, and who else points to it; null while there is none. */
export function readEvaluation(
  q: Queryable,
  attempt: AttemptRow,
  cells: readonly CellRow[],
): (EvaluationView & { artifacts: string | null }) | null {
  if (attempt.evaluationId === null) return null;
  const row = q.select().from(evaluations).where(eq(evaluations.id, attempt.evaluationId)).get();
  if (!row) return null;
  const mates = cells.filter(
    (cell) =>
      cell.evaluationId === row.id &&
      !(cell.instanceId === attempt.instanceId && cell.runId === attempt.runId),
  );
  return {
    id: row.id,
    gradedTree: row.gradedTree,
    imageName: row.imageName,
    imageDigest: row.imageDigest,
    harnessVersion: row.harnessVersion,
    durationMs: row.durationMs,
    editorMs: row.editorMs,
    startedAt: row.startedAt,
    settledAt: row.settledAt,
    infraRetries: row.infraRetries,
    notes: row.notes,
    artifacts: row.artifacts,
    sharedWith: mates.map(({ experimentId, instanceId, runId }) => ({
      instanceId,
      runId,
      href: attemptHref(experimentId, instanceId, runId),
    })),
    sharedElsewhere: countElsewhere(q, row.id, attempt.experimentId),
  };
}

function countElsewhere(q: Queryable, evaluationId: string, experimentId: string): number {
  const row = q
    .select({ count: sql<number>`count(*)` })
    .from(attempts)
    .innerJoin(experiments, eq(experiments.id, attempts.experimentId))
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(eq(attempts.evaluationId, evaluationId), ne(attempts.experimentId, experimentId), isPublic))
    .get();
  return row?.count ?? 0;
}
