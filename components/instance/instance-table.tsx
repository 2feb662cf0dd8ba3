import { type Column, constructTable, type Header, type Row } from "@tanstack/table-core";
import { flexRender } from "@tanstack/table-core/flex-render";
import type { ReactNode } from "react";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SORT_ARROWS, SORT_WORDS } from "@/components/ui/server-table";
import {
  DATASET_ORDER,
  INSTANCE_SORTS,
  type InstancesAsked,
  instancesAddress,
  nextInstanceSort,
} from "@/lib/domain/instance-order";
import type { InstanceRow } from "@/lib/domain/instance-views";
import { INSTANCE_COLUMNS, INSTANCE_FEATURES } from "./instance-columns";

type Features = typeof INSTANCE_FEATURES;
type InstanceTableProps = { rows: readonly InstanceRow[]; asked: InstancesAsked };

/** The instances of a set; each head sorts by a link. */
export function InstanceTable({ rows, asked }: InstanceTableProps) {
  const table = instanceTable({ rows, asked });
  const columns = table.getAllLeafColumns();
  return (
    <ScrollRegion label="Instances">
      <table className="data-table">
        <caption className="sr-only">Instances of this set</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <Head key={header.id} header={header} asked={asked} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Line key={row.id} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The order of the dataset is no column's. */
export function instanceTable({ rows, asked }: InstanceTableProps) {
  const { key, descending } = asked.sort;
  return constructTable({
    features: INSTANCE_FEATURES,
    columns: INSTANCE_COLUMNS,
    data: rows,
    getRowId: (row) => row.id,
    manualSorting: true,
    state: { sorting: key === DATASET_ORDER.key ? [] : [{ id: key, desc: descending }] },
    meta: { asked },
  });
}

function Head({ header, asked }: { header: Header<Features, InstanceRow>; asked: InstancesAsked }) {
  const { column } = header;
  const { meta } = column.columnDef;
  const label = flexRender(column.columnDef.header, header.getContext()) as ReactNode;
  const sorted = column.getIsSorted();
  const key = column.getCanSort() ? INSTANCE_SORTS.find((one) => one === column.id) : undefined;
  return (
    <th
      scope="col"
      className={meta?.headClass}
      title={meta?.title}
      aria-sort={sorted ? SORT_WORDS[sorted] : undefined}
    >
      {key === undefined ? (
        label
      ) : (
        <a href={instancesAddress(asked, { sort: nextInstanceSort(asked.sort, key) })} className="quiet-link">
          {label}
          {sorted && <span aria-hidden="true">{SORT_ARROWS[sorted]}</span>}
        </a>
      )}
    </th>
  );
}

type LineProps = {
  row: Row<Features, InstanceRow>;
  columns: readonly Column<Features, InstanceRow, unknown>[];
};

function Line({ row, columns }: LineProps) {
  return (
    <tr>
      {columns.map((column) => {
        const { meta, cell } = column.columnDef;
        const content = flexRender(cell, { column, row, table: row.table }) as ReactNode;
        return meta?.rowHead ? (
          <th key={column.id} scope="row" className={meta.cellClass}>
            {content}
          </th>
        ) : (
          <td key={column.id} className={meta?.cellClass}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}
