import { createColumnHelper, metaHelper, tableFeatures } from "@tanstack/table-core";
import { CHOSEN_COLUMNS } from "@/components/ui/server-table";
import type { BoardView } from "@/lib/domain/board";
import type { LeaderboardRow } from "@/lib/domain/views";
import type { Bracket } from "./tie-brackets";

/** How a column is written; what it holds is its cell's. */
export type BoardColumnMeta = {
  headClass?: string;
  cellClass: string;
  /** Stands before the value where a phone shows the row as a card. */
  label?: (row: LeaderboardRow) => string;
  title?: string;
  /** Its cells name the row. */
  rowHead?: boolean;
  /** Its cells bear the bracket of a tie. */
  bracketed?: boolean;
};

/** What cells and heads need of the page that they stand on. */
export type BoardTableMeta = Pick<BoardView, "set" | "query" | "k"> & { brackets: readonly Bracket[] };

export const BOARD_FEATURES = tableFeatures({
  ...CHOSEN_COLUMNS,
  columnMeta: metaHelper<BoardColumnMeta>(),
  tableMeta: metaHelper<BoardTableMeta>(),
});

export const boardColumn = createColumnHelper<typeof BOARD_FEATURES, LeaderboardRow>();
