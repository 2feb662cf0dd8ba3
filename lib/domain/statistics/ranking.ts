import type { SetMetrics } from "@/lib/domain/set-metrics";
import { pairedPermutationP } from "./permutation";

/** Gaps with a larger p are called ties. */
export const TIE_ALPHA = 0.05;

export type Ranked<T> = {
  item: T;
  /** 1, 2, 2, 4 …; null without a Score, whatever the reason. */
  rank: number | null;
  /** 0 for the leader's group, 1 for the next …; null without a rank. */
  tieGroup: number | null;
};

/**
 * Orders systems by unrounded Score, best first. Those without a Score come after all others, unranked and
 * in their given order. A tie group runs from its leader down to the first system whose gap to that leader
 * is larger than chance would make it (paired permutation test), which then leads the next group. Systems of
 * one Score share a group: they leave it only when each of them is clearly behind its leader. The order
 * inside a group is noise; no correction is made for the number of comparisons.
 */
export function rankSystems<T>(
  items: readonly T[],
  metricsOf: (item: T) => Scored,
  gapP: GapP = (leader, other) => pairedPermutationP(leader.instances, other.instances),
): Ranked<T>[] {
  const scored = items.map((item) => ({ item, metrics: metricsOf(item) }));
  const ranked = scored
    .filter((one) => one.metrics.score !== null)
    .sort((a, b) => (b.metrics.score ?? 0) - (a.metrics.score ?? 0));
  let leader = ranked[0];
  let tieGroup = 0;
  let rank = 1;
  const result: Ranked<T>[] = [];
  ranked.forEach((one, index) => {
    const isFirst = one.metrics.score !== ranked[index - 1]?.metrics.score;
    if (isFirst) rank = index + 1;
    if (isFirst && leader && leavesGroup(leader.metrics, ranked, one.metrics.score, gapP)) {
      leader = one;
      tieGroup += 1;
    }
    result.push({ item: one.item, rank, tieGroup });
  });
  const rest = scored.filter((one) => one.metrics.score === null);
  return [...result, ...rest.map(({ item }) => ({ item, rank: null, tieGroup: null }))];
}

/** Whether all systems of one Score are clearly behind the leader; decided for all at once, in any order. */
function leavesGroup(
  leader: Scored,
  ranked: readonly { metrics: Scored }[],
  score: number | null,
  gapP: GapP,
): boolean {
  const equals = ranked.filter((other) => other.metrics.score === score);
  return !equals.some((other) => tied(leader, other.metrics, gapP));
}

export type Scored = Pick<SetMetrics, "score" | "instances">;
/** p of the gap between two systems: given in by whoever keeps those that were worked out before. */
export type GapP = (leader: Scored, other: Scored) => number | null;

function tied(leader: Scored, other: Scored, gapP: GapP): boolean {
  if (leader.score === other.score) return true;
  const p = gapP(leader, other);
  return p !== null && p > TIE_ALPHA;
}
