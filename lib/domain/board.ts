import type { BenchmarkSet } from "./instance";
import { DEFAULT_SORT, parseSort, type Sort, sortText } from "./leaderboard-order";
import type { LeaderboardRow, SetTab } from "./views";

/** Rows of a page of the leaderboard: enough to compare, few enough to be drawn and sent quickly. */
export const PAGE_SIZE = 30;

/** Columns that a reader may choose; rank and agent always stand. */
export const BOARD_COLUMNS = [
  "model",
  "temperature",
  "organisation",
  "score",
  "parseable",
  "filehit",
  "pass@k",
  "pass@1",
  "attempts",
  "coverage",
  "cost",
  "date",
  "verified",
  "links",
] as const;
export type BoardColumn = (typeof BOARD_COLUMNS)[number];

/** What the address of a leaderboard asks for. */
export type BoardQuery = {
  text: string;
  agent: string | null;
  model: string | null;
  organisation: string | null;
  openSource: boolean;
  /** The public ranking is that of the verified systems; others are shown, and ranked, where asked for. */
  unverified: boolean;
  /** Without a rank, hence only where asked for. */
  incomplete: boolean;
  /** First and last day of submission, in UTC: "2026-11-29". */
  from: string | null;
  to: string | null;
  sort: Sort;
  page: number;
  /** null: those that have something to show. */
  columns: readonly BoardColumn[] | null;
};

export const PLAIN_QUERY: BoardQuery = {
  text: "",
  agent: null,
  model: null,
  organisation: null,
  openSource: false,
  unverified: false,
  incomplete: false,
  from: null,
  to: null,
  sort: DEFAULT_SORT,
  page: 1,
  columns: null,
};

type Entries = Iterable<readonly [string, string]>;
/** Longer words than any name; an address may hold anything. */
const MOST_CHARACTERS = 200;
const MOST_PAGES = 100_000;

/** Reads an address; what it does not understand is as if it were not there. */
export function parseBoardQuery(entries: Entries): BoardQuery {
  const all = [...entries];
  const one = (name: string) =>
    all
      .find(([key]) => key === name)?.[1]
      .trim()
      .slice(0, MOST_CHARACTERS) ?? "";
  const word = (name: string) => one(name) || null;
  const on = (name: string) => one(name) === "1";
  const columns = all.flatMap(([key, value]) => (key === "col" ? [value] : []));
  const page = Number(one("page"));
  return {
    text: one("q"),
    agent: word("agent"),
    model: word("model"),
    organisation: word("org"),
    openSource: on("open"),
    unverified: on("unverified"),
    incomplete: on("incomplete"),
    from: dayOf(one("from")),
    to: dayOf(one("to")),
    sort: parseSort(one("sort")),
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
    columns: columns.length > 0 ? BOARD_COLUMNS.filter((column) => columns.includes(column)) : null,
  };
}

/** The parameters of a query, without those that say what holds anyway: one query has one address. */
export function boardParams(query: BoardQuery): [string, string][] {
  const { sort, columns, page } = query;
  const words: [string, string | null][] = [
    ["q", query.text],
    ["agent", query.agent],
    ["model", query.model],
    ["org", query.organisation],
    ["open", query.openSource ? "1" : null],
    ["unverified", query.unverified ? "1" : null],
    ["incomplete", query.incomplete ? "1" : null],
    ["from", query.from],
    ["to", query.to],
    ["sort", sortText(sort) === sortText(DEFAULT_SORT) ? null : sortText(sort)],
    ["page", page === 1 ? null : String(page)],
  ];
  // A reader who wants no optional column at all asks for a word that is none.
  const chosen = columns && columns.length === 0 ? ["none"] : (columns ?? []);
  return [
    ...words.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
    ...chosen.map((column): [string, string] => ["col", column]),
  ];
}

/** The address of a leaderboard, or of a page that takes the same parameters. */
export function boardHref(
  set: string,
  query: BoardQuery,
  change: Partial<BoardQuery> = {},
  path = "/",
): string {
  const params = new URLSearchParams([["set", set], ...boardParams({ ...query, page: 1, ...change })]);
  return `${path}?${params}`;
}

/** Whether a query leaves anything out beyond what the public ranking leaves out. */
export function isFiltered(query: BoardQuery): boolean {
  const { text, agent, model, organisation, from, to, openSource } = query;
  return openSource || [text, agent, model, organisation, from, to].some((one) => one !== null && one !== "");
}

