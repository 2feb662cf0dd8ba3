import { type CellState, stateSentence, stateWords } from "./cell-state";
import { Glyph } from "./glyphs";

type LegendProps = { counts: readonly { state: CellState; count: number }[]; total: number };

/** What the signs mean and how often each occurs. */
export function Legend({ counts, total }: LegendProps) {
  return (
    <ul
      className="flex flex-wrap gap-x-5 gap-y-1 text-small lg:block lg:space-y-1"
      aria-label={`Outcomes of ${total} attempts`}
    >
      {counts.map(({ state, count }) => (
        <li key={state} className="flex items-center gap-2" title={stateSentence(state)}>
          <span className={`cell o-${state} size-4.5!`}>
            <Glyph state={state} />
          </span>
          <span className="font-medium lg:w-6 lg:text-right">{count}</span>
          <span>{stateWords(state)}</span>
        </li>
      ))}
    </ul>
  );
}
