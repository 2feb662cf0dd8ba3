import { describe, expect, it } from "vitest";
import { UNKNOWN_PROVENANCE } from "@/lib/domain/experiment";
import { experiment, named, record, without } from "./example-experiment";
import { toJson } from "./json";
import { buildLeaderboard, leaderboardCsv } from "./leaderboard";
import { leaderboardSchema } from "./schemas";

describe("the global index", () => {
  it("ranks complete experiments within their set and leaves incomplete ones out", () => {
    const results = [
      experiment(1, { identity: named("weak") }),
      without(experiment(4, { identity: named("open") }), "s-1"),
      experiment(3, { identity: named("strong") }),
      experiment(4, { identity: named("demo"), set: "sample" }),
      experiment(4, { identity: named("smoke"), official: false }),
    ];
    const index = buildLeaderboard(results);
    expect(leaderboardSchema.parse(index)).toEqual(index);
    const rows = (board: typeof index) =>
      board.entries.map((one) => [one.benchmark_set, one.agent, one.rank, one.score]);
    expect(rows(index)).toEqual([
      ["golden", "strong", 1, 0.75],
      ["golden", "weak", 2, 0.25],
      ["sample", "demo", 1, 1],
    ]);
    expect(rows(buildLeaderboard(results, { includeIncomplete: true })).slice(2, 4)).toEqual([
      ["golden", "open", null, null],
      ["golden", "smoke", null, null],
    ]);
  });

  it("does not publish filehit_any and copies logs only when they may be published", () => {
    const of = (logsUrl: string | null) =>
      buildLeaderboard([experiment(1, { logs: "public", logsUrl })]).entries[0];
    expect(of("https://example.org/logs")).toMatchObject({
      logs: "public",
      logs_url: "https://example.org/logs",
    });
    expect(Object.keys(of(null)?.metrics ?? {})).not.toContain("filehit_any@10");
    const unsafe = [
      "http://example.org/",
      "http://169.254.169.254/",
      "https://2852039166/",
      "https://[::ffff:169.254.169.254]/",
      "https://0x7f.1/",
      "javascript:alert(1)",
      "java\nscript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "https://u:p@example.org/x",
      "//host/x",
    ];
    for (const url of unsafe) expect([url, of(url)?.logs_url]).toEqual([url, "unavailable"]);
  });

  it("keeps two agents with one model and temperature apart (D13)", () => {
    const { entries } = buildLeaderboard([
      experiment(1, { identity: named("agent-a") }),
      experiment(1, { identity: named("agent-b") }),
    ]);
    expect(entries.map((one) => [one.agent, one.rank])).toEqual([
      ["agent-a", 1],
      ["agent-b", 1],
    ]);
    expect(new Set(entries.map((one) => one.experiment)).size).toBe(2);
  });

  it("shows the latest complete submission of a system and keeps the earlier ones beside it (D15)", () => {
    const on = (day: number) => ({
      provenance: { ...UNKNOWN_PROVENANCE, submittedAt: `2026-01-0${day}T00:00:00Z` },
    });
    const results = [experiment(4, on(1)), experiment(2, on(2)), without(experiment(4, on(3)), "s-1")];
    for (const includeIncomplete of [false, true]) {
      const { entries } = buildLeaderboard(results, { includeIncomplete });
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({
        score: 0.5,
        submitted_at: "2026-01-02T00:00:00Z",
        coverage: { attempts_counted: 40 },
      });
      expect(entries[0]?.superseded.map((one) => one.score)).toEqual(includeIncomplete ? [null, 1] : [1]);
    }
  });

  it("is the same whatever the order of experiments, also between equal Scores", () => {
    const results = ["c", "a", "b"].map((agent) => experiment(2, { identity: named(agent) }));
    expect(toJson(buildLeaderboard(results.toReversed()))).toBe(toJson(buildLeaderboard(results)));
  });

  it("is written as CSV with one line an entry", () => {
    const csv = leaderboardCsv(buildLeaderboard([experiment(1, { identity: named("=cmd") })]));
    expect(record(csv, 1)).toMatchObject({
      rank: "1",
      benchmark_set: "golden",
      agent: "'=cmd",
      temperature: "",
      verified: "false",
      score: "0.25",
      "pass@10": "0.25",
      "pass^10": "0.25",
      logs_url: "unavailable",
    });
  });
});
