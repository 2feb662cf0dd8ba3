"use client";

import { type FormEvent, useState } from "react";
import { ProblemList } from "@/components/submission/problem-list";
import { counted } from "@/components/ui/format";
import { SET_NAMES } from "@/components/ui/sets";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { visibleText } from "@/lib/domain/visible-text";
import type { CheckResult, SetIds } from "./check-file";

type State =
  | { status: "idle" }
  | { status: "checking"; name: string }
  | { status: "failed"; name: string; message: string }
  | { status: "checked"; name: string; result: CheckResult };

/** Checks a predictions file where it is: the browser reads it, and nothing is sent. */
export function FileChecker({ ids }: { ids: SetIds }) {
  const [state, setState] = useState<State>({ status: "idle" });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    if (!(file instanceof File) || file.name === "") return;
    const { name } = file;
    setState({ status: "checking", name });
    try {
      // The parser comes with the first file: the page itself stays small.
      const { checkFile } = await import("./check-file");
      const result = await checkFile(file, form.get("set") as BenchmarkSet, ids);
      setState({ status: "checked", name, result });
    } catch (error) {
      const message = error instanceof Error ? error.message : "It could not be read.";
      setState({ status: "failed", name, message });
    }
  };
  const sets = (Object.keys(ids) as BenchmarkSet[]).filter((set) => ids[set].length > 0);
  return (
    <div className="needs-script">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-4 text-small">
        <label className="block">
          <span className="mb-1 block text-muted">Set</span>
          <select name="set" className="field w-auto!">
            {sets.map((set) => (
              <option key={set} value={set}>
                {SET_NAMES[set]}: {counted(ids[set].length, "instance")}
              </option>
            ))}
          </select>
        </label>
        <label className="block min-w-0">
          <span className="mb-1 block text-muted">Predictions file, plain or gzip</span>
          <input name="file" type="file" required className="field" />
        </label>
        <button type="submit" className="button button-main" disabled={state.status === "checking"}>
          Check
        </button>
      </form>
      <div role="status" className="mt-4">
        <Found state={state} />
      </div>
    </div>
  );
}

function Found({ state }: { state: State }) {
  if (state.status === "idle") return null;
  const name = visibleText(state.name);
  if (state.status === "checking") return <p>Reading {name}…</p>;
  if (state.status === "failed") {
    return (
      <p>
        {name} could not be read: {visibleText(state.message)}
      </p>
    );
  }
  const { problems, warnings, more, rows, patches, identity, official } = state.result;
  const errors = problems.length + more.problems;
  return (
    <div className="space-y-4">
      <p>
        <strong className="font-semibold">
          {errors === 0 ? `${name} is right.` : `${name} has ${counted(errors, "problem")}.`}
        </strong>{" "}
        {counted(rows, "row")}, {patches} with a patch
        {identity && `, of ${visibleText(`${identity.agent} with ${identity.model}`)}`}
        {official ? "; a whole set, ten rows an instance." : "."} Whether the patches apply, the dry run of an
        upload tells.
      </p>
      {errors > 0 && <ProblemList problems={problems} total={errors} what="problem" />}
      {warnings.length > 0 && (
        <ProblemList problems={warnings} total={warnings.length + more.warnings} what="warning" />
      )}
    </div>
  );
}
