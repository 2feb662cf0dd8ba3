import type { LeaderboardRow } from "./views";

/** Columns that the leaderboard can be sorted by, as they stand in its address. */
export const SORT_KEYS = [
  "score",
  "system",
  "parseable",
  "filehit",
  "pass@k",
  "pass@1",
  "coverage",
  "date",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type Sort = { key: SortKey; descending: boolean };

export const DEFAULT_SORT: Sort = { key: "score", descending: true };

/** Reads `sort=score` or `sort=-score` (descending); anything else is the default order. */
export function parseSort(text: string | undefined): Sort {
  const descending = text?.startsWith("-") ?? false;
  const key = SORT_KEYS.find((one) => one === text?.replace(/^-/, ""));
  return key ? { key, descending } : DEFAULT_SORT;
}

export function sortText({ key, descending }: Sort): string {
  return `${descending ? "-" : ""}${key}`;
}

/** The order that a click on a column's head asks for: best first, then the other way round. */
export function nextSort(current: Sort, key: SortKey): Sort {
  if (current.key === key) return { key, descending: !current.descending };
  return { key, descending: key !== "system" };
}

/** Sorts rows; a row without the value stands last in either direction, so it is never first. */
export function sortRows(rows: readonly LeaderboardRow[], sort: Sort): LeaderboardRow[] {
  const direction = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [sortValue(a, sort.key), sortValue(b, sort.key)];
    if (x === null || y === null) return x === y ? byRank(a, b) : x === null ? 1 : -1;
    if (x === y) return byRank(a, b);
    return (x < y ? -1 : 1) * direction;
  });
}

/** Ranked rows by rank, then the others by how far they are, then by name: a total order. */
function byRank(a: LeaderboardRow, b: LeaderboardRow): number {
  const rank = (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY);
  if (rank !== 0 && !Number.isNaN(rank)) return rank;
  const progress = share(b.coverage) - share(a.coverage);
  if (progress !== 0) return progress;
  return systemText(a) < systemText(b) ? -1 : systemText(a) > systemText(b) ? 1 : 0;
}

function sortValue(row: LeaderboardRow, key: SortKey): number | string | null {
  switch (key) {
    case "score":
      return row.score?.value ?? null;
    case "system":
      return systemText(row);
    case "parseable":
      return row.parseable?.value ?? null;
    case "filehit":
      return row.fileHit?.value ?? null;
    case "pass@k":
      return row.passAtK?.value ?? null;
    case "pass@1":
      return row.passAt1?.value ?? null;
    case "coverage":
      return share(row.coverage);
    case "date":
      return row.createdAt;
  }
}

const share = ({ done, expected }: LeaderboardRow["coverage"]) => (expected === 0 ? 0 : done / expected);
const systemText = (row: LeaderboardRow) => `${row.agent}\n${row.model}\n${row.temperature ?? ""}`;
