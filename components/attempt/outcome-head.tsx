import { cellState, stateSentence, stateWords } from "@/components/attempt-grid/cell-state";
import { Glyph } from "@/components/attempt-grid/glyphs";
import { AttemptCell } from "@/components/attempt-grid/grid-cell";
import type { AttemptView } from "@/lib/domain/attempt-views";
import { visibleText } from "@/lib/domain/visible-text";

/** What happened, in one sign, one word and one sentence. */
export function OutcomeHead({ view }: { view: AttemptView }) {
  const state = cellState(view);
  return (
    <div className="mt-4 flex gap-4">
      <span className={`cell o-${state} size-10! [&_svg]:size-6!`}>
        <Glyph state={state} />
      </span>
      <div className="min-w-0">
        <p className="text-large leading-tight font-semibold first-letter:uppercase">{stateWords(state)}</p>
        <p className="max-w-prose wrap-anywhere">{visibleText(view.reason ?? stateSentence(state))}</p>
      </div>
    </div>
  );
}

/** The other attempts at the same instance, to step through. */
export function RunStepper({ view }: { view: AttemptView }) {
  const { cells, previous, next } = view.neighbours;
  return (
    <nav
      aria-label="Attempts at this instance"
      className="flex flex-wrap items-center gap-x-2 gap-y-3 text-small sm:gap-x-3"
    >
      <Step href={previous} label="Previous" />
      <ol className="flex flex-wrap gap-0.5">
        {cells.map((cell) => (
          <li key={cell.runId}>
            <AttemptCell cell={cell} current={cell.runId === view.runId} />
          </li>
        ))}
      </ol>
      <Step href={next} label="Next" />
    </nav>
  );
}

function Step({ href, label }: { href: string | null; label: string }) {
  return href ? <a href={href}>{label}</a> : <span className="text-muted">{label}</span>;
}
