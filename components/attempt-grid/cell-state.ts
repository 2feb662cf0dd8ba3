import { OUTCOME_SENTENCES, OUTCOMES, type Outcome } from "@/lib/domain/outcome";
import type { GridCell } from "@/lib/domain/views";

/** What a cell shows: an outcome, or how far the attempt has come. */
export type CellState = Outcome | "waiting" | "applied" | "running";

/** Every state in the order of legends: passed, failed kinds, patch problems, ours, not yet. */
export const CELL_STATES: readonly CellState[] = [...OUTCOMES, "running", "applied", "waiting"];

export function cellState(cell: Pick<GridCell, "outcome" | "state">): CellState {
  if (cell.outcome !== null) return cell.outcome;
  return cell.state === "done" ? "waiting" : cell.state;
}

/** The state as words: "timed out", "patch rejected". */
export function stateWords(state: CellState): string {
  return state.replaceAll("-", " ");
}

/** One sentence on what the state means. */
export function stateSentence(state: CellState): string {
  if (state === "running") return "A worker runs this attempt now.";
  if (state === "applied") return "The patch applies to the base commit.";
  if (state === "waiting") return "Not evaluated yet.";
  return OUTCOME_SENTENCES[state];
}

/** How many cells are in each state; states that do not occur are left out. */
export function countStates(states: readonly CellState[]): { state: CellState; count: number }[] {
  return CELL_STATES.map((state) => ({
    state,
    count: states.filter((one) => one === state).length,
  })).filter(({ count }) => count > 0);
}
