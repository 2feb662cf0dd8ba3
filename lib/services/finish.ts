import type { Queryable } from "@/lib/db/client";
import { attemptCounts } from "@/lib/db/queries/attempts";
import { finishedAmong, updateExperiment } from "@/lib/db/queries/experiments";
import { endJobs } from "@/lib/db/queries/jobs";
import { announceNewDefinition } from "./changes/rescored";
import { recordEvent } from "./events";

/**
 * Ends those of these experiments that have nothing left to do: complete when every attempt counts,
 * incomplete while an infra-error is left. Gives the ids of what it ended.
 */
export function finishExperiments(tx: Queryable, experimentIds: Iterable<string>, now: number): string[] {
  const finished = finishedAmong(tx, [...new Set(experimentIds)]);
  for (const id of finished) {
    const state = attemptCounts(tx, id).infra > 0 ? "incomplete" : "complete";
    updateExperiment(tx, id, { state, finishedAt: now });
    // A check or plan that still waits, or runs elsewhere, has nothing left to find.
    endJobs(tx, { experimentId: id }, { state: "done", lastError: null, finishedAt: now });
    recordEvent(tx, { at: now, actor: "worker", kind: "experiment.finished", subject: id, data: { state } });
    if (state === "complete") announceNewDefinition(tx, id, now);
  }
  return finished;
}
