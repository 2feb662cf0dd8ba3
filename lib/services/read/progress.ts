import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { attempts, evaluations } from "@/lib/db/schema";
import type { ProgressView } from "@/lib/domain/views";
import type { CellRow, ExperimentRow } from "./queries";

/** Evaluations that must be settled before a pace says anything. */
const ENOUGH = 2;

/** What is left of an experiment and how long it may take; null when nothing is under way. */
export function readProgress(
  q: Queryable,
  experiment: ExperimentRow,
  cells: readonly CellRow[],
  now = Date.now(),
): ProgressView | null {
  if (experiment.state !== "queued" && experiment.state !== "running") return null;
  const rows = q
    .select({
      state: evaluations.state,
      count: sql<number>`count(distinct ${evaluations.id})`,
      first: sql<number | null>`min(${evaluations.startedAt})`,
    })
    .from(evaluations)
    .innerJoin(attempts, eq(attempts.evaluationId, evaluations.id))
    .where(and(eq(attempts.experimentId, experiment.id)))
    .groupBy(evaluations.state)
    .all();
  const settled = rows.find((row) => row.state === "settled");
  const left = rows.filter((row) => row.state !== "settled").reduce((sum, row) => sum + row.count, 0);
  const done = cells.filter((cell) => cell.outcome !== null).length;
  return {
    done,
    expected: experiment.instanceIds.length * experiment.k,
    evaluationsLeft: left,
    since: experiment.createdAt,
    secondsLeft: secondsLeft(settled, left, now),
  };
}

/** The pace so far, carried on: evaluations settled since the first one started. */
function secondsLeft(
  settled: { count: number; first: number | null } | undefined,
  left: number,
  now: number,
): number | null {
  if (!settled || settled.first === null || settled.count < ENOUGH || left === 0) return null;
  return Math.round(((now - settled.first) / settled.count / 1000) * left);
}
