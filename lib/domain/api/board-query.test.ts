import { describe, expect, it } from "vitest";
import { type BoardQuery, PLAIN_QUERY } from "@/lib/domain/board";
import { boardQueryOf, chartFileHref, leaderboardFileHref } from "./board-query";
import { queries, readQuery } from "./queries";

const FULL: BoardQuery = {
  text: "two words",
  agent: "a & b",
  model: "m",
  organisation: "Org",
  openSource: true,
  unverified: false,
  incomplete: true,
  from: "2026-01-01",
  to: "2026-11-30",
  sort: { key: "cost", descending: false },
  page: 4,
  columns: ["model"],
};
const paramsOf = (href: string) => new URL(href, "http://x").searchParams;

describe("the address of a leaderboard as a file", () => {
  it.each([
    ["the public ranking", PLAIN_QUERY],
    ["all systems", { ...PLAIN_QUERY, unverified: true, incomplete: true }],
    ["everything that can be asked for", FULL],
  ])("is understood by the API as the page's own, all pages of it: %s", (_, query) => {
    const asked = readQuery(queries.leaderboard, paramsOf(leaderboardFileHref("golden", query, "csv")));
    if (asked.status === "refused") throw new Error(asked.message);
    expect(asked.query).toMatchObject({ set: "golden", format: "csv" });
    expect(boardQueryOf(asked.query)).toEqual({ ...query, page: 1, columns: null });
  });

  it("of a chart too, which draws complete systems alone", () => {
    const asked = readQuery(queries.charts, paramsOf(chartFileHref("sample", FULL, "time", "json")));
    if (asked.status === "refused") throw new Error(asked.message);
    expect(asked.query).toMatchObject({ set: "sample", chart: "time", format: "json", verified: true });
    expect(boardQueryOf(asked.query)).toEqual({ ...FULL, incomplete: false, page: 1, columns: null });
  });

  it.each([
    ["chart=score", "set is missing.", "One of golden, candidates, sample, core."],
    ["set=sample&chart=pie", 'chart is "pie", which is not understood.', /^One of score, passes/],
    ["set=sample&chart=score&from=2026-02-30", 'from is "2026-02-30", which is not understood.', /date/],
    ["set=sample&chart=score&sort=luck", 'sort is "luck", which is not understood.', /^One of score, -score/],
    [
      "set=sample&chart=score&unverified=1",
      "There is no parameter unverified.",
      /^Parameters here: set, chart/,
    ],
  ])("is refused with what is wrong: %s", (text, message, mend) => {
    const asked = readQuery(queries.charts, new URLSearchParams(text));
    expect(asked).toMatchObject({ status: "refused", message });
    if (asked.status === "refused") expect(asked.mend).toMatch(mend);
  });
});
