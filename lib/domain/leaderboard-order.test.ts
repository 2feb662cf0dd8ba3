import { describe, expect, it } from "vitest";
import { DEFAULT_SORT, nextSort, parseSort, SORT_KEYS, sortRows, sortText } from "./leaderboard-order";
import type { LeaderboardRow } from "./views";

function row(agent: string, score: number | null, rank: number | null, done = 10): LeaderboardRow {
  const estimate = score === null ? null : { value: score, low: score, high: score };
  return {
    agent,
    model: "m",
    temperature: null,
    experimentId: agent,
    href: "",
    set: "sample",
    k: 10,
    rank,
    tieGroup: null,
    score: estimate,
    parseable: estimate,
    fileHit: estimate,
    passAtK: estimate,
    passAt1: estimate,
    counts: { instances: 1, parseable: 0, fileHit: 0, fileHitAny: 0, solved: 0, passAll: 0 },
    attempts: { counted: 0, passed: 0 },
    coverage: { done, expected: 10, running: 0 },
    verified: false,
    complete: score !== null,
    stalled: false,
    createdAt: 0,
    organisation: null,
    openSource: false,
    links: { project: null, logs: null },
    cost: null,
    strip: [],
  };
}

const names = (rows: readonly LeaderboardRow[]) => rows.map((one) => one.agent).join("");

describe("the order of the leaderboard", () => {
  it("puts a row without a Score below all others, in either direction (D17)", () => {
    const rows = [row("a", 0.4, 1), row("n", null, null), row("b", 0.2, 2), row("z", 0, 3)];
    expect(names(sortRows(rows, DEFAULT_SORT))).toBe("abzn");
    expect(names(sortRows(rows, { key: "score", descending: false }))).toBe("zban");
    expect(names(sortRows([...rows].reverse(), DEFAULT_SORT))).toBe("abzn");
  });

  it("puts what is further on its way first among those without a Score, then goes by name", () => {
    const rows = [
      row("d", null, null, 0),
      row("c", null, null, 0),
      row("b", null, null, 7),
      row("a", 0.1, 1),
    ];
    expect(names(sortRows(rows, DEFAULT_SORT))).toBe("abcd");
  });

  it("is the same for any order of the rows, whatever the column", () => {
    const rows = [row("a", 0.4, 1), row("b", 0.4, 1), row("c", null, null), row("d", 0.1, 3)];
    for (const key of SORT_KEYS) {
      for (const descending of [true, false]) {
        const sorted = names(sortRows(rows, { key, descending }));
        expect(names(sortRows([...rows].reverse(), { key, descending }))).toBe(sorted);
      }
    }
  });

  it("is written in the address and read back; nonsense is the default", () => {
    for (const key of SORT_KEYS) {
      for (const descending of [true, false]) {
        expect(parseSort(sortText({ key, descending }))).toEqual({ key, descending });
      }
    }
    for (const text of [undefined, "", "-", "rank", "score;drop", "--score"]) {
      expect(parseSort(text)).toEqual(DEFAULT_SORT);
    }
  });

  it("understands the addresses from when agent and model were one column", () => {
    expect(parseSort("system")).toEqual({ key: "agent", descending: false });
  });

  it("reads temperatures as numbers, and puts a system without one, or without a cost, last", () => {
    const with_ = (agent: string, temperature: string | null, usd: number | null) => ({
      ...row(agent, 0.1, 1),
      temperature,
      cost: usd === null ? null : { usd, given: 1, of: 1 },
    });
    const rows = [with_("a", "10", null), with_("b", null, 2), with_("c", "0.8", 0.5)];
    expect(names(sortRows(rows, { key: "temperature", descending: false }))).toBe("cab");
    expect(names(sortRows(rows, { key: "temperature", descending: true }))).toBe("acb");
    expect(names(sortRows(rows, { key: "cost", descending: false }))).toBe("cba");
    expect(names(sortRows(rows, { key: "cost", descending: true }))).toBe("bca");
  });

  it("turns round at a second click, and begins with the best, or with A", () => {
    expect(nextSort(DEFAULT_SORT, "score")).toEqual({ key: "score", descending: false });
    expect(nextSort(DEFAULT_SORT, "pass@1")).toEqual({ key: "pass@1", descending: true });
    expect(nextSort(DEFAULT_SORT, "agent")).toEqual({ key: "agent", descending: false });
    expect(nextSort(DEFAULT_SORT, "cost")).toEqual({ key: "cost", descending: false });
  });
});
