import type { LeaderboardRow } from "@/lib/domain/views";

/** Where a row stands in the bracket that ties neighbouring rows. */
export type Bracket = "first" | "middle" | "last" | null;

/** Brackets over neighbouring rows of one tie group; a group of one has none. */
export function tieBrackets(rows: readonly Pick<LeaderboardRow, "tieGroup">[]): Bracket[] {
  return rows.map((row, index) => {
    if (row.tieGroup === null) return null;
    const above = rows[index - 1]?.tieGroup === row.tieGroup;
    const below = rows[index + 1]?.tieGroup === row.tieGroup;
    if (above && below) return "middle";
    return below ? "first" : above ? "last" : null;
  });
}
