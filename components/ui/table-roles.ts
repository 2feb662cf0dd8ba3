/**
 * A phone shows each row as a card, and a table whose `display` a style sheet changes is no table to some
 * screen readers any more: so the roles that the elements have anyway are written out.
 */
export const AS = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  columnHead: { role: "columnheader", scope: "col" },
  rowHead: { role: "rowheader", scope: "row" },
  cell: { role: "cell" },
} as const;
