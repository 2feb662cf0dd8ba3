import type { GridRow } from "@/lib/domain/views";

/** Where an evaluation occurs in a grid: a short number for the page, and the cells that share it. */
export type Sharing = { number: number; cells: { rowLabel: string; runId: number }[] };

/** Evaluations that more than one cell of the grid points to. */
export function sharedEvaluations(rows: readonly GridRow[]): ReadonlyMap<string, Sharing> {
  const all = new Map<string, Sharing>();
  for (const row of rows) {
    for (const { evaluationId, runId } of row.cells) {
      if (evaluationId === null) continue;
      const sharing = all.get(evaluationId) ?? { number: all.size + 1, cells: [] };
      sharing.cells.push({ rowLabel: row.label, runId });
      all.set(evaluationId, sharing);
    }
  }
  return new Map([...all].filter(([, sharing]) => sharing.cells.length > 1));
}

/** Cells that a sentence names; hundreds of systems may share the tree of an easy fix. */
const NAMED = 8;

/** "Runs 2, 5 and 7 give the same tree: run once."; rows are named where the cells are in several. */
export function sharingSentence(sharing: Sharing): string {
  const oneRow = sharing.cells.every((cell) => cell.rowLabel === sharing.cells[0]?.rowLabel);
  const names = sharing.cells.map((cell) =>
    oneRow ? `${cell.runId}` : `${cell.rowLabel} run ${cell.runId}`,
  );
  const more = names.length - NAMED;
  const last = more > 0 ? `${more + 1} more` : (names.at(-1) ?? "");
  const list = `${names.slice(0, more > 0 ? NAMED - 1 : -1).join(", ")} and ${last}`;
  return oneRow ? `Runs ${list} give the same tree: run once.` : `The same tree, run once: ${list}.`;
}
