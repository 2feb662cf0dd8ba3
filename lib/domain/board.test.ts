import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BOARD_COLUMNS,
  type BoardQuery,
  boardHref,
  boardParams,
  facetsOf,
  filterBoard,
  isFiltered,
  PLAIN_QUERY,
  pageOf,
  parseBoardQuery,
} from "./board";
import { SORT_KEYS } from "./leaderboard-order";

const read = (search: string) => parseBoardQuery(new URLSearchParams(search));

const words = fc.string({ maxLength: 12 }).map((text) => text.trim());
const word = fc.option(
  words.filter((text) => text !== ""),
  { nil: null },
);
const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const queries: fc.Arbitrary<BoardQuery> = fc.record({
  text: words,
  agent: word,
  model: word,
  organisation: word,
  openSource: fc.boolean(),
  unverified: fc.boolean(),
  incomplete: fc.boolean(),
  from: fc.option(day, { nil: null }),
  to: fc.option(day, { nil: null }),
  sort: fc.record({ key: fc.constantFrom(...SORT_KEYS), descending: fc.boolean() }),
  page: fc.integer({ min: 1, max: 500 }),
  columns: fc.option(fc.subarray([...BOARD_COLUMNS]), { nil: null }),
});

describe("the address of a leaderboard", () => {
  it("says everything that is asked for, and is read back", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const search = new URLSearchParams(boardParams(query)).toString();
        expect(read(search)).toEqual(query);
      }),
    );
  });

  it("is empty for the public ranking, and a change of anything goes back to the first page", () => {
    expect(boardParams(PLAIN_QUERY)).toEqual([]);
    expect(boardHref("golden", { ...PLAIN_QUERY, page: 3 }, { unverified: true })).toBe(
      "/?set=golden&unverified=1",
    );
    expect(boardHref("golden", PLAIN_QUERY, { page: 2 }, "/charts")).toBe("/charts?set=golden&page=2");
  });

  it("may hold anything: what is not understood is as if it were not there", () => {
    const odd = "page=0&from=2026-02-31&to=yesterday&sort=;drop&unverified=yes&open=&agent=%20&q=&x=1";
    expect(read(odd)).toEqual(PLAIN_QUERY);
    expect(read("page=1e99").page).toBe(1);
    expect(read("page=-1").page).toBe(1);
    expect(read("col=score&col=nonsense").columns).toEqual(["score"]);
    expect(read(`q=${"a".repeat(5000)}`).text).toHaveLength(200);
  });

  it("tells whether it filters: the switch to unverified systems is no filter", () => {
    expect(isFiltered({ ...PLAIN_QUERY, unverified: true, incomplete: true, page: 2 })).toBe(false);
    expect(isFiltered({ ...PLAIN_QUERY, text: "a" })).toBe(true);
    expect(isFiltered({ ...PLAIN_QUERY, to: "2026-01-01" })).toBe(true);
  });
});

const row = (agent: string, change: object = {}) => ({
  agent,
  model: "Model-Large",
  temperature: null as string | null,
  organisation: null as string | null,
  openSource: false,
  verified: true,
  complete: true,
  createdAt: Date.UTC(2026, 10, 29, 23, 59),
  ...change,
});
const shown = (rows: ReturnType<typeof row>[], change: Partial<BoardQuery>) =>
  filterBoard(rows, { ...PLAIN_QUERY, ...change }).map((one) => one.agent);

describe("what a leaderboard shows", () => {
  const rows = [
    row("verified"),
    row("unverified", { verified: false }),
    row("incomplete", { verified: false, complete: false }),
  ];

  it("is what is verified and complete, and the rest where it is asked for", () => {
    expect(shown(rows, {})).toEqual(["verified"]);
    expect(shown(rows, { unverified: true })).toEqual(["verified", "unverified"]);
    expect(shown(rows, { incomplete: true })).toEqual(["verified", "incomplete"]);
    expect(shown(rows, { incomplete: true, unverified: true })).toHaveLength(3);
  });

  it("has all words of the search in the names, in any case and order", () => {
    const list = [row("Repair-Bot", { temperature: "0.2", organisation: "Example Lab" }), row("other")];
    expect(shown(list, { text: "LARGE bot" })).toEqual(["Repair-Bot"]);
    expect(shown(list, { text: "lab t 0.2" })).toEqual(["Repair-Bot"]);
    expect(shown(list, { text: "large" })).toHaveLength(2);
    expect(shown(list, { text: "large nothing" })).toEqual([]);
  });

  it("has exactly the agent, the model and the organisation that are chosen, and days with both ends", () => {
    const list = [row("a", { organisation: "x", openSource: true }), row("ab", { model: "m" })];
    expect(shown(list, { agent: "a" })).toEqual(["a"]);
    expect(shown(list, { model: "m" })).toEqual(["ab"]);
    expect(shown(list, { organisation: "x" })).toEqual(["a"]);
    expect(shown(list, { openSource: true })).toEqual(["a"]);
    expect(shown(list, { from: "2026-11-29", to: "2026-11-29" })).toHaveLength(2);
    expect(shown(list, { from: "2026-11-30" })).toEqual([]);
    expect(shown(list, { to: "2026-11-28" })).toEqual([]);
  });
});

describe("pages and choices", () => {
  it("cut rows into pages that together are all rows, and give the last page for one too far", () => {
    const rows = Array.from({ length: 120 }, (_, index) => index);
    const all = [1, 2, 3].flatMap((page) => pageOf(rows, page, 50).rows);
    expect(all).toEqual(rows);
    expect(pageOf(rows, 99, 50)).toMatchObject({ page: 3, pages: 3, first: 100 });
    expect(pageOf([], 1, 50)).toEqual({ rows: [], page: 1, pages: 1, first: 0 });
  });

  it("list the commonest values by name, and always the chosen one", () => {
    const rows = ["b", "a", "b", null, "c"];
    expect(facetsOf(rows, (one) => one, null)).toEqual([
      { value: "a", count: 1 },
      { value: "b", count: 2 },
      { value: "c", count: 1 },
    ]);
    const many = Array.from({ length: 300 }, (_, index) => `m${index}`);
    const facets = facetsOf([...many, ...many.slice(0, 5)], (one) => one, "m299");
    expect(facets).toHaveLength(101);
    expect(facets.map((one) => one.value)).toContain("m299");
    expect(facetsOf([], (one: string) => one, "gone")).toEqual([{ value: "gone", count: 0 }]);
  });
});
