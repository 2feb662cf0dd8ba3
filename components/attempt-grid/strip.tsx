import type { StripRow } from "@/lib/domain/views";
import { type CellState, cellState, countStates, stateWords } from "./cell-state";

const GAP = 1;
const CELL_HEIGHT = 3;
/** The width that strips aim at, so that sets of different size look alike. */
const AIM = 125;

/**
 * The grid as a thin strip: one column an instance, one dash an attempt from run 1 at the top. Cells of
 * one state are one path, so that a strip of 600 attempts stays small.
 */
export function AttemptStrip({ rows, k }: { rows: readonly StripRow[]; k: number }) {
  if (rows.length === 0) return null;
  const { width, grid, markup } = drawingOf(rows);
  const height = k * CELL_HEIGHT;
  return (
    <svg
      className="strip"
      role="img"
      width={width}
      height={height}
      viewBox={`0 0.5 ${grid} ${k}`}
      preserveAspectRatio="none"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and the names of states, nothing from outside; fifty strips as elements are most of a page's work
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}

/** `grid`: the width counted in columns. Short numbers keep a page of strips small. */
type Drawing = { width: number; grid: number; markup: string };
/** The attempts of a finished experiment are the same list each time: they are drawn once. */
const drawings = new WeakMap<readonly StripRow[], Drawing>();

function drawingOf(rows: readonly StripRow[]): Drawing {
  const known = drawings.get(rows);
  if (known) return known;
  const cellWidth = Math.min(12, Math.max(2, Math.round(AIM / rows.length) - GAP));
  const width = rows.length * (cellWidth + GAP) - GAP;
  const paths = [...stripPaths(rows, cellWidth)].map(
    ([state, d]) => `<path class="o-${state}" d="${d}"></path>`,
  );
  const grid = Number((width / (cellWidth + GAP)).toFixed(3));
  const drawing = { width, grid, markup: `<title>${stripText(rows)}</title>${paths.join("")}` };
  drawings.set(rows, drawing);
  return drawing;
}

function stripPaths(rows: readonly StripRow[], cellWidth: number): Map<CellState, string> {
  const paths = new Map<CellState, string>();
  const dash = (cellWidth / (cellWidth + GAP)).toFixed(2).replace(/^0/, "");
  rows.forEach((row, column) => {
    for (const cell of row.cells) {
      const state = cellState(cell);
      const mark = `M${column} ${cell.runId}h${dash}`;
      paths.set(state, `${paths.get(state) ?? ""}${mark}`);
    }
  });
  return paths;
}

/** "80 attempts: 41 passed, 39 failed." */
export function stripText(rows: readonly StripRow[]): string {
  const states = rows.flatMap((row) => row.cells.map(cellState));
  const parts = countStates(states).map(({ state, count }) => `${count} ${stateWords(state)}`);
  return `${states.length} attempts: ${parts.join(", ")}.`;
}
