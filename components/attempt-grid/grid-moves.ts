/** Where a key leads from a cell: arrows by one, Home and End in the row, with Ctrl in the whole grid. */
export function nextCell<Cell>(
  rows: readonly (readonly Cell[])[],
  from: unknown,
  key: string,
  ctrl: boolean,
): Cell | undefined {
  const y = rows.findIndex((row) => row.some((cell) => cell === from));
  const row = rows[y];
  if (!row) return undefined;
  const x = row.indexOf(from as Cell);
  switch (key) {
    case "ArrowLeft":
      return row[x - 1];
    case "ArrowRight":
      return row[x + 1];
    case "ArrowUp":
      return nearest(rows[y - 1], x);
    case "ArrowDown":
      return nearest(rows[y + 1], x);
    case "Home":
      return ctrl ? rows[0]?.[0] : row[0];
    case "End":
      return ctrl ? rows.at(-1)?.at(-1) : row.at(-1);
    default:
      return undefined;
  }
}

/** The cell in the same column, or the last one of a shorter row. */
function nearest<Cell>(row: readonly Cell[] | undefined, x: number): Cell | undefined {
  return row?.[Math.min(x, row.length - 1)];
}
