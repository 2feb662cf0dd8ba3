import { counted } from "@/components/ui/format";
import { FEWEST_COMPARED, MOST_COMPARED } from "@/lib/domain/comparison";
import type { ChoicesView } from "@/lib/domain/comparison-view";
import type { BenchmarkSet } from "@/lib/domain/instance";

/** Systems to choose from. One form without a script: a search keeps what is chosen. */
export function Picker({ set, choices: view }: { set: BenchmarkSet; choices: ChoicesView }) {
  const { text, choices, left } = view;
  return (
    <form action="/compare" method="get" aria-label="Systems to compare" className="text-small">
      <input type="hidden" name="set" value={set} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <label>
          <span className="block text-muted">Find a system</span>
          <input type="search" name="q" defaultValue={text} className="field w-60" />
        </label>
        <button type="submit" className="button">
          Search
        </button>
      </div>
      <fieldset className="mt-3">
        <legend className="mb-2 text-muted">
          Choose {FEWEST_COMPARED} to {MOST_COMPARED} systems
        </legend>
        <ul className="gap-x-8 sm:columns-2 lg:columns-3">
          {choices.map(({ id, text: name, chosen }) => (
            <li key={id} className="break-inside-avoid py-0.5">
              <label className="flex gap-2 wrap-anywhere">
                <input type="checkbox" name="systems" value={id} defaultChecked={chosen} />
                <span className="min-w-0">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        {choices.length === 0 && <p>No system matches.</p>}
        {left > 0 && <p className="mt-2 text-muted">{counted(left, "more system")} by the search.</p>}
      </fieldset>
      <button type="submit" className="button button-main mt-3">
        Compare
      </button>
    </form>
  );
}
