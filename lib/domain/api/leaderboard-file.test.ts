import { describe, expect, it } from "vitest";
import { csvLines } from "@/tests/support/csv-lines";
import { incompleteRow, leaderboardRow } from "@/tests/support/leaderboard-row";
import { leaderboardApiCsv } from "./csv";
import { leaderboardEntryJson } from "./json";
import { leaderboardEntryJsonSchema } from "./schemas";

const ORIGIN = "https://bench.example.org";
const complete = leaderboardEntryJson(leaderboardRow(), ORIGIN);
const incomplete = leaderboardEntryJson(incompleteRow({ cost: null }), ORIGIN);

describe("a system of the leaderboard as JSON", () => {
  it("is what the document says, complete or not", () => {
    expect(leaderboardEntryJsonSchema.parse(complete)).toEqual(complete);
    expect(leaderboardEntryJsonSchema.parse(incomplete)).toEqual(incomplete);
  });

  it("has unrounded numbers with both ends of their intervals, and counts beside them", () => {
    expect(complete).toMatchObject({
      rank: 1,
      score: 0.25,
      metrics: { "parseable@10": 1, "filehit@10": 0.5, "pass@1": 1 / 3, "pass@10": 0.5 },
      instances: 2,
      instances_solved: 1,
      attempts_passed: 7,
      cost_usd: 0.125,
      cost_attempts: 10,
      project_url: "https://example.org/p",
      logs_url: null,
      url: `${ORIGIN}/experiments/one`,
      submitted_at: "2026-11-29T00:00:00.000Z",
    });
    expect(complete.intervals_95?.["pass@1"]).toEqual({ low: 1 / 6, high: 2 / 3 });
  });

  it("has no number while attempts are missing", () => {
    const { rank, score, metrics, intervals_95, attempts_expected } = incomplete;
    expect([rank, score, metrics, intervals_95]).toEqual([null, null, null, null]);
    expect(attempts_expected).toBe(20);
  });
});

describe("the leaderboard as CSV", () => {
  const [first, second] = csvLines(leaderboardApiCsv([complete, incomplete]));

  it("says what the JSON says, with six decimals", () => {
    expect(first).toMatchObject({
      agent: "agent, with comma",
      score: "0.25",
      score_low: "0.125",
      "pass@1": "0.333333",
      "pass@1_high": "0.666667",
      "pass@10": "0.5",
      instances_solved: "1",
      organisation: "Org",
      verified: "true",
      project_url: "https://example.org/p",
    });
  });

  it("leaves empty what an incomplete system does not have", () => {
    for (const name of ["rank", "tie_group", "score", "score_low", "pass@10", "pass@10_low", "cost_usd"])
      expect(second?.[name], name).toBe("");
    expect(second).toMatchObject({ complete: "false", attempts_expected: "20", cost_attempts: "0" });
  });

  it("has a column for every field of the JSON that is one value", () => {
    const { metrics, intervals_95: _, ...flat } = complete;
    expect(Object.keys(first ?? {})).toEqual(
      expect.arrayContaining([...Object.keys(flat), ...Object.keys(metrics ?? {})]),
    );
  });

  it("is a header alone where nothing is found", () => {
    expect(leaderboardApiCsv([]).trim().split("\n")).toHaveLength(1);
  });
});
