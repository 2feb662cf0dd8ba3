import type { Estimate, LeaderboardRow } from "./views";

/** Columns that the leaderboard can be sorted by, as they stand in its address. */
export const SORT_KEYS = [
  "score",
  "agent",
  "model",
  "temperature",
  "parseable",
  "filehit",
  "pass@k",
  "pass@1",
  "coverage",
  "date",
  "verified",
  "cost",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type Sort = { key: SortKey; descending: boolean };

/** A metric with its interval, or alone where the interval has not been worked out. */
type Value = Estimate | number | null;
type Metric = "score" | "parseable" | "fileHit" | "passAtK" | "passAt1";
/** What an order looks at: a row of the leaderboard, or one before its intervals are known. */
export type Sortable = Pick<
  LeaderboardRow,
  "agent" | "model" | "temperature" | "rank" | "coverage" | "createdAt" | "verified" | "cost"
> &
  Record<Metric, Value>;

/** Columns whose order begins with the smallest: names from A, and the cheapest first. */
const RISING: readonly SortKey[] = ["agent", "model", "temperature", "cost"];

export const DEFAULT_SORT: Sort = { key: "score", descending: true };

/** Reads `sort=score` or `sort=-score` (descending); anything else is the default order. */
export function parseSort(text: string | undefined): Sort {
  const descending = text?.startsWith("-") ?? false;
  const word = text?.replace(/^-/, "");
  // Addresses that were given out before agent and model had columns of their own.
  const key = word === "system" ? "agent" : SORT_KEYS.find((one) => one === word);
  return key ? { key, descending } : DEFAULT_SORT;
}

export function sortText({ key, descending }: Sort): string {
  return `${descending ? "-" : ""}${key}`;
}

/** The order that a click on a column's head asks for: best first, then the other way round. */
export function nextSort(current: Sort, key: SortKey): Sort {
  if (current.key === key) return { key, descending: !current.descending };
  return { key, descending: !RISING.includes(key) };
}

/** Sorts rows; a row without the value stands last in either direction, so it is never first. */
export function sortRows<Row extends Sortable>(rows: readonly Row[], sort: Sort): Row[] {
  const direction = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [sortValue(a, sort.key), sortValue(b, sort.key)];
    if (x === null || y === null) return x === y ? byRank(a, b) : x === null ? 1 : -1;
    if (x === y) return byRank(a, b);
    return (x < y ? -1 : 1) * direction;
  });
}

/** Ranked rows by rank, then the others by how far they are, then by name: a total order. */
function byRank(a: Sortable, b: Sortable): number {
  const rank = (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY);
  if (rank !== 0 && !Number.isNaN(rank)) return rank;
  const progress = share(b.coverage) - share(a.coverage);
  if (progress !== 0) return progress;
  return systemText(a) < systemText(b) ? -1 : systemText(a) > systemText(b) ? 1 : 0;
}

const METRICS: Partial<Record<SortKey, Metric>> = {
  score: "score",
  parseable: "parseable",
  filehit: "fileHit",
  "pass@k": "passAtK",
  "pass@1": "passAt1",
};

function sortValue(row: Sortable, key: SortKey): number | string | null {
  const metric = METRICS[key];
  if (metric) return numberOf(row[metric]);
  switch (key) {
    case "model":
      return row.model;
    case "temperature":
      return row.temperature === null ? null : Number(row.temperature);
    case "coverage":
      return share(row.coverage);
    case "date":
      return row.createdAt;
    case "verified":
      return row.verified ? 1 : 0;
    case "cost":
      return row.cost?.usd ?? null;
    default:
      return systemText(row);
  }
}

const numberOf = (value: Value) => (typeof value === "number" ? value : (value?.value ?? null));
const share = ({ done, expected }: Sortable["coverage"]) => (expected === 0 ? 0 : done / expected);
const systemText = (row: Sortable) => `${row.agent}\n${row.model}\n${row.temperature ?? ""}`;
