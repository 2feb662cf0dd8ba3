import { type BoardQuery, boardHref } from "@/lib/domain/board";

/** What the leaderboard shows, all pages of it, as a file. */
export function boardFileHref(set: string, query: BoardQuery, format: "csv" | "json"): string {
  return `${boardHref(set, query, {}, "/api/leaderboard")}&format=${format}`;
}
