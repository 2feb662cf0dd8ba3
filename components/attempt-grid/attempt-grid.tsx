import { Fragment, type ReactNode } from "react";
import { AS } from "@/components/ui/table-roles";
import type { GridRow } from "@/lib/domain/views";
import { cellState, countStates } from "./cell-state";
import { AttemptCell } from "./grid-cell";
import { GridKeys } from "./grid-keys";
import { Legend } from "./legend";
import { sharedEvaluations } from "./shared-evaluations";

type AttemptGridProps = {
  rows: readonly GridRow[];
  /** Attempts a row must have. */
  k: number;
  /** What a row is: "Instance" or "System". */
  rowTitle: string;
  caption: string;
  /** What is counted at the end of each row. */
  tally?: Tally;
  /** A head above a row that begins a group; null where the group goes on. */
  groupOf?: (row: GridRow) => ReactNode;
};

type Tally = { head: string; textOf: (row: GridRow) => string };

const PASSED: Tally = {
  head: "passed",
  textOf: ({ passedOf }) => `${passedOf.passed}/${passedOf.counted}`,
};

/** For dry runs: patches that apply, of those that have been checked. */
export const APPLIES: Tally = {
  head: "apply",
  textOf: ({ cells }) => {
    const checked = cells.filter((cell) => cell.state !== "waiting");
    return `${checked.filter((cell) => cell.state === "applied").length}/${checked.length}`;
  },
};

/** Rows × k cells with a legend; every cell is a link, with or without JavaScript. */
export function AttemptGrid({ rows, k, rowTitle, caption, tally = PASSED, groupOf }: AttemptGridProps) {
  const shared = sharedEvaluations(rows);
  const runs = Array.from({ length: k }, (_, index) => index + 1);
  const states = rows.flatMap((row) => row.cells.map(cellState));
  return (
    <GridKeys legend={<Legend counts={countStates(states)} total={states.length} />}>
      <table {...AS.table} className="grid-table">
        <caption className="sr-only">{caption}</caption>
        <thead {...AS.group}>
          <tr {...AS.row}>
            <th {...AS.columnHead} className="row-head">
              {rowTitle}
            </th>
            {runs.map((run) => (
              <th key={run} {...AS.columnHead}>
                <span className="sr-only">run </span>
                {run}
              </th>
            ))}
            <th {...AS.columnHead} className="tally">
              {tally.head}
            </th>
          </tr>
        </thead>
        <tbody {...AS.group}>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <GroupHead columns={k + 2}>{groupOf?.(row)}</GroupHead>
              <GridLine row={row} runs={runs} shared={shared} tally={tally} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </GridKeys>
  );
}

function GroupHead({ columns, children }: { columns: number; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <tr {...AS.row}>
      <th {...AS.rowHead} colSpan={columns} className="group-head">
        {children}
      </th>
    </tr>
  );
}

type GridLineProps = {
  row: GridRow;
  runs: readonly number[];
  shared: ReturnType<typeof sharedEvaluations>;
  tally: Tally;
};

function GridLine({ row, runs, shared, tally }: GridLineProps) {
  return (
    <tr {...AS.row} id={`row-${row.id}`} data-label={row.label}>
      <th {...AS.rowHead} className="row-head">
        <a href={row.href} className="quiet-link">
          {row.label}
        </a>
      </th>
      {runs.map((run) => {
        const cell = row.cells.find((one) => one.runId === run);
        return (
          <td key={run} {...AS.cell}>
            {cell ? (
              <AttemptCell cell={cell} sharing={shared.get(cell.evaluationId ?? "")} />
            ) : (
              <span className="sr-only">no attempt</span>
            )}
          </td>
        );
      })}
      <td {...AS.cell} className="tally">
        {tally.textOf(row)}
      </td>
    </tr>
  );
}
