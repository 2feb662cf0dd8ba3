import path from "node:path";
import { asc, eq } from "drizzle-orm";
import type { Benchmark } from "@/lib/benchmark/dataset";
import type { Database } from "@/lib/db/client";
import { isListed } from "@/lib/db/queries/visible";
import { experiments, submissions } from "@/lib/db/schema";
import type { ExperimentResult } from "@/lib/domain/experiment";
import { experimentSlug } from "@/lib/domain/experiment-slug";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { buildConfigurationReport, configurationCsv } from "@/lib/domain/report/configuration";
import { toJson } from "@/lib/domain/report/json";
import { buildLeaderboard, leaderboardCsv } from "@/lib/domain/report/leaderboard";
import { buildPassAtKDetails, buildPassAtKReport } from "@/lib/domain/report/pass-at-k";
import type { Leaderboard } from "@/lib/domain/report/schemas";
import { configurationFolder, resultsFolder } from "@/lib/domain/results-folder";
import { loadExperimentResult } from "./experiment-result";

/** A report file: its path below the runs folder and its whole text. */
export type ReportFile = { path: string; text: string };

export type ReportScope = { set?: BenchmarkSet; model?: string; temperature?: string | null; agent?: string };

/** `pass_at_k_report.json` and `pass_at_k_details.json` of one experiment, in its own folder. */
export function experimentReportFiles(
  database: Database,
  experimentId: string,
  benchmark: Benchmark,
): ReportFile[] {
  const row = database.query
    .select({ experiment: experiments, source: submissions.source })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(eq(experiments.id, experimentId))
    .get();
  const result = loadExperimentResult(database.query, experimentId, benchmark);
  if (!row || !result) return [];
  const folder = resultsFolder({ ...row.experiment, source: row.source });
  return [
    { path: path.posix.join(folder, "pass_at_k_report.json"), text: toJson(buildPassAtKReport(result)) },
    { path: path.posix.join(folder, "pass_at_k_details.json"), text: toJson(buildPassAtKDetails(result)) },
  ];
}

export type LeaderboardReports = {
  files: ReportFile[];
  leaderboard: Leaderboard;
  configurations: number;
  leftOut: number;
};

/**
 * The per-configuration reports of a scope and the global index. The index is always built from all
 * experiments, so that refreshing one configuration leaves the entries of the others as they are.
 */
export function leaderboardReports(
  database: Database,
  benchmark: Benchmark,
  options: { scope: ReportScope; includeIncomplete: boolean },
): LeaderboardReports {
  const loaded = loadAll(database, benchmark);
  const chosen = onePerConfiguration(loaded).filter((result) => matches(result, options.scope));
  const files = chosen.flatMap(configurationFiles);
  const leaderboard = buildLeaderboard(
    loaded.map((one) => one.result),
    { includeIncomplete: options.includeIncomplete },
  );
  files.push({ path: "leaderboard.json", text: toJson(leaderboard) });
  files.push({ path: "leaderboard.csv", text: leaderboardCsv(leaderboard) });
  const leftOut = onePerConfiguration(loaded).length - leaderboard.entries.length;
  return { files, leaderboard, configurations: chosen.length, leftOut };
}

function configurationFiles(result: ExperimentResult): ReportFile[] {
  const report = buildConfigurationReport(result);
  const folder = path.posix.join("reports", result.set, configurationFolder(result.identity));
  return [
    { path: path.posix.join(folder, "leaderboard.json"), text: toJson(report) },
    { path: path.posix.join(folder, "leaderboard.csv"), text: configurationCsv(report) },
  ];
}

type Loaded = { result: ExperimentResult; current: boolean };

/** Every public experiment that was neither cancelled nor withdrawn, earlier submissions included: the index lists them as history. */
function loadAll(database: Database, benchmark: Benchmark): Loaded[] {
  return database.query
    .select({ id: experiments.id, current: experiments.current })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(isListed)
    .orderBy(asc(experiments.set), asc(experiments.slug), asc(experiments.createdAt))
    .all()
    .flatMap(({ id, current }) => {
      const result = loadExperimentResult(database.query, id, benchmark, { withoutTests: true });
      return result ? [{ result, current }] : [];
    });
}

/** One report a configuration: the current submission, and an official one before a smoke test. */
function onePerConfiguration(loaded: readonly Loaded[]): ExperimentResult[] {
  const chosen = new Map<string, ExperimentResult>();
  for (const { result, current } of loaded) {
    if (!current) continue;
    const key = `${result.set} ${experimentSlug(result.identity)}`;
    const before = chosen.get(key);
    if (!before || isBetter(result, before)) chosen.set(key, result);
  }
  return [...chosen.values()];
}

/**
 * Of two submitters of one configuration the verified one stands, else whoever came first: nobody takes a place
 * by handing in under the same name.
 */
function isBetter(one: ExperimentResult, before: ExperimentResult): boolean {
  if (one.official !== before.official) return one.official;
  return one.official ? one.verified && !before.verified : true;
}

function matches(result: ExperimentResult, scope: ReportScope): boolean {
  const { agent, model, temperature } = result.identity;
  return (
    (scope.set === undefined || scope.set === result.set) &&
    (scope.agent === undefined || scope.agent === agent) &&
    (scope.model === undefined || scope.model === model) &&
    (scope.temperature === undefined || scope.temperature === temperature)
  );
}
