import type { ReactNode } from "react";
import type { CellState } from "./cell-state";

/** One sign for each state of a cell, drawn in a 16 × 16 box with the current colour. */
const SIGNS: Record<CellState, ReactNode> = {
  passed: <path d="M3 8.5 6.5 12 13 4.5" />,
  failed: <path d="m4 4 8 8m0-8-8 8" />,
  "compile-error": <path d="M6.5 3H4v10h2.5M9.5 3H12v10H9.5" />,
  "no-results": <path d="M5 5.8C5 4 6.3 3 8 3s3 1 3 2.7C11 8 8 7.8 8 10m0 2.5v.5" />,
  "timed-out": (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 4.8V8l2.2 1.5" />
    </>
  ),
  "out-of-memory": <path d="M3.5 3h9M8 13V6.5M4.8 9.5 8 6.3l3.2 3.2" />,
  crashed: <path d="M9.5 2 4.5 8.8h6L6.5 14" />,
  "patch-empty": <circle cx="8" cy="8" r="4.8" />,
  "patch-malformed": <path d="m2.5 10.5 2.8-5 2.7 5 2.7-5 2.8 5" />,
  "patch-rejected": <path d="M3 6h10M3 10h10M10.5 2.5l-5 11" />,
  "patch-refused": (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="m4.2 4.2 7.6 7.6" />
    </>
  ),
  "infra-error": <path d="M2.5 9c1.8-3.5 3.7-3.5 5.5 0s3.7 3.5 5.5 0" />,
  waiting: <path d="M8 7.9v.2" />,
  applied: <path d="M8 2.5v7M4.8 6.5 8 9.7l3.2-3.2M3.5 13h9" />,
  running: <path d="M5.5 4v8l6-4z" />,
};

/** Symbols that every cell of a page refers to; put once into the document. */
export function GlyphSprite() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true" focusable="false">
      {Object.entries(SIGNS).map(([state, sign]) => (
        <symbol
          key={state}
          id={glyphId(state)}
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          {sign}
        </symbol>
      ))}
    </svg>
  );
}

export function Glyph({ state }: { state: CellState }) {
  return (
    <svg aria-hidden="true" focusable="false">
      <use href={`#${glyphId(state)}`} />
    </svg>
  );
}

const glyphId = (state: string) => `glyph-${state}`;
