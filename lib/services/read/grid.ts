import { attemptHref } from "@/lib/domain/links";
import type { GridCell, GridRow } from "@/lib/domain/views";
import type { CellRow } from "./queries";

/** `applied`: a dry run, where a patch that applies is news. */
export type GridOptions = { applied?: boolean };

export function gridCell(cell: CellRow, { applied = false }: GridOptions = {}): GridCell {
  const open = applied && cell.state === "checked" ? "applied" : "waiting";
  return {
    runId: cell.runId,
    outcome: cell.outcome,
    state: cell.outcome !== null ? "done" : cell.running ? "running" : open,
    evaluationId: cell.evaluationId,
    href: attemptHref(cell.experimentId, cell.instanceId, cell.runId),
  };
}

/** A row of the grid with the count behind it. */
export function gridRow(
  row: { id: string; label: string; href: string },
  cells: readonly CellRow[],
  options: GridOptions = {},
): GridRow {
  const counted = cells.filter((cell) => cell.outcome !== null && cell.outcome !== "infra-error");
  return {
    ...row,
    cells: cells.map((cell) => gridCell(cell, options)),
    passedOf: {
      passed: counted.filter((cell) => cell.outcome === "passed").length,
      counted: counted.length,
    },
  };
}

/** The grid of one experiment: its instances in dataset order. */
export function instanceGrid(
  instanceIds: readonly string[],
  cells: readonly CellRow[],
  hrefOf: (instanceId: string) => string,
  options: GridOptions = {},
): GridRow[] {
  const byInstance = new Map<string, CellRow[]>();
  for (const cell of cells) {
    const group = byInstance.get(cell.instanceId);
    if (group) group.push(cell);
    else byInstance.set(cell.instanceId, [cell]);
  }
  return instanceIds.map((id) =>
    gridRow({ id, label: id, href: hrefOf(id) }, byInstance.get(id) ?? [], options),
  );
}
