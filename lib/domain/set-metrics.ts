import type { AttemptResult, ExperimentResult } from "./experiment";
import { type InstanceMetrics, instanceMetrics, lastPassAt } from "./metrics";

/** Means of the instance metrics; null where no instance has the metric. */
export type MetricMeans = {
  parseable: number | null;
  fileHit: number | null;
  fileHitAny: number | null;
  /** pass@1 … pass@k at index 0 … k-1. */
  passAt: (number | null)[];
  passAll: number | null;
};

export type Coverage = {
  /** Instances of the set, and how many have all k counted attempts, some, or none. */
  expected: number;
  complete: number;
  partial: number;
  missing: number;
  expectedAttempts: number;
  countedAttempts: number;
};

export type SetMetrics = {
  k: number;
  /** Official, and every instance has its k counted attempts. */
  complete: boolean;
  coverage: Coverage;
  /** parseable@k × filehit@k × pass@k from unrounded means; null while incomplete. */
  score: number | null;
  /** Means over all instances of the set; null while incomplete. */
  means: MetricMeans | null;
  /** Diagnostics, never a score: means over the instances that have the metric. */
  overEvaluated: MetricMeans;
  /** Diagnostics, a lower bound: what is missing counts 0. */
  missingAsZero: MetricMeans;
  instances: InstanceMetrics[];
};

/** Metrics of an experiment over all its expected instances. */
export function setMetrics(result: ExperimentResult): SetMetrics {
  const attempts = attemptsByInstance(result);
  const instances = result.expectedInstanceIds.map((id) =>
    instanceMetrics(id, attempts.get(id) ?? [], result.k),
  );
  return metricsOverInstances(instances, result.k, result.official);
}

/** The same from instance metrics; an experiment that is not official is never complete. */
export function metricsOverInstances(instances: InstanceMetrics[], k: number, official: boolean): SetMetrics {
  const coverage = coverageOf(instances, k);
  const complete = official && instances.length > 0 && coverage.complete === instances.length;
  const overEvaluated = meansOf(instances, k, meanOfPresent);
  const missingAsZero = meansOf(instances, k, meanWithZeros);
  const means = complete ? missingAsZero : null;
  const score = means === null ? null : scoreOf(means);
  return { k, complete, coverage, score, means, overEvaluated, missingAsZero, instances };
}

/** The product of the three means, before any rounding; null when one is missing. */
export function scoreOf(means: MetricMeans): number | null {
  const pass = lastPassAt(means.passAt);
  if (means.parseable === null || means.fileHit === null || pass === null) return null;
  return means.parseable * means.fileHit * pass;
}

/** Groups attempts; two attempts with one run_id would pool two submissions, so that is a defect. */
function attemptsByInstance(result: ExperimentResult): Map<string, AttemptResult[]> {
  const groups = new Map<string, AttemptResult[]>(result.expectedInstanceIds.map((id) => [id, []]));
  for (const attempt of result.attempts) {
    const group = groups.get(attempt.instanceId);
    if (!group) throw new RangeError(`setMetrics: ${attempt.instanceId} is not in the experiment`);
    const { runId } = attempt;
    if (runId < 1 || runId > result.k || group.some((other) => other.runId === runId)) {
      throw new RangeError(
        `setMetrics: run ${runId} of ${attempt.instanceId} is out of range or there twice`,
      );
    }
    group.push(attempt);
  }
  return groups;
}

function coverageOf(instances: readonly InstanceMetrics[], k: number): Coverage {
  const count = (status: InstanceMetrics["status"]) =>
    instances.filter((one) => one.status === status).length;
  return {
    expected: instances.length,
    complete: count("complete"),
    partial: count("partial"),
    missing: count("missing"),
    expectedAttempts: instances.length * k,
    countedAttempts: instances.reduce((sum, one) => sum + one.n, 0),
  };
}

type Mean = (values: readonly (number | null)[]) => number | null;

function meansOf(instances: readonly InstanceMetrics[], k: number, mean: Mean): MetricMeans {
  return {
    parseable: mean(instances.map((one) => one.parseable)),
    fileHit: mean(instances.map((one) => one.fileHit)),
    fileHitAny: mean(instances.map((one) => one.fileHitAny)),
    passAt: Array.from({ length: k }, (_, index) => mean(instances.map((one) => one.passAt[index] ?? null))),
    passAll: mean(instances.map((one) => one.passAll)),
  };
}

const meanOfPresent: Mean = (values) => {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : sum(present) / present.length;
};

const meanWithZeros: Mean = (values) =>
  values.length === 0 ? null : sum(values.map((value) => value ?? 0)) / values.length;

/** Sums in ascending order, so that the order of instances does not change the last bit. */
function sum(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b).reduce((total, value) => total + value, 0);
}
