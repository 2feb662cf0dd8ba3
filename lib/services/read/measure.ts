import { type SetMetrics, setMetrics } from "@/lib/domain/set-metrics";
import { bootstrapIntervals, type Interval, type Intervals } from "@/lib/domain/statistics/bootstrap";
import { pairedPermutationP } from "@/lib/domain/statistics/permutation";
import { rankSystems, type Scored } from "@/lib/domain/statistics/ranking";
import type { Estimate, InstanceCounts } from "@/lib/domain/views";
import { memo } from "./memo";
import type { CellRow, ExperimentRow } from "./queries";
import { toResult } from "./result";

/** The metrics of an experiment before their intervals are worked out: all that a ranking needs. */
export type Summary = {
  metrics: SetMetrics;
  counts: InstanceCounts;
  /** Equal for equal metrics: what expensive statistics are remembered by. */
  fingerprint: string;
};

/** The metrics of an experiment with their intervals; all null while it is incomplete. */
export type Measured = Summary & {
  score: Estimate | null;
  parseable: Estimate | null;
  fileHit: Estimate | null;
  fileHitAny: Estimate | null;
  passAt: (Estimate | null)[];
  passAll: Estimate | null;
};

export function measure(experiment: ExperimentRow, cells: readonly CellRow[]): Measured {
  return withIntervals(summarise(experiment, cells));
}

export function summarise(experiment: ExperimentRow, cells: readonly CellRow[]): Summary {
  const metrics = setMetrics(toResult(experiment, cells));
  return { metrics, counts: instanceCounts(metrics), fingerprint: fingerprintOf(metrics) };
}

export function withIntervals(summary: Summary): Measured {
  const { metrics, fingerprint } = summary;
  const { means, k } = metrics;
  const intervals = means ? intervalsOf(metrics, fingerprint) : null;
  const { passAt } = means ?? { passAt: Array.from({ length: k }, () => null) };
  return {
    ...summary,
    score: estimate(metrics.score, intervals?.score),
    parseable: estimate(means?.parseable, intervals?.parseable),
    fileHit: estimate(means?.fileHit, intervals?.fileHit),
    fileHitAny: estimate(means?.fileHitAny, intervals?.fileHitAny),
    passAt: passAt.map((value, index) => estimate(value, intervals?.passAt[index])),
    passAll: estimate(means?.passAll, intervals?.passAll),
  };
}

export type Place = { rank: number; tieGroup: string };

/** Rank and tie group ("a" for the leader's) of systems, by id; those without a Score are left out. */
export function rankMeasured(
  systems: readonly { id: string; measured: Pick<Summary, "metrics" | "fingerprint"> }[],
): Map<string, Place> {
  const key = systems.map(({ id, measured }) => `${id} ${measured.fingerprint}`).join("\n");
  return rankings(key, () => {
    const ranked = rankSystems(systems, ({ measured }) => measured.metrics, knownGapP);
    return new Map(
      ranked.flatMap(({ item, rank, tieGroup }) =>
        rank === null || tieGroup === null ? [] : [[item.id, { rank, tieGroup: letter(tieGroup) }] as const],
      ),
    );
  });
}

/** One more system must not have the gaps of a thousand others worked out again. */
const gaps = new WeakMap<Scored, WeakMap<Scored, number | null>>();

function knownGapP(leader: Scored, other: Scored): number | null {
  const known = gaps.get(leader) ?? new WeakMap<Scored, number | null>();
  gaps.set(leader, known);
  const p = known.get(other);
  if (p !== undefined) return p;
  const found = pairedPermutationP(leader.instances, other.instances);
  known.set(other, found);
  return found;
}

/** Resampling takes tens of milliseconds an experiment; its result follows from the counts alone. */
const intervalsMemo = memo<Intervals | null>(5000);
const intervalsOf = (metrics: SetMetrics, fingerprint: string) =>
  intervalsMemo(fingerprint, () => bootstrapIntervals(metrics.instances));
const rankings = memo<Map<string, Place>>(20);

function fingerprintOf({ k, complete, instances }: SetMetrics): string {
  const counts = instances.map((one) =>
    [one.n, one.passedCount, one.parseableCount, one.fileHitCount, one.fileHitAnyCount].join("."),
  );
  return `${k} ${complete} ${counts.join(" ")}`;
}

function estimate(value: number | null | undefined, interval: Interval | undefined): Estimate | null {
  return value === null || value === undefined || !interval ? null : { value, ...interval };
}

function instanceCounts({ instances }: SetMetrics): InstanceCounts {
  const count = (pick: (one: SetMetrics["instances"][number]) => boolean) => instances.filter(pick).length;
  return {
    instances: instances.length,
    parseable: count((one) => one.parseableCount > 0),
    fileHit: count((one) => one.fileHitCount > 0),
    fileHitAny: count((one) => one.fileHitAnyCount > 0),
    solved: count((one) => one.passedCount > 0),
    passAll: count((one) => one.passAll === 1),
  };
}

/** a … z, then aa … */
function letter(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letter(Math.floor(index / 26) - 1) + last;
}
