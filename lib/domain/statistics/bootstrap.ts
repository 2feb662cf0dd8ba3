import type { InstanceMetrics } from "@/lib/domain/metrics";
import { lastPassAt } from "@/lib/domain/metrics";
import { createRandom } from "./random";

/** Resamples that published intervals use. */
export const RESAMPLES = 10_000;

export type Interval = { low: number; high: number };

export type Intervals = {
  score: Interval;
  parseable: Interval;
  fileHit: Interval;
  fileHitAny: Interval;
  passAt: Interval[];
  passAll: Interval;
};

/**
 * 95 % percentile intervals of Score and of each metric, by drawing as many instances as the set has, with
 * replacement. The seed depends on the number of instances alone, so a page, a report and a rerun agree.
 * null unless every instance has every metric: there is no interval of an incomplete experiment.
 */
export function bootstrapIntervals(
  instances: readonly InstanceMetrics[],
  resamples = RESAMPLES,
): Intervals | null {
  const columns = columnsOf(instances);
  if (!columns) return null;
  const { pass, ...single } = columns;
  const all = [single.parseable, single.fileHit, single.fileHitAny, single.passAll, ...pass];
  const means = resampledMeans(all, instances.length, resamples);
  const [parseable, fileHit, fileHitAny, passAll, ...passAt] = means;
  const last = passAt.at(-1);
  if (!parseable || !fileHit || !fileHitAny || !passAll || !last) return null;
  const score = parseable.map((value, i) => value * (fileHit[i] ?? 0) * (last[i] ?? 0));
  return {
    score: percentiles(score),
    parseable: percentiles(parseable),
    fileHit: percentiles(fileHit),
    fileHitAny: percentiles(fileHitAny),
    passAt: passAt.map(percentiles),
    passAll: percentiles(passAll),
  };
}

function columnsOf(instances: readonly InstanceMetrics[]) {
  const complete = instances.every((one) => lastPassAt(one.passAt) !== null && one.parseable !== null);
  if (instances.length === 0 || !complete) return null;
  const column = (value: (one: InstanceMetrics) => number | null | undefined) =>
    Float64Array.from(instances, (one) => value(one) ?? 0);
  const k = instances[0]?.passAt.length ?? 0;
  return {
    parseable: column((one) => one.parseable),
    fileHit: column((one) => one.fileHit),
    fileHitAny: column((one) => one.fileHitAny),
    passAll: column((one) => one.passAll),
    pass: Array.from({ length: k }, (_, index) => column((one) => one.passAt[index])),
  };
}

/** One draw of instances serves all metrics, so that their product belongs together. */
function resampledMeans(columns: readonly Float64Array[], n: number, resamples: number): Float64Array[] {
  const random = createRandom(`bootstrap over ${n} instances`);
  const means = columns.map(() => new Float64Array(resamples));
  const times = new Uint32Array(n);
  for (let sample = 0; sample < resamples; sample += 1) {
    times.fill(0);
    for (let draw = 0; draw < n; draw += 1) {
      const drawn = random.below(n);
      times[drawn] = (times[drawn] ?? 0) + 1;
    }
    columns.forEach((column, index) => {
      let sum = 0;
      for (let i = 0; i < n; i += 1) sum += (column[i] ?? 0) * (times[i] ?? 0);
      const target = means[index];
      if (target) target[sample] = sum / n;
    });
  }
  return means;
}

/** The values that 2.5 % of the resamples lie below and above. */
function percentiles(values: Float64Array): Interval {
  const sorted = values.toSorted();
  const cut = Math.floor(sorted.length * 0.025);
  return { low: sorted[cut] ?? Number.NaN, high: sorted[sorted.length - 1 - cut] ?? Number.NaN };
}
