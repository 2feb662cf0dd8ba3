import type { GridCell } from "@/lib/domain/views";
import { cellState, stateWords } from "./cell-state";
import { Glyph } from "./glyphs";
import { type Sharing, sharingSentence } from "./shared-evaluations";

/** One attempt: a link named by its run and outcome. */
export function AttemptCell({ cell, sharing, current }: AttemptCellProps) {
  const state = cellState(cell);
  return (
    <a
      href={cell.href}
      className={`cell o-${state}`}
      aria-label={cellName(cell)}
      aria-current={current ? "true" : undefined}
      data-state={state}
      data-shared={sharing?.number}
      title={sharing ? sharingSentence(sharing) : undefined}
    >
      <Glyph state={state} />
    </a>
  );
}

type AttemptCellProps = { cell: GridCell; sharing?: Sharing | undefined; current?: boolean };

/** "run 3: timed out". */
export function cellName(cell: GridCell): string {
  return `run ${cell.runId}: ${stateWords(cellState(cell))}`;
}
