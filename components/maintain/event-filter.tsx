import { maintainHref } from "@/lib/domain/maintain-links";

export type EventFilterValues = { kind?: string; actor?: string; subject?: string };

/** What the log is narrowed to: a plain form, so that each view has an address. */
export function EventFilter({ kinds, filter }: { kinds: readonly string[]; filter: EventFilterValues }) {
  return (
    <search>
      <form
        action={maintainHref.events}
        aria-label="Filter the events"
        className="mt-6 grid items-end gap-4 text-small sm:grid-cols-[14rem_12rem_minmax(0,1fr)_auto]"
      >
        <div>
          <label htmlFor="kind" className="block font-medium">
            What
          </label>
          <select id="kind" name="kind" defaultValue={filter.kind ?? ""} className="field mt-1">
            <option value="">everything</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kind}
              </option>
            ))}
          </select>
        </div>
        <FilterLine name="actor" label="Who" value={filter.actor} />
        <FilterLine name="subject" label="About (an id)" value={filter.subject} />
        <button type="submit" className="button">
          Filter
        </button>
      </form>
    </search>
  );
}

function FilterLine({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <div>
      <label htmlFor={name} className="block font-medium">
        {label}
      </label>
      <input id={name} name={name} defaultValue={value ?? ""} autoComplete="off" className="field mt-1" />
    </div>
  );
}
