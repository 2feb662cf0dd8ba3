import { leaderboardEntryJson } from "./api/json";
import { type CsvColumn, toCsv } from "./csv";
import type { Estimate, LeaderboardRow } from "./views";

/** What a leaderboard shows as JSON: the rows of the API with what the submitter tells. */
export function boardJson(rows: readonly LeaderboardRow[], origin: string) {
  return rows.map((row) => ({
    ...leaderboardEntryJson(row, origin),
    organisation: row.organisation,
    open_source: row.openSource,
    project_url: row.links.project,
    logs_url: row.links.logs,
    cost_usd_per_attempt: row.cost?.usd ?? null,
    cost_given_for_attempts: row.cost?.given ?? 0,
  }));
}

/** The same as CSV, one row a system. */
export function boardCsv(rows: readonly LeaderboardRow[], origin: string): string {
  const k = rows[0]?.k ?? 10;
  const columns: CsvColumn<LeaderboardRow>[] = [
    { header: "rank", value: (row) => row.rank },
    { header: "tie_group", value: (row) => row.tieGroup },
    { header: "set", value: (row) => row.set },
    { header: "agent", value: (row) => row.agent },
    { header: "model", value: (row) => row.model },
    { header: "temperature", value: (row) => row.temperature },
    ...estimateColumns("score", (row) => row.score),
    ...estimateColumns(`parseable@${k}`, (row) => row.parseable),
    ...estimateColumns(`filehit@${k}`, (row) => row.fileHit),
    ...estimateColumns("pass@1", (row) => row.passAt1),
    ...estimateColumns(`pass@${k}`, (row) => row.passAtK),
    { header: "instances", value: (row) => row.counts.instances },
    { header: "instances_solved", value: (row) => row.counts.solved },
    { header: "attempts_passed", value: (row) => row.attempts.passed },
    { header: "attempts_counted", value: (row) => row.attempts.counted },
    { header: "attempts_expected", value: (row) => row.coverage.expected },
    { header: "complete", value: (row) => row.complete },
    { header: "verified", value: (row) => row.verified },
    { header: "submitted_at", value: (row) => new Date(row.createdAt).toISOString() },
    { header: "organisation", value: (row) => row.organisation },
    { header: "open_source", value: (row) => row.openSource },
    { header: "cost_usd_per_attempt", value: (row) => row.cost?.usd ?? null },
    { header: "cost_given_for_attempts", value: (row) => row.cost?.given ?? 0 },
    { header: "project_url", value: (row) => row.links.project },
    { header: "logs_url", value: (row) => row.links.logs },
    { header: "experiment_id", value: (row) => row.experimentId },
    { header: "url", value: (row) => origin + row.href },
  ];
  return toCsv(columns, rows);
}

function estimateColumns(
  name: string,
  pick: (row: LeaderboardRow) => Estimate | null,
): CsvColumn<LeaderboardRow>[] {
  return [
    { header: name, value: (row) => pick(row)?.value ?? null },
    { header: `${name}_low`, value: (row) => pick(row)?.low ?? null },
    { header: `${name}_high`, value: (row) => pick(row)?.high ?? null },
  ];
}
