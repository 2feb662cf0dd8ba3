import { describe, expect, it } from "vitest";
import type { ComparisonView } from "@/lib/domain/comparison-view";
import { csvLines } from "@/tests/support/csv-lines";
import { comparedSystem, gridRow, incompleteRow, leaderboardRow } from "@/tests/support/leaderboard-row";
import { comparedInstancesCsv, comparisonJson, pairsCsv } from "./comparison";
import { comparisonJsonSchema } from "./schemas";

const VIEW: ComparisonView = {
  set: "golden",
  tabs: [],
  k: 3,
  systems: [comparedSystem("A", leaderboardRow()), comparedSystem("B", incompleteRow())],
  unknown: [],
  pairs: [
    {
      first: 0,
      second: 1,
      difference: null,
      interval: null,
      p: null,
      adjustedP: null,
      solved: { both: 1, onlyFirst: 2, onlySecond: 0, neither: 3 },
      mcNemarP: 0.5,
      adjustedMcNemarP: 0.5,
      effect: 0.5,
    },
  ],
  instances: [
    {
      id: "game-1",
      href: "/instances/game-1",
      overlap: "one",
      differs: true,
      rows: [gridRow("one", ["passed", "failed", "passed"]), gridRow("two", ["compile-error", null, null])],
    },
    {
      id: "game-2",
      href: "/instances/game-2",
      overlap: "none",
      differs: false,
      rows: [gridRow("one", ["failed", "failed", "failed"]), gridRow("two", ["failed", "failed", null])],
    },
  ],
  alone: [1, 0],
};

describe("a comparison as JSON", () => {
  const json = comparisonJson(VIEW, "https://bench.example.org");

  it("is what the document says", () => {
    expect(comparisonJsonSchema.parse(json)).toEqual(json);
  });

  it("has the systems as the leaderboard has them, and pairs and attempts by their ids", () => {
    expect(json.systems.map((one) => [one.letter, one.experiment_id, one.score])).toEqual([
      ["A", "one", 0.25],
      ["B", "two", null],
    ]);
    expect(json.pairs).toMatchObject([{ first: "one", second: "two", cohens_g: 0.5 }]);
    expect(json.instances[0]).toMatchObject({ instance_id: "game-1", solved_by: "one", differs: true });
    expect(json.instances[0]?.systems[1]).toEqual({
      experiment_id: "two",
      attempts_passed: 0,
      attempts_counted: 1,
      outcomes: [
        { run_id: 1, outcome: "compile-error" },
        { run_id: 2, outcome: null },
        { run_id: 3, outcome: null },
      ],
    });
  });
});

describe("a comparison as CSV", () => {
  it("has a line a pair that names both systems, and leaves empty what an incomplete one does not have", () => {
    expect(pairsCsv(VIEW).trim().split("\n")).toEqual([
      "first,second,score_difference,score_difference_low,score_difference_high,permutation_p,permutation_p_holm,solved_by_both,solved_by_first_only,solved_by_second_only,solved_by_neither,mcnemar_p,mcnemar_p_holm,cohens_g",
      "one,two,,,,,,1,2,0,3,0.5,0.5,0.5",
    ]);
  });

  it("has a line an instance and system, with the outcome of each run", () => {
    const lines = csvLines(comparedInstancesCsv(VIEW));
    expect(lines.map((one) => [one.instance_id, one.experiment_id, one.attempts_passed])).toEqual([
      ["game-1", "one", "2"],
      ["game-1", "two", "0"],
      ["game-2", "one", "0"],
      ["game-2", "two", "0"],
    ]);
    expect(lines[0]).toMatchObject({ agent: "agent, with comma", solved_by: "one", differs: "true" });
    expect(lines[1]).toMatchObject({ run_1: "compile-error", run_2: "", run_3: "", attempts_counted: "1" });
  });
});
