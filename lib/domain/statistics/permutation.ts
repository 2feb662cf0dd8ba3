import { type InstanceMetrics, lastPassAt } from "@/lib/domain/metrics";
import { createRandom } from "./random";

/** Label swaps that are drawn where there are too many to try all. */
export const PERMUTATIONS = 10_000;
/** With up to this many differing instances all 2^n swaps are tried and p is exact. */
const EXACT_DIFFERENCES = 13;
/** Sums of equal terms in another order may differ in the last bits. */
const EPSILON = 1e-12;

type Triple = readonly [parseable: number, fileHit: number, pass: number];

/**
 * Two-sided p of the paired permutation test on Score: how often a gap as large as the observed one comes
 * up when, for each instance, it is left to chance which of the two systems gave which result.
 * null when either system lacks an instance or a metric of it, so that nothing can be paired.
 */
export function pairedPermutationP(
  first: readonly InstanceMetrics[],
  second: readonly InstanceMetrics[],
): number | null {
  const test = pairUp(first, second);
  if (!test) return null;
  const observed = Math.abs(gap(test, new Uint8Array(test.differences.length))) - EPSILON;
  return test.differences.length <= EXACT_DIFFERENCES ? exactP(test, observed) : drawnP(test, observed);
}

type Paired = {
  instances: number;
  sums: readonly [Triple, Triple];
  /** What swapping an instance adds to the first system's sums and takes from the second's. */
  differences: Triple[];
};

function exactP(test: Paired, observed: number): number {
  const count = test.differences.length;
  const swapped = new Uint8Array(count);
  let extreme = 0;
  for (let mask = 0; mask < 2 ** count; mask += 1) {
    for (let bit = 0; bit < count; bit += 1) swapped[bit] = (mask >>> bit) & 1;
    if (Math.abs(gap(test, swapped)) >= observed) extreme += 1;
  }
  return extreme / 2 ** count;
}

function drawnP(test: Paired, observed: number): number {
  const count = test.differences.length;
  const coins = tossedCoins(test.instances, count);
  let extreme = 0;
  for (let round = 0; round < PERMUTATIONS; round += 1) {
    const swapped = coins.subarray(round * count, (round + 1) * count);
    if (Math.abs(gap(test, swapped)) >= observed) extreme += 1;
  }
  // The observed labelling is one of those possible, so p is never 0.
  return (extreme + 1) / (PERMUTATIONS + 1);
}

/** Coins for a number of instances; a ranking of a thousand systems tosses them once. */
const keptCoins = new Map<number, Uint8Array>();
const KEPT_SIZES = 8;

/** One coin for each differing instance and round. The seed knows neither system: their order does not matter. */
function tossedCoins(instances: number, differences: number): Uint8Array {
  const needed = differences * PERMUTATIONS;
  const known = keptCoins.get(instances);
  if (known && known.length >= needed) return known;
  const random = createRandom(`permutation over ${instances} instances`);
  const coins = Uint8Array.from({ length: needed }, () => random.next() >>> 31);
  const oldest = keptCoins.keys().next();
  if (keptCoins.size >= KEPT_SIZES && !oldest.done) keptCoins.delete(oldest.value);
  keptCoins.set(instances, coins);
  return coins;
}

/** Score of the first system minus that of the second, with the marked instances swapped. */
function gap({ instances, sums, differences }: Paired, swapped: Uint8Array): number {
  let [parseable, fileHit, pass] = [0, 0, 0];
  differences.forEach((one, index) => {
    if (swapped[index] === 0) return;
    parseable += one[0];
    fileHit += one[1];
    pass += one[2];
  });
  const [a, b] = sums;
  const first = (a[0] + parseable) * (a[1] + fileHit) * (a[2] + pass);
  const second = (b[0] - parseable) * (b[1] - fileHit) * (b[2] - pass);
  return (first - second) / instances ** 3;
}

function pairUp(first: readonly InstanceMetrics[], second: readonly InstanceMetrics[]): Paired | null {
  if (first.length === 0 || first.length !== second.length) return null;
  const other = new Map(second.map((one) => [one.instanceId, one]));
  const sums: [number[], number[]] = [[], []];
  const differences: Triple[] = [];
  const pairs = first.map((one) => [tripleOf(one), tripleOf(other.get(one.instanceId))] as const);
  for (const [a, b] of pairs) {
    if (!a || !b) return null;
    if (a.some((value, metric) => value !== b[metric]))
      differences.push([b[0] - a[0], b[1] - a[1], b[2] - a[2]]);
    add(sums[0], a);
    add(sums[1], b);
  }
  return { instances: first.length, sums: [asTriple(sums[0]), asTriple(sums[1])], differences };
}

function tripleOf(one: InstanceMetrics | undefined): Triple | null {
  const pass = one ? lastPassAt(one.passAt) : null;
  if (!one || one.parseable === null || one.fileHit === null || pass === null) return null;
  return [one.parseable, one.fileHit, pass];
}

function add(sums: number[], triple: Triple): void {
  triple.forEach((value, metric) => {
    sums[metric] = (sums[metric] ?? 0) + value;
  });
}

function asTriple(sums: readonly number[]): Triple {
  return [sums[0] ?? 0, sums[1] ?? 0, sums[2] ?? 0];
}
