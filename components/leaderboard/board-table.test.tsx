import { describe, expect, it } from "vitest";
import { BOARD_COLUMNS, type BoardColumn, type BoardView, PLAIN_QUERY } from "@/lib/domain/board";
import { SORT_KEYS, type Sort } from "@/lib/domain/leaderboard-order";
import { BOARD_COLUMN_DEFS } from "./board-columns";
import { boardTable } from "./board-table";
import { columnName } from "./column-names";

function viewOf(columns: readonly BoardColumn[], sort: Sort = PLAIN_QUERY.sort): BoardView {
  return {
    set: "golden",
    tabs: [],
    query: { ...PLAIN_QUERY, sort },
    rows: [],
    page: 2,
    pages: 3,
    first: 30,
    total: 75,
    counts: { verified: 75, unverified: 0, incomplete: 0 },
    hidden: { unverified: 0, incomplete: 0 },
    instances: 60,
    k: 10,
    facets: { agents: [], models: [], organisations: [] },
    columns,
    plainColumns: columns,
  };
}

const idsOf = (view: BoardView) =>
  boardTable(view)
    .getHeaderGroups()
    .flatMap((group) => group.headers.map(({ column }) => column.id));

describe("the columns of the leaderboard", () => {
  it("are defined once each, between rank and agent and the box for a comparison", () => {
    expect(BOARD_COLUMN_DEFS.map((one) => one.id ?? ("accessorKey" in one ? one.accessorKey : ""))).toEqual([
      "rank",
      "agent",
      ...BOARD_COLUMNS,
      "compare",
    ]);
  });

  it("stand in the order that is asked for, and the others are not there", () => {
    expect(idsOf(viewOf(["score", "model", "links"]))).toEqual([
      "rank",
      "agent",
      "score",
      "model",
      "links",
      "compare",
    ]);
    expect(idsOf(viewOf([]))).toEqual(["rank", "agent", "compare"]);
    expect(idsOf(viewOf(BOARD_COLUMNS))).toHaveLength(BOARD_COLUMNS.length + 3);
  });

  it("can be sorted by exactly where the address knows such an order", () => {
    const table = boardTable(viewOf(BOARD_COLUMNS));
    const sortable = table.getAllLeafColumns().filter((column) => column.getCanSort());
    expect(sortable.map(({ id }) => id).sort()).toEqual([...SORT_KEYS].sort());
    const byModel = boardTable(viewOf(BOARD_COLUMNS, { key: "model", descending: false }));
    const sorted = byModel.getAllLeafColumns().filter((column) => column.getIsSorted());
    expect(sorted.map((column) => [column.id, column.getIsSorted()])).toEqual([["model", "asc"]]);
  });

  it("have heads of one name, there and where columns are chosen", () => {
    const [group] = boardTable(viewOf(BOARD_COLUMNS)).getHeaderGroups();
    const names = (group?.headers ?? []).slice(2, -1).map((header) => {
      const template = header.column.columnDef.header;
      return typeof template === "function" ? template(header.getContext()) : template;
    });
    expect(names).toEqual(BOARD_COLUMNS.map((one) => columnName(one, 10)));
  });

  it("know which page of how many they stand on", () => {
    const table = boardTable(viewOf(BOARD_COLUMNS));
    expect([table.getPageCount(), table.getCanPreviousPage(), table.getCanNextPage()]).toEqual([
      3,
      true,
      true,
    ]);
  });
});
