import type { InstanceMetrics } from "@/lib/domain/metrics";
import { lastPassAt } from "@/lib/domain/metrics";
import { createRandom } from "./random";
import { selectInPlace } from "./select";

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
  const score = productOf([parseable, fileHit, last]);
  if (!score) return null;
  return {
    score: percentiles(score),
    parseable: percentiles(parseable),
    fileHit: percentiles(fileHit),
    fileHitAny: percentiles(fileHitAny),
    passAt: passAt.map(percentiles),
    passAll: percentiles(passAll),
  };
}

/**
 * 95 % percentile interval of the first system's Score minus the second's, over the instances of both: each
 * resample draws the same instances for the two (paired bootstrap; Efron and Tibshirani 1993, chapter 8).
 * null unless both are complete on the same instances.
 */
export function differenceInterval(
  first: readonly InstanceMetrics[],
  second: readonly InstanceMetrics[],
  resamples = RESAMPLES,
): Interval | null {
  const partners = new Map(second.map((one) => [one.instanceId, one]));
  const paired = first.flatMap((one) => partners.get(one.instanceId) ?? []);
  if (first.length !== second.length || paired.length !== first.length) return null;
  const scores = [first, paired].map((instances) => resampledScores(instances, resamples));
  const [a, b] = scores;
  return a && b ? percentiles(a.map((value, i) => value - (b[i] ?? 0))) : null;
}

function resampledScores(instances: readonly InstanceMetrics[], resamples: number): Float64Array | null {
  const columns = columnsOf(instances);
  const pass = columns?.pass.at(-1);
  if (!columns || !pass) return null;
  const means = resampledMeans([columns.parseable, columns.fileHit, pass], instances.length, resamples);
  return productOf(means);
}

function productOf([parseable, fileHit, pass]: readonly Float64Array[]): Float64Array | null {
  if (!parseable || !fileHit || !pass) return null;
  return parseable.map((value, i) => value * (fileHit[i] ?? 0) * (pass[i] ?? 0));
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
  const times = drawnTimes(n, resamples);
  return columns.map((column) => {
    const means = new Float64Array(resamples);
    for (let sample = 0; sample < resamples; sample += 1) {
      const from = sample * n;
      let sum = 0;
      for (let i = 0; i < n; i += 1) sum += (column[i] ?? 0) * (times[from + i] ?? 0);
      means[sample] = sum / n;
    }
    return means;
  });
}

/** Draws for the sizes in use: 240 KB for 24 instances, shared by all systems of a set. */
const keptTimes = new Map<string, Uint16Array>();
const KEPT_SIZES = 8;

/** How often each instance is drawn in each resample. It follows from the sizes alone, so it is drawn once. */
function drawnTimes(n: number, resamples: number): Uint16Array {
  const key = `${n} ${resamples}`;
  const known = keptTimes.get(key);
  if (known) return known;
  const random = createRandom(`bootstrap over ${n} instances`);
  const times = new Uint16Array(n * resamples);
  for (let sample = 0; sample < resamples; sample += 1) {
    for (let draw = 0; draw < n; draw += 1) {
      const at = sample * n + random.below(n);
      times[at] = (times[at] ?? 0) + 1;
    }
  }
  const oldest = keptTimes.keys().next();
  if (keptTimes.size >= KEPT_SIZES && !oldest.done) keptTimes.delete(oldest.value);
  keptTimes.set(key, times);
  return times;
}

/** The values that 2.5 % of the resamples lie below and above; the resamples are reordered. */
function percentiles(values: Float64Array): Interval {
  const cut = Math.floor(values.length * 0.025);
  const high = selectInPlace(values, values.length - 1 - cut);
  return { low: selectInPlace(values, cut), high };
}
