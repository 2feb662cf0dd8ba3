import type { GridRow } from "@/lib/domain/views";
import { type CellState, cellState, countStates, stateWords } from "./cell-state";

const CELL = { width: 5, height: 3, gap: 1 };

/**
 * The grid as a thin strip: one column an instance, one dash an attempt from run 1 at the top. Cells of
 * one state are one path, so that a strip of 600 attempts stays small.
 */
export function AttemptStrip({ rows, k }: { rows: readonly GridRow[]; k: number }) {
  const width = rows.length * (CELL.width + CELL.gap) - CELL.gap;
  const height = k * CELL.height;
  if (rows.length === 0) return null;
  return (
    <svg className="strip" role="img" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <title>{stripText(rows)}</title>
      {[...stripPaths(rows)].map(([state, d]) => (
        <path key={state} className={`o-${state}`} d={d} />
      ))}
    </svg>
  );
}

function stripPaths(rows: readonly GridRow[]): Map<CellState, string> {
  const paths = new Map<CellState, string>();
  rows.forEach((row, column) => {
    for (const cell of row.cells) {
      const state = cellState(cell);
      const x = column * (CELL.width + CELL.gap);
      const y = (cell.runId - 1) * CELL.height;
      const mark = `M${x} ${y}h${CELL.width}v${CELL.height - 0.5}h-${CELL.width}z`;
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
