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
};

/** Rows × k cells with a legend; every cell is a link, with or without JavaScript. */
export function AttemptGrid({ rows, k, rowTitle, caption }: AttemptGridProps) {
  const shared = sharedEvaluations(rows);
  const runs = Array.from({ length: k }, (_, index) => index + 1);
  const states = rows.flatMap((row) => row.cells.map(cellState));
  return (
    <div>
      <Legend counts={countStates(states)} />
      <GridKeys>
        <table className="grid-table">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="text-left!">
                {rowTitle}
              </th>
              {runs.map((run) => (
                <th key={run} scope="col">
                  <span className="sr-only">run </span>
                  {run}
                </th>
              ))}
              <th scope="col" className="tally">
                passed
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <GridLine key={row.id} row={row} runs={runs} shared={shared} />
            ))}
          </tbody>
        </table>
      </GridKeys>
    </div>
  );
}

type GridLineProps = { row: GridRow; runs: readonly number[]; shared: ReturnType<typeof sharedEvaluations> };

function GridLine({ row, runs, shared }: GridLineProps) {
  return (
    <tr id={`row-${row.id}`} data-label={row.label}>
      <th scope="row">
        <a href={row.href} className="quiet-link">
          {row.label}
        </a>
      </th>
      {runs.map((run) => {
        const cell = row.cells.find((one) => one.runId === run);
        return (
          <td key={run}>
            {cell ? (
              <AttemptCell cell={cell} sharing={shared.get(cell.evaluationId ?? "")} />
            ) : (
              <span className="sr-only">no attempt</span>
            )}
          </td>
        );
      })}
      <td className="tally">
        {row.passedOf.passed}/{row.passedOf.counted}
      </td>
    </tr>
  );
}
