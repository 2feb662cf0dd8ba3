import { constructTable, type Table } from "@tanstack/table-core";
import { BOARD_COLUMNS, type BoardView, PAGE_SIZE } from "@/lib/domain/board";
import type { LeaderboardRow } from "@/lib/domain/views";
import { BOARD_COLUMN_DEFS } from "./board-columns";
import { BOARD_FEATURES } from "./board-features";
import { tieBrackets } from "./tie-brackets";

export type BoardTable = Table<typeof BOARD_FEATURES, LeaderboardRow>;

/** The table of one page of the ranking, in the state that its address asks for. */
export function boardTable(view: BoardView): BoardTable {
  const { rows, set, query, columns, k, page, pages, total } = view;
  const byScore = query.sort.key === "score" && query.sort.descending;
  return constructTable({
    features: BOARD_FEATURES,
    columns: BOARD_COLUMN_DEFS,
    data: rows,
    getRowId: (row) => row.experimentId,
    manualSorting: true,
    manualPagination: true,
    rowCount: total,
    pageCount: pages,
    state: {
      columnOrder: ["rank", "agent", ...columns, "compare"],
      columnVisibility: Object.fromEntries(BOARD_COLUMNS.map((one) => [one, columns.includes(one)])),
      sorting: [{ id: query.sort.key, desc: query.sort.descending }],
      pagination: { pageIndex: page - 1, pageSize: PAGE_SIZE },
    },
    // A tie is shown where its systems stand together.
    meta: { set, query, k, brackets: tieBrackets(byScore ? rows : []) },
  });
}
