import { type CellState, stateSentence, stateWords } from "./cell-state";
import { Glyph } from "./glyphs";

/** What the signs mean and how often each occurs. */
export function Legend({ counts }: { counts: readonly { state: CellState; count: number }[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-small" aria-label="Outcomes in this grid">
      {counts.map(({ state, count }) => (
        <li key={state} className="flex items-center gap-2" title={stateSentence(state)}>
          <span className={`cell o-${state} size-4.5!`}>
            <Glyph state={state} />
          </span>
          <span>
            <span className="font-medium">{count}</span> {stateWords(state)}
          </span>
        </li>
      ))}
    </ul>
  );
}
