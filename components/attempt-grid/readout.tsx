import { CELL_STATES, stateSentence } from "./cell-state";

/** What the pointer or the focus is on. */
export type ReadoutCell = { row: string; name: string; state: string; sharing: string };

/** One line under the grid that says what the pointed cell is. Its place is kept while nothing is shown. */
export function Readout({ cell }: { cell: ReadoutCell | null }) {
  const state = CELL_STATES.find((one) => one === cell?.state);
  return (
    <p
      className="needs-script mt-4 min-h-15 border-t border-line pt-3 text-small text-muted"
      data-testid="grid-readout"
    >
      {cell && state ? (
        <>
          <span className="font-mono text-ink">{cell.row}</span>,{" "}
          <span className="text-ink">{cell.name}</span>. {stateSentence(state)} {cell.sharing}
        </>
      ) : (
        "Point at a cell, or move through the grid with the arrow keys. Each cell opens its attempt."
      )}
    </p>
  );
}
