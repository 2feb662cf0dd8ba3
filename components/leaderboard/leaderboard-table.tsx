import type { Column, Header, Row } from "@tanstack/table-core";
import { flexRender } from "@tanstack/table-core/flex-render";
import type { ReactNode } from "react";
import { SORT_ARROWS, SORT_WORDS } from "@/components/ui/server-table";
import { AS } from "@/components/ui/table-roles";
import { type BoardView, boardHref } from "@/lib/domain/board";
import { nextSort, SORT_KEYS } from "@/lib/domain/leaderboard-order";
import type { LeaderboardRow } from "@/lib/domain/views";
import type { BOARD_FEATURES } from "./board-features";
import { boardTable } from "./board-table";

type Features = typeof BOARD_FEATURES;

/** One page of the ranking. The checkboxes belong to the form that leads to the comparison. */
export function LeaderboardTable({ view }: { view: BoardView }) {
  const { k } = view;
  const table = boardTable(view);
  const columns = table.getVisibleLeafColumns();
  return (
    <table {...AS.table} className="board data-table">
      <caption className="sr-only">
        Systems ranked by Score = parseable@{k} × filehit@{k} × pass@{k}
      </caption>
      <thead {...AS.group}>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} {...AS.row}>
            {group.headers.map((header) => (
              <Head key={header.id} header={header} view={view} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody {...AS.group}>
        {table.getRowModel().rows.map((row) => (
          <Line key={row.id} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

type HeadProps = { header: Header<Features, LeaderboardRow>; view: BoardView };

/** A head that sorts is a link, so that an order has an address. */
function Head({ header, view: { set, query } }: HeadProps) {
  const { column } = header;
  const { headClass, title } = column.columnDef.meta ?? {};
  const label = flexRender(column.columnDef.header, header.getContext()) as ReactNode;
  const sorted = column.getIsSorted();
  const key = column.getCanSort() ? SORT_KEYS.find((one) => one === column.id) : undefined;
  return (
    <th
      {...AS.columnHead}
      className={headClass}
      aria-sort={sorted ? SORT_WORDS[sorted] : undefined}
      title={title}
    >
      {key === undefined ? (
        label
      ) : (
        <a href={boardHref(set, query, { sort: nextSort(query.sort, key) })} className="quiet-link">
          {label}
          {sorted && <span aria-hidden="true">{SORT_ARROWS[sorted]}</span>}
        </a>
      )}
    </th>
  );
}

type LineProps = {
  row: Row<Features, LeaderboardRow>;
  columns: readonly Column<Features, LeaderboardRow, unknown>[];
};

/** Its cells are made, written and dropped: those that a row itself keeps for later cost a page twice its time. */
function Line({ row, columns }: LineProps) {
  return (
    <tr {...AS.row} className={row.original.complete ? undefined : "open-row"}>
      {columns.map((column) => cellOf(column, row))}
    </tr>
  );
}

function cellOf(column: Column<Features, LeaderboardRow, unknown>, row: Row<Features, LeaderboardRow>) {
  const { meta, cell } = column.columnDef;
  const { table } = row;
  const content = flexRender(cell, { column, row, table }) as ReactNode;
  if (meta?.rowHead) {
    return (
      <th key={column.id} {...AS.rowHead} className={meta.cellClass}>
        {content}
      </th>
    );
  }
  const bracket = meta?.bracketed ? table.options.meta?.brackets[row.index] : null;
  return (
    <td
      key={column.id}
      {...AS.cell}
      className={meta?.cellClass}
      data-label={meta?.label?.(row.original)}
      data-bracket={bracket ?? undefined}
    >
      {content}
    </td>
  );
}
