import type { InstanceMetrics } from "./metrics";
import type { SetMetrics } from "./set-metrics";
import { differenceInterval, type Interval } from "./statistics/bootstrap";
import { holmAdjusted } from "./statistics/holm";
import { cohensG, exactMcNemarP } from "./statistics/mcnemar";
import { pairedPermutationP } from "./statistics/permutation";

/** How many systems can be compared at once: more is unreadable, and so many pairs that no gap stands out. */
export const MOST_COMPARED = 6;
export const FEWEST_COMPARED = 2;

export type Compared = Pick<SetMetrics, "score" | "instances">;

/** Two systems of a comparison, by their places in it, and what can be said about the gap between them. */
export type PairComparison = {
  first: number;
  second: number;
  /** Score of the first minus that of the second; null while one of the two is incomplete. */
  difference: number | null;
  interval: Interval | null;
  /** Paired permutation test on Score, and the same adjusted for the number of pairs (Holm). */
  p: number | null;
  adjustedP: number | null;
  /** Instances that both, one or none of the two solved in at least one attempt; of those both tried. */
  solved: { both: number; onlyFirst: number; onlySecond: number; neither: number };
  mcNemarP: number;
  adjustedMcNemarP: number;
  /** Cohen's g of the solved instances. */
  effect: number | null;
};

/** Every pair of the given systems, in their order. */
export function comparePairs(systems: readonly Compared[]): PairComparison[] {
  const pairs = systems.flatMap((a, first) =>
    systems.slice(first + 1).map((b, offset) => comparePair(a, b, first, first + 1 + offset)),
  );
  const adjusted = holmAdjusted(pairs.map((pair) => pair.p));
  const adjustedSolved = holmAdjusted(pairs.map((pair) => pair.mcNemarP));
  return pairs.map((pair, index) => ({
    ...pair,
    adjustedP: adjusted[index] ?? null,
    adjustedMcNemarP: adjustedSolved[index] ?? 1,
  }));
}

type Unadjusted = Omit<PairComparison, "adjustedP" | "adjustedMcNemarP">;

function comparePair(a: Compared, b: Compared, first: number, second: number): Unadjusted {
  const complete = a.score !== null && b.score !== null;
  const solved = solvedByBoth(a.instances, b.instances);
  return {
    first,
    second,
    difference: a.score !== null && b.score !== null ? a.score - b.score : null,
    interval: complete ? differenceInterval(a.instances, b.instances) : null,
    p: complete ? pairedPermutationP(a.instances, b.instances) : null,
    solved,
    mcNemarP: exactMcNemarP(solved.onlyFirst, solved.onlySecond),
    effect: cohensG(solved.onlyFirst, solved.onlySecond),
  };
}

function solvedByBoth(
  first: readonly InstanceMetrics[],
  second: readonly InstanceMetrics[],
): PairComparison["solved"] {
  const partners = new Map(second.map((one) => [one.instanceId, one]));
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  for (const a of first) {
    const b = partners.get(a.instanceId);
    // An instance that one of the two has not finished says nothing about the pair.
    if (!b || a.status !== "complete" || b.status !== "complete") continue;
    const [one, other] = [a.passedCount > 0, b.passedCount > 0];
    counts[one ? (other ? "both" : "onlyFirst") : other ? "onlySecond" : "neither"] += 1;
  }
  return counts;
}

/** Who solved an instance: all systems, some, exactly one, none; open while a system has not finished it. */
export const OVERLAPS = ["all", "some", "one", "none", "open"] as const;
export type Overlap = (typeof OVERLAPS)[number];

/** `cells`: the metrics of one instance, one for each system. Of two systems, one is "one". */
export function overlapOf(cells: readonly (InstanceMetrics | undefined)[]): Overlap {
  const solved = cells.filter((one) => (one?.passedCount ?? 0) > 0).length;
  const open = cells.some((one) => one?.status !== "complete" && (one?.passedCount ?? 0) === 0);
  if (open) return "open";
  if (solved === cells.length) return "all";
  return solved === 0 ? "none" : solved === 1 ? "one" : "some";
}

/** Whether systems did differently at an instance: another number of passes, of hits, or of applied patches. */
export function differ(cells: readonly (InstanceMetrics | undefined)[]): boolean {
  const [first] = cells;
  return cells.some(
    (one) =>
      one?.passedCount !== first?.passedCount ||
      one?.fileHit !== first?.fileHit ||
      one?.parseable !== first?.parseable,
  );
}
