import type { WorkerEvent } from "@/evaluator/worker/progress";

/** A run that failed by our machinery, or one that a limit ended, whose verdict takes a second run. */
export function retryLine({
  instanceId,
  outcome,
  reason,
}: Extract<WorkerEvent, { type: "evaluation-retry" }>) {
  return outcome === "infra-error"
    ? `${instanceId}: our machinery failed and tries again: ${reason}`
    : `${instanceId}: ${outcome}, run once more to be sure. ${reason}`;
}

/** What a worker tells people, one plain line an event; null for what only logs need. */
export function workerLine(event: WorkerEvent): string | null {
  switch (event.type) {
    case "started":
      return event.canEvaluate
        ? `Worker ready: ${event.slots} evaluation${event.slots === 1 ? "" : "s"} at a time (${event.note}).`
        : `Worker ready, patches are checked; evaluations wait: ${event.note}`;
    case "ability":
      return event.canEvaluate ? `Evaluations go on (${event.note}).` : `Evaluations wait: ${event.note}`;
    case "recovered":
      return `Took over ${event.jobs} jobs of ${event.workers} workers that are gone.`;
    case "planned":
      return `Experiment ${event.experimentId}: ${event.attached} attempts wait for a run, ${event.cached} share one that is done.`;
    case "evaluation-settled": {
      const what = event.role === "candidate" ? "" : ` (${event.role})`;
      const shared = event.attempts > 1 ? `, the verdict of ${event.attempts} attempts` : "";
      return `${event.instanceId}${what}: ${event.outcome} in ${(event.durationMs / 1000).toFixed(1)} s${shared}`;
    }
    case "evaluation-retry":
      return retryLine(event);
    case "experiment-finished":
      return `${event.experimentId}: finished.`;
    case "job-failed":
      return `A ${event.kind} job failed: ${event.reason}`;
    default:
      return null;
  }
}
