/** Below this number of systems a correlation says nothing, and none is given. */
export const MIN_SYSTEMS = 5;

/** One system at one instance: whether any attempt solved it, and how it did at the other instances. */
export type ItemAnswer = { solved: boolean; rest: number };

/**
 * How well an instance tells strong systems from weak ones: the point-biserial correlation between solving it
 * (0 or 1) and the mean pass@1 over all *other* instances. Leaving the instance itself out corrects for its own
 * part in the mean: S. Henrysson, "Correction of item-total correlations in item analysis", Psychometrika 28
 * (1963) 211–218. Null with too few systems, when all or none solved it, or when the rest does not vary.
 */
export function discrimination(answers: readonly ItemAnswer[]): number | null {
  const n = answers.length;
  if (n < MIN_SYSTEMS) return null;
  const solvers = answers.filter((one) => one.solved);
  if (solvers.length === 0 || solvers.length === n) return null;
  const others = answers.filter((one) => !one.solved);
  const mean = meanRest(answers);
  const variance = answers.reduce((sum, { rest }) => sum + (rest - mean) ** 2, 0) / n;
  if (variance <= EPSILON) return null;
  const p = solvers.length / n;
  const r = ((meanRest(solvers) - meanRest(others)) / Math.sqrt(variance)) * Math.sqrt(p * (1 - p));
  return Math.max(-1, Math.min(1, r));
}

/** Means of equal numbers may differ in the last bits. */
const EPSILON = 1e-24;

const meanRest = (answers: readonly ItemAnswer[]) =>
  answers.reduce((sum, { rest }) => sum + rest, 0) / answers.length;
