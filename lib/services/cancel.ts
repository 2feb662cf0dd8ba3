import type { Database, Queryable } from "@/lib/db/client";
import { haltEvaluations, unsharedOpenEvaluations } from "@/lib/db/queries/evaluations";
import { experimentById, updateExperiment } from "@/lib/db/queries/experiments";
import { endJobs } from "@/lib/db/queries/jobs";
import { recordEvent } from "./events";

export type CancelResult =
  | { status: "cancelled"; jobs: number }
  | { status: "over"; state: string }
  | { status: "unknown" };

/**
 * Stops an experiment: its jobs end and workers lose their claims at their next sign of life. What another
 * experiment waits for goes on. The same file handed in again takes it up where it was.
 */
export function cancelExperiment(
  database: Database,
  experimentId: string,
  actor: string,
  now = Date.now(),
): CancelResult {
  return database.write((tx) => cancelInside(tx, experimentId, actor, now));
}

/** The same inside a transaction. */
export function cancelInside(tx: Queryable, experimentId: string, actor: string, now: number): CancelResult {
  const experiment = experimentById(tx, experimentId);
  if (experiment === null) return { status: "unknown" };
  if (experiment.state !== "queued" && experiment.state !== "running") {
    return { status: "over", state: experiment.state };
  }
  const end = { state: "failed", lastError: "cancelled", finishedAt: now } as const;
  const evaluationIds = unsharedOpenEvaluations(tx, experimentId);
  const jobs = endJobs(tx, { experimentId }, end) + endJobs(tx, { evaluationIds }, end);
  haltEvaluations(tx, evaluationIds);
  updateExperiment(tx, experimentId, { state: "cancelled", finishedAt: now });
  recordEvent(tx, { at: now, actor, kind: "experiment.cancelled", subject: experimentId, data: { jobs } });
  return { status: "cancelled", jobs };
}
