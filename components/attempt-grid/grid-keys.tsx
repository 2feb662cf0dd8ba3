"use client";

import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { nextCell } from "./grid-moves";
import { Readout, type ReadoutCell } from "./readout";

/**
 * Arrow keys, one tab stop and a readout for the grid inside. Cells stay links of the server's own markup:
 * nothing here is needed to read or to follow them.
 */
export function GridKeys({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ReadoutCell | null>(null);

  useEffect(() => {
    const cells = cellsOf(frame.current);
    const stop = cells.flat().find((cell) => cell === document.activeElement) ?? cells[0]?.[0];
    for (const cell of cells.flat()) cell.tabIndex = cell === stop ? 0 : -1;
  });

  const point = (target: EventTarget) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("a.cell") : null;
    markMates(frame.current, cell);
    setShown(cell ? readoutOf(cell) : null);
    return cell;
  };
  const focus = (event: FocusEvent) => {
    const cell = point(event.target);
    if (!cell) return;
    for (const other of cellsOf(frame.current).flat()) other.tabIndex = other === cell ? 0 : -1;
  };
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey && event.key !== "Home" && event.key !== "End") return;
    if (event.altKey || event.metaKey) return;
    const cells = cellsOf(frame.current);
    const next = nextCell(cells, event.target, event.key, event.ctrlKey);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the controls, this only listens
    <div
      ref={frame}
      className="grid items-start gap-x-16 gap-y-4 lg:grid-cols-[minmax(0,36rem)_minmax(0,24rem)]"
      onKeyDown={move}
      onFocus={focus}
      onBlur={() => markMates(frame.current, null)}
      onPointerOver={(event) => point(event.target)}
      onPointerLeave={() => markMates(frame.current, null)}
    >
      {/* Above the grid where it does not fit beside it: signs are read once it is known what they mean. It comes
          first in the document too, so that it pushes nothing down when it arrives. */}
      <div className="min-w-0 lg:sticky lg:top-4 lg:col-start-2">
        {legend}
        <Readout cell={shown} />
      </div>
      <div className="-m-1 min-w-0 overflow-x-auto p-1 lg:col-start-1 lg:row-start-1">{children}</div>
    </div>
  );
}

/** The cells row by row; a row without cells is left out. */
function cellsOf(frame: HTMLElement | null): HTMLElement[][] {
  const rows = [...(frame?.querySelectorAll("tr") ?? [])];
  return rows.map((row) => [...row.querySelectorAll<HTMLElement>("a.cell")]).filter((row) => row.length > 0);
}

/** Outlines the other cells that show the same evaluation. */
function markMates(frame: HTMLElement | null, cell: HTMLElement | null): void {
  for (const old of frame?.querySelectorAll("[data-mate]") ?? []) old.removeAttribute("data-mate");
  const shared = cell?.dataset.shared;
  if (!shared) return;
  for (const mate of frame?.querySelectorAll(`[data-shared="${CSS.escape(shared)}"]`) ?? []) {
    if (mate !== cell) mate.setAttribute("data-mate", "");
  }
}

function readoutOf(cell: HTMLElement): ReadoutCell {
  return {
    row: cell.closest("tr")?.dataset.label ?? "",
    name: cell.getAttribute("aria-label") ?? "",
    state: cell.dataset.state ?? "",
    sharing: cell.title,
  };
}
