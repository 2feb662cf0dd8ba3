import type { Database } from "@/lib/db/client";
import type { ProgressView } from "@/lib/domain/views";
import { type ExperimentProgress, experimentProgress, isOver, placeInQueue } from "@/lib/services/progress";
import type { ExperimentRow } from "./queries";

/** Evaluations that must be settled before their mean says anything. */
const ENOUGH = 2;

/** What is left of an experiment and how long it may take; null when nothing is under way. */
export function readProgress(database: Database, experiment: ExperimentRow): ProgressView | null {
  const progress = experimentProgress(database, experiment.id);
  if (progress === null || isOver(progress)) return null;
  const { attempts, evaluations } = progress;
  return {
    done: attempts.done,
    expected: attempts.total,
    unchecked: attempts.waiting,
    running: evaluations.running,
    evaluationsLeft: evaluations.total - evaluations.settled,
    jobsBefore: placeInQueue(database, experiment.id),
    secondsLeft: secondsLeft(progress.evaluations),
  };
}

/** The mean run so far, for what is left, by as many at a time as run now. */
function secondsLeft(evaluations: ExperimentProgress["evaluations"]): number | null {
  const { total, settled, running, meanMs } = evaluations;
  if (settled < ENOUGH || meanMs === null || running === 0) return null;
  return Math.ceil(((total - settled) * meanMs) / running / 1000);
}