/** A row before its intervals are worked out, which is done for the rows of one page only. */
export type BoardMetric = "score" | "parseable" | "fileHit" | "passAtK" | "passAt1";
export type BoardEntry = Omit<LeaderboardRow, BoardMetric> & Record<BoardMetric, number | null>;
type Filterable = Pick<
  BoardEntry,
  "agent" | "model" | "temperature" | "organisation" | "openSource" | "verified" | "complete" | "createdAt"
>;

/** Whether a row belongs to the part of the set that is shown: its ranking, and more where asked for. */
export function isShown(
  row: Pick<Filterable, "complete" | "verified">,
  { unverified, incomplete }: Pick<BoardQuery, "unverified" | "incomplete">,
): boolean {
  return row.complete ? row.verified || unverified : incomplete;
}

/** The rows that a query asks for, in their given order. */
export function filterBoard<Row extends Filterable>(rows: readonly Row[], query: BoardQuery): Row[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const from = query.from === null ? Number.NEGATIVE_INFINITY : Date.parse(query.from);
  const end = query.to === null ? Number.POSITIVE_INFINITY : Date.parse(query.to) + DAY_MS;
  return rows.filter(
    (row) =>
      isShown(row, query) &&
      (query.agent === null || row.agent === query.agent) &&
      (query.model === null || row.model === query.model) &&
      (query.organisation === null || row.organisation === query.organisation) &&
      (!query.openSource || row.openSource) &&
      row.createdAt >= from &&
      row.createdAt < end &&
      (words.length === 0 || hasWords(row, words)),
  );
}

const DAY_MS = 86_400_000;

function hasWords(row: Filterable, words: readonly string[]): boolean {
  const temperature = row.temperature === null ? "" : `t ${row.temperature}`;
  const text = `${row.agent}\n${row.model}\n${temperature}\n${row.organisation ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** A day that exists, or none. */
function dayOf(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : text;
}

export type Page<Row> = { rows: Row[]; page: number; pages: number; first: number };

/** One page of rows; a page that does not exist is the last one. */
export function pageOf<Row>(rows: readonly Row[], asked: number, size = PAGE_SIZE): Page<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(asked, pages);
  const first = (page - 1) * size;
  return { rows: rows.slice(first, first + size), page, pages, first };
}

/** A value to filter by and how many rows have it. */
export type Facet = { value: string; count: number };
/** A list that somebody reads through; the search finds the others. */
const MOST_FACETS = 100;

/** The values of one field, in alphabetical order: the commonest hundred, and the one that is chosen. */
export function facetsOf<Row>(
  rows: readonly Row[],
  pick: (row: Row) => string | null,
  chosen: string | null,
): Facet[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = pick(row);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const all = [...counts].map(([value, count]) => ({ value, count }));
  const commonest = all.sort((a, b) => b.count - a.count || compare(a.value, b.value)).slice(0, MOST_FACETS);
  const listed = chosen === null || commonest.some(({ value }) => value === chosen);
  const facets = listed ? commonest : [...commonest, { value: chosen, count: counts.get(chosen) ?? 0 }];
  return facets.sort((a, b) => compare(a.value, b.value));
}

/** The leaderboard of a set as an address asks for it: one page of rows, and what to choose from. */
export type BoardView = {
  set: BenchmarkSet;
  tabs: SetTab[];
  query: BoardQuery;
  rows: LeaderboardRow[];
  page: number;
  pages: number;
  /** Rows before this page, and all that the query finds. */
  first: number;
  total: number;
  /** All systems of the set, found or not. */
  counts: { verified: number; unverified: number; incomplete: number };
  /** What the two switches would add to what the query finds. */
  hidden: { unverified: number; incomplete: number };
  instances: number;
  k: number;
  facets: { agents: Facet[]; models: Facet[]; organisations: Facet[] };
  columns: readonly BoardColumn[];
  /** What stands where the reader chooses no columns. */
  plainColumns: readonly BoardColumn[];
};

/** Columns that stand unless others are chosen: those that the shown systems have something for. */
export function plainColumns(
  rows: readonly Pick<BoardEntry, "cost" | "links">[],
  { incomplete }: Pick<BoardQuery, "incomplete">,
): BoardColumn[] {
  const idle = new Set<BoardColumn>(["organisation"]);
  if (!incomplete) idle.add("coverage");
  if (rows.every((row) => row.cost === null)) idle.add("cost");
  if (rows.every(({ links }) => links.project === null && links.logs === null)) idle.add("links");
  return BOARD_COLUMNS.filter((column) => !idle.has(column));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
