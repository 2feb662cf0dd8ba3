import { type CsvColumn, type CsvValue, toCsv } from "@/lib/domain/csv";
import type {
  ChangeJson,
  ExperimentJson,
  ExperimentLineJson,
  InstanceJson,
  InstanceLineJson,
  LeaderboardEntryJson,
  SetJson,
} from "./json";
import { type AttemptRecord, attemptRecordSchema } from "./schemas";

/** The answers of the API as CSV: the same fields, one row a thing. */

/** Every field of flat rows, in the order of the JSON; lists are joined by blanks. */
function flat<Row extends Record<string, unknown>>(names: readonly (keyof Row & string)[]): CsvColumn<Row>[] {
  return names.map((header) => ({ header, value: (row) => plain(row[header]) }));
}

function plain(value: unknown): CsvValue {
  if (Array.isArray(value)) return value.join(" ");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return null;
}

const SETS: (keyof SetJson)[] = ["set", "editor", "instances", "gated", "experiments", "dataset_hash", "url"];
export const setsCsv = (rows: readonly SetJson[]) => toCsv(flat<SetJson>(SETS), rows);

const ENTRY_HEAD: (keyof LeaderboardEntryJson)[] = [
  "rank",
  "tie_group",
  "set",
  "editor",
  "agent",
  "model",
  "temperature",
  "k",
  "verified",
  "complete",
  "score",
];
const ENTRY_TAIL: (keyof LeaderboardEntryJson)[] = [
  "instances",
  "instances_solved",
  "attempts_passed",
  "attempts_counted",
  "attempts_expected",
  "submitted_at",
  "organisation",
  "open_source",
  "cost_usd",
  "cost_attempts",
  "project_url",
  "logs_url",
  "experiment_id",
  "url",
];

/** Each metric with both ends of its interval. */
export function leaderboardApiCsv(rows: readonly LeaderboardEntryJson[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.metrics ?? {})))];
  return toCsv(
    [
      ...flat<LeaderboardEntryJson>(ENTRY_HEAD),
      ...intervalColumns("score"),
      ...names.flatMap((name) => [
        { header: name, value: (row: LeaderboardEntryJson) => row.metrics?.[name] ?? null },
        ...intervalColumns(name),
      ]),
      ...flat<LeaderboardEntryJson>(ENTRY_TAIL),
    ],
    rows,
  );
}

function intervalColumns(name: string): CsvColumn<LeaderboardEntryJson>[] {
  return [
    { header: `${name}_low`, value: (row) => row.intervals_95?.[name]?.low ?? null },
    { header: `${name}_high`, value: (row) => row.intervals_95?.[name]?.high ?? null },
  ];
}

const LINES: (keyof ExperimentLineJson)[] = [
  "id",
  "set",
  "editor",
  "agent",
  "model",
  "temperature",
  "k",
  "state",
  "official",
  "current",
  "verified",
  "withdrawn",
  "submitted_at",
  "finished_at",
  "predictions_sha256",
  "dataset_hash",
  "harness_version",
  "url",
  "api_url",
];
export const experimentsCsv = (rows: readonly ExperimentLineJson[]) =>
  toCsv(flat<ExperimentLineJson>(LINES), rows);

type MetricRow = { metric: string; value: number | null; low: number | null; high: number | null };

/** One experiment: one line a metric, Score first. */
export function experimentCsv(one: ExperimentJson): string {
  const named = Object.entries({ score: one.score, ...one.metrics });
  const rows: MetricRow[] = named.map(([metric, value]) => {
    const interval = one.intervals_95?.[metric];
    return { metric, value, low: interval?.low ?? null, high: interval?.high ?? null };
  });
  const identity: CsvColumn<MetricRow>[] = [
    { header: "experiment_id", value: () => one.id },
    { header: "set", value: () => one.set },
    { header: "agent", value: () => one.agent },
    { header: "model", value: () => one.model },
    { header: "temperature", value: () => one.temperature },
  ];
  return toCsv([...identity, ...flat<MetricRow>(["metric", "value", "low", "high"])], rows);
}

const RECORD = attemptRecordSchema.keyof().options;
/** The attempts of an experiment, one line each. */
export const attemptsCsv = (rows: readonly AttemptRecord[]) => toCsv(flat<AttemptRecord>(RECORD), rows);

const INSTANCES: (keyof InstanceLineJson)[] = [
  "id",
  "set",
  "title",
  "repository",
  "editor_version",
  "platforms",
  "target_files",
  "gate",
  "gated_at",
  "systems",
  "systems_solved",
  "attempts_passed",
  "attempts_counted",
  "solve_rate",
  "discrimination",
  "median_duration_ms",
  "evaluations",
  "reruns_compared",
  "reruns_different",
  "flake_rate",
  "base_sha",
  "issue_url",
  "repository_url",
  "url",
  "api_url",
];
export const instancesCsv = (rows: readonly InstanceLineJson[]) =>
  toCsv(flat<InstanceLineJson>(INSTANCES), rows);

/** One instance: one line an attempt of every system. */
export function instanceCsv({ id, attempts }: InstanceJson): string {
  const rows = attempts.flatMap(({ experiment_id, system, outcomes }) =>
    outcomes.map(({ run_id, outcome }) => ({ instance_id: id, experiment_id, system, run_id, outcome })),
  );
  return toCsv(flat(["instance_id", "experiment_id", "system", "run_id", "outcome"]), rows);
}

const CHANGES: (keyof ChangeJson)[] = [
  "id",
  "at",
  "kind",
  "actor",
  "set",
  "title",
  "text",
  "url",
  "experiment_url",
];
export const changesCsv = (rows: readonly ChangeJson[]) => toCsv(flat<ChangeJson>(CHANGES), rows);
