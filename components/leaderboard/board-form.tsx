import type { ReactNode } from "react";
import { LiveForm } from "@/components/ui/live-form";
import {
  BOARD_COLUMNS,
  type BoardQuery,
  type BoardView,
  boardHref,
  boardParams,
  type Facet,
  isFiltered,
} from "@/lib/domain/board";
import { columnName } from "./column-names";

type BoardFormsProps = { view: BoardView; path?: string };

/** Search, the switches to what the public ranking leaves out, filters, and for the table the choice of columns. */
export function BoardForms({ view, path = "/" }: BoardFormsProps) {
  const table = path === "/";
  const { set, query, counts } = view;
  const form = { path, set };
  return (
    <search className="board-forms">
      <LiveForm {...form} label="Which systems are shown" className="board-form">
        <Kept set={set} query={query} without={FILTERS} />
        <label className="board-search">
          <span className="sr-only">Search agents, models and organisations</span>
          <input type="search" name="q" defaultValue={query.text} placeholder="Search" className="field" />
        </label>
        <Switch name="unverified" on={query.unverified}>
          Unverified too <Count value={counts.unverified} />
        </Switch>
        {table && (
          <Switch name="incomplete" on={query.incomplete}>
            Incomplete too <Count value={counts.incomplete} />
          </Switch>
        )}
        <Filters view={view} path={path} />
        <Apply />
      </LiveForm>
      {table && (
        <LiveForm {...form} label="Which columns are shown" className="board-form">
          <Kept set={set} query={query} without={["col"]} />
          <input type="hidden" name="col" value="none" />
          <details className="board-drop">
            <summary>Columns</summary>
            <fieldset className="board-panel">
              <legend className="sr-only">Columns</legend>
              {BOARD_COLUMNS.map((column) => (
                <label key={column} className="flex items-center gap-2">
                  <input
                    type="checkbox"
                    name="col"
                    value={column}
                    defaultChecked={view.columns.includes(column)}
                  />
                  {columnName(column, view.k)}
                </label>
              ))}
              {query.columns && (
                <a href={boardHref(set, query, { columns: null }, path)}>The usual columns</a>
              )}
              <Apply />
            </fieldset>
          </details>
        </LiveForm>
      )}
    </search>
  );
}

/** Parameters that the fields of the first form stand for; a change of any goes back to the first page. */
const FILTERS = ["q", "agent", "model", "org", "open", "unverified", "incomplete", "from", "to"];

function Filters({ view: { query, facets, set }, path }: Required<BoardFormsProps>) {
  const { text: _, ...others } = query;
  const active = isFiltered({ ...others, text: "" });
  return (
    <details className="board-drop">
      <summary>Filters{active && <span className="text-muted"> in use</span>}</summary>
      <fieldset className="board-panel board-filters">
        <legend className="sr-only">Filters</legend>
        <Choice name="agent" label="Agent" facets={facets.agents} chosen={query.agent} />
        <Choice name="model" label="Model" facets={facets.models} chosen={query.model} />
        <Choice name="org" label="Organisation" facets={facets.organisations} chosen={query.organisation} />
        <DayField name="from" label="Submitted from" value={query.from} />
        <DayField name="to" label="to" value={query.to} />
        <Switch name="open" on={query.openSource}>
          Open source only
        </Switch>
        {active && <a href={boardHref(set, { ...query, ...NO_FILTERS }, {}, path)}>Clear the filters</a>}
      </fieldset>
    </details>
  );
}

const NO_FILTERS = { agent: null, model: null, organisation: null, openSource: false, from: null, to: null };

/** The rest of the address, so that sending a form without JavaScript loses nothing. */
function Kept({ set, query, without }: { set: string; query: BoardQuery; without: readonly string[] }) {
  const params = boardParams({ ...query, page: 1 }).filter(([name]) => !without.includes(name));
  return [["set", set] as const, ...params].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}

function Switch({ name, on, children }: { name: string; on: boolean; children: ReactNode }) {
  return (
    <label className="flex items-center gap-2 whitespace-nowrap">
      <input type="checkbox" name={name} value="1" defaultChecked={on} />
      <span>{children}</span>
    </label>
  );
}

function Count({ value }: { value: number }) {
  return <span className="text-muted">{value}</span>;
}

type ChoiceProps = { name: string; label: string; facets: readonly Facet[]; chosen: string | null };

function Choice({ name, label, facets, chosen }: ChoiceProps) {
  if (facets.length === 0) return null;
  return (
    <label>
      <span className="block text-muted">{label}</span>
      <select name={name} defaultValue={chosen ?? ""} className="field">
        <option value="">any</option>
        {facets.map(({ value, count }) => (
          <option key={value} value={value}>
            {value} ({count})
          </option>
        ))}
      </select>
    </label>
  );
}

function DayField({ name, label, value }: { name: string; label: string; value: string | null }) {
  return (
    <label>
      <span className="block text-muted">{label}</span>
      <input type="date" name={name} defaultValue={value ?? ""} className="field" />
    </label>
  );
}

/** For readers without JavaScript; with it every change is applied at once. */
function Apply() {
  return (
    <button type="submit" className="button without-script">
      Apply
    </button>
  );
}
