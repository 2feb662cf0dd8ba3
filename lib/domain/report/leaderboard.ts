import { type CsvColumn, toCsv } from "@/lib/domain/csv";
import type { ExperimentResult } from "@/lib/domain/experiment";
import { experimentSlug } from "@/lib/domain/experiment-slug";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { OFFICIAL_K } from "@/lib/domain/predictions/types";
import { type SetMetrics, setMetrics } from "@/lib/domain/set-metrics";
import { type Ranked, rankSystems } from "@/lib/domain/statistics/ranking";
import { head, namedIntervals, namedMetrics, publishedLogs } from "./parts";
import { type Leaderboard, type LeaderboardEntry, REPORT_VERSION } from "./schemas";

type Measured = { result: ExperimentResult; metrics: SetMetrics; slug: string };
type System = Measured & { earlier: Measured[] };

/**
 * The global index `leaderboard.json`: one entry a system (agent, model, temperature) and set, ranked
 * within the set. Of several submissions of a system the latest complete one stands; the earlier ones are
 * listed with it and never mixed. Incomplete experiments are left out unless asked for, and never ranked.
 */
export function buildLeaderboard(
  results: readonly ExperimentResult[],
  options: { includeIncomplete?: boolean } = {},
): Leaderboard {
  const includeIncomplete = options.includeIncomplete === true;
  const measured = results.map((result) => ({
    result,
    metrics: setMetrics(result),
    slug: experimentSlug(result.identity),
  }));
  const systems = currentSystems(measured.filter((one) => includeIncomplete || one.metrics.complete));
  const entries = BENCHMARK_SETS.flatMap((set) =>
    rankSystems(
      systems.filter((one) => one.result.set === set),
      (one) => one.metrics,
    ).map(entryOf),
  );
  return {
    format: "swe-game-bench leaderboard",
    version: REPORT_VERSION,
    includes_incomplete: includeIncomplete,
    entries,
  };
}

/** One system per set, slug and submitter: its latest complete submission, else its latest. Ordered by slug. */
function currentSystems(measured: readonly Measured[]): System[] {
  const groups = new Map<string, Measured[]>();
  for (const one of measured) {
    const key = `${one.result.set} ${one.slug} ${one.result.submitter ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const systems = [...groups.values()].flatMap((group) => {
    const newestFirst = group.toSorted((a, b) => compare(submittedAt(b), submittedAt(a)));
    const current = newestFirst.find((one) => one.metrics.complete) ?? newestFirst[0];
    return current ? [{ ...current, earlier: newestFirst.filter((one) => one !== current) }] : [];
  });
  return systems.sort((a, b) => compare(a.slug, b.slug));
}

function entryOf({ item, rank, tieGroup }: Ranked<System>): LeaderboardEntry {
  const { result, metrics, earlier } = item;
  const { format: _format, version: _version, ...identity } = head("", result, metrics);
  return {
    rank,
    tie_group: tieGroup === null ? null : tieGroup + 1,
    ...identity,
    score: metrics.score,
    metrics: published(metrics.means ? namedMetrics(metrics.means, metrics.k) : null),
    intervals_95: published(namedIntervals(metrics)),
    submitted_at: result.provenance.submittedAt,
    completed_at: result.provenance.completedAt,
    predictions_digest: result.provenance.predictionsDigest,
    ...publishedLogs(result),
    superseded: earlier.map((one) => ({
      submitted_at: one.result.provenance.submittedAt,
      predictions_digest: one.result.provenance.predictionsDigest,
      score: one.metrics.score,
    })),
  };
}

/** filehit_any is a diagnostic of the configuration reports and no leaderboard metric. */
function published<T>(values: Record<string, T> | null): Record<string, T> | null {
  if (!values) return null;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith("filehit_any@")));
}

const COLUMNS: CsvColumn<LeaderboardEntry>[] = [
  { header: "rank", value: (entry) => entry.rank },
  { header: "tie_group", value: (entry) => entry.tie_group },
  { header: "benchmark_set", value: (entry) => entry.benchmark_set },
  { header: "editor", value: (entry) => entry.editor },
  { header: "agent", value: (entry) => entry.agent },
  { header: "model", value: (entry) => entry.model },
  { header: "temperature", value: (entry) => entry.temperature },
  { header: "k", value: (entry) => entry.k },
  { header: "verified", value: (entry) => entry.verified },
  { header: "complete", value: (entry) => entry.complete },
  { header: "score", value: (entry) => entry.score },
  { header: "score_low", value: (entry) => entry.intervals_95?.score?.low ?? null },
  { header: "score_high", value: (entry) => entry.intervals_95?.score?.high ?? null },
  ...metricNames().map((name) => ({
    header: name,
    value: (entry: LeaderboardEntry) => entry.metrics?.[name] ?? null,
  })),
  { header: "instances_expected", value: (entry) => entry.coverage.instances_expected },
  { header: "instances_complete", value: (entry) => entry.coverage.instances_complete },
  { header: "attempts_expected", value: (entry) => entry.coverage.attempts_expected },
  { header: "attempts_counted", value: (entry) => entry.coverage.attempts_counted },
  { header: "experiment", value: (entry) => entry.experiment },
  { header: "submitted_at", value: (entry) => entry.submitted_at },
  { header: "completed_at", value: (entry) => entry.completed_at },
  { header: "logs", value: (entry) => entry.logs },
  { header: "logs_url", value: (entry) => entry.logs_url },
];

/** The global index as CSV. */
export function leaderboardCsv(leaderboard: Leaderboard): string {
  return toCsv(COLUMNS, leaderboard.entries);
}

function metricNames(): string[] {
  const passes = Array.from({ length: OFFICIAL_K }, (_, index) => `pass@${index + 1}`);
  return [`parseable@${OFFICIAL_K}`, `filehit@${OFFICIAL_K}`, ...passes, `pass^${OFFICIAL_K}`];
}

function submittedAt(one: Measured): string {
  return one.result.provenance.submittedAt ?? "";
}

/** By code units, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
