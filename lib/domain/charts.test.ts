import { describe, expect, it } from "vitest";
import type { BoardEntry } from "./board";
import {
  chartCsv,
  costChart,
  MOST_BARS,
  passesChart,
  repositoriesChart,
  scoreChart,
  timeChart,
} from "./charts";
import type { InstanceMetrics } from "./metrics";
import type { LeaderboardRow } from "./views";

const entry = (agent: string, change: Partial<BoardEntry> = {}) =>
  ({
    agent,
    model: "m",
    temperature: null,
    createdAt: 0,
    score: 0.5,
    cost: null,
    ...change,
  }) as BoardEntry;

const instance = (instanceId: string, passedCount: number, n = 10) =>
  ({ instanceId, passedCount, n }) as InstanceMetrics;

describe("the charts", () => {
  it("draw as many bars as can be told apart, and tell how many systems they leave out", () => {
    const row = (index: number) =>
      ({
        agent: `a${index}`,
        model: "m",
        temperature: null,
        score: { value: 0.1, low: 0, high: 0.2 },
      }) as LeaderboardRow;
    const rows = Array.from({ length: 30 }, (_, index) => row(index));
    const chart = scoreChart(rows, 400);
    expect(chart.rows).toHaveLength(MOST_BARS);
    expect(chart.rows[0]).toEqual({ system: "a0 · m", score: 0.1, low: 0, high: 0.2 });
    expect(chart.omitted).toBe(400 - MOST_BARS);
  });

  it("have one column for each pass@j", () => {
    const passAt = [0.1, 0.2].map((value) => ({ value, low: 0, high: 1 }));
    const chart = passesChart([{ system: entry("a"), passAt }], 1);
    expect(chart.title).toContain("pass@1 to pass@2");
    expect(chart.columns.map((column) => column.key)).toEqual(["system", "pass@1", "pass@2"]);
    expect(chart.rows).toEqual([{ system: "a · m", "pass@1": 0.1, "pass@2": 0.2 }]);
  });

  it("follow the highest Score through time, whatever order the systems come in", () => {
    const chart = timeChart([
      entry("late", { createdAt: 3, score: 0.2 }),
      entry("first", { createdAt: 1, score: 0.1 }),
      entry("open", { createdAt: 2, score: null }),
      entry("middle", { createdAt: 2, score: 0.4 }),
    ]);
    expect(chart.rows.map((row) => [row.system, row.best])).toEqual([
      ["first · m", 0.1],
      ["middle · m", 0.4],
      ["late · m", 0.4],
    ]);
    expect(chartCsv(chart).split("\n")[1]).toBe("first · m,1970-01-01T00:00:00.001Z,0.1,0.1");
  });

  it("draw a cost only where it is told, above nothing and with a Score", () => {
    const cost = (usd: number) => ({ usd, given: 8, of: 10 });
    const chart = costChart([
      entry("told", { cost: cost(0.5) }),
      entry("free", { cost: cost(0) }),
      entry("open", { cost: cost(1), score: null }),
      entry("silent"),
    ]);
    expect(chart.rows).toEqual([{ system: "told · m", cost: 0.5, given: 8, score: 0.5 }]);
  });

  it("count a repository's instances once and its attempts over all systems, the easiest first", () => {
    const systems = [
      [instance("x-1", 10), instance("y-1", 1), instance("y-2", 0)],
      [instance("x-1", 0), instance("y-1", 0), instance("y-2", 0, 5)],
    ];
    const chart = repositoriesChart(systems, (id) => id.slice(0, 1));
    expect(chart.rows).toEqual([
      { repository: "x", rate: 0.5, passed: 10, attempts: 20, solved: 1, instances: 1 },
      { repository: "y", rate: 1 / 35, passed: 1, attempts: 35, solved: 1, instances: 2 },
    ]);
    expect(repositoriesChart([[]], () => "x").rows).toEqual([]);
  });
});
