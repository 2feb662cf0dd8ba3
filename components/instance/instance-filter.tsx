import type { ReactNode } from "react";
import { type InstancesAsked, instancesAddress, isFiltered, sortParam } from "@/lib/domain/instance-order";
import type { InstanceRow } from "@/lib/domain/instance-views";

const GATES: readonly [string, string][] = [
  ["gated", "gated"],
  ["changed-since", "changed since"],
  ["not-gated", "not gated"],
];

/** Which instances to show: a form that answers by an address, with or without a script. */
export function InstanceFilter({ rows, asked }: { rows: readonly InstanceRow[]; asked: InstancesAsked }) {
  const sort = sortParam(asked.sort);
  const names = (values: string[]): [string, string][] =>
    [...new Set(values)].sort().map((one) => [one, one]);
  return (
    <form action="/instances" className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-3 text-small">
      <input type="hidden" name="set" value={asked.set} />
      {sort !== "" && <input type="hidden" name="sort" value={sort} />}
      <Labelled label="Words">
        <input name="text" type="search" defaultValue={asked.text} className="field w-48!" maxLength={100} />
      </Labelled>
      <Choice
        name="repository"
        label="Project"
        value={asked.repository}
        choices={names(rows.map((row) => row.repoName))}
      />
      <Choice
        name="editor"
        label="Editor"
        value={asked.editor}
        choices={names(rows.map((row) => row.bucket))}
      />
      <Choice
        name="platform"
        label="Tests run in"
        value={asked.platform}
        choices={names(rows.flatMap((row) => row.platforms))}
      />
      <Choice name="gate" label="Gate" value={asked.gate} choices={GATES} />
      <button type="submit" className="button">
        Show
      </button>
      {isFiltered(asked) && (
        <a
          href={instancesAddress(asked, { text: "", repository: "", editor: "", platform: "", gate: "" })}
          className="py-1.5"
        >
          Show all
        </a>
      )}
    </form>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="block">
      <span className="mb-1 block text-muted">{label}</span>
      {children}
    </label>
  );
}

type ChoiceProps = { name: string; label: string; value: string; choices: readonly [string, string][] };

function Choice({ name, label, value, choices }: ChoiceProps) {
  return (
    <Labelled label={label}>
      <select name={name} defaultValue={value} className="field w-auto!">
        <option value="">all</option>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
