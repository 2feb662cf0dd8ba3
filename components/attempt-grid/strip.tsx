import type { GridRow } from "@/lib/domain/views";
import { type CellState, cellState, countStates, stateWords } from "./cell-state";

const GAP = 1;
const CELL_HEIGHT = 3;
/** The width that strips aim at, so that sets of different size look alike. */
const AIM = 150;

/**
 * The grid as a thin strip: one column an instance, one dash an attempt from run 1 at the top. Cells of
 * one state are one path, so that a strip of 600 attempts stays small.
 */
export function AttemptStrip({ rows, k }: { rows: readonly GridRow[]; k: number }) {
  if (rows.length === 0) return null;
  const cellWidth = Math.min(12, Math.max(2, Math.round(AIM / rows.length) - GAP));
  const width = rows.length * (cellWidth + GAP) - GAP;
  const height = k * CELL_HEIGHT;
  return (
    <svg
      className="strip"
      role="img"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <title>{stripText(rows)}</title>
      {[...stripPaths(rows, cellWidth)].map(([state, d]) => (
        <path key={state} className={`o-${state}`} d={d} />
      ))}
    </svg>
  );
}

function stripPaths(rows: readonly GridRow[], cellWidth: number): Map<CellState, string> {
  const paths = new Map<CellState, string>();
  rows.forEach((row, column) => {
    for (const cell of row.cells) {
      const state = cellState(cell);
      const x = column * (cellWidth + GAP);
      const y = (cell.runId - 0.5) * CELL_HEIGHT;
      const mark = `M${x} ${y}h${cellWidth}`;
      paths.set(state, `${paths.get(state) ?? ""}${mark}`);
    }
  });
  return paths;
}

/** "80 attempts: 41 passed, 39 failed." */
export function stripText(rows: readonly GridRow[]): string {
  const states = rows.flatMap((row) => row.cells.map(cellState));
  const parts = countStates(states).map(({ state, count }) => `${count} ${stateWords(state)}`);
  return `${states.length} attempts: ${parts.join(", ")}.`;
}
