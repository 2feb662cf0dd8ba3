import type { Metadata } from "next";
import { oneParam, type SearchParams } from "@/app/params";
import { UploadForm } from "@/components/submission/upload-form";
import { Command, EmptyState } from "@/components/ui/empty-state";
import { moment } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { requireViewer } from "@/lib/auth/viewer";
import { readSubmitChoices } from "@/lib/services/portal/list";

export const metadata: Metadata = { title: "Submit" };

/** The way in: choose a set and a file. What is wrong with it, or its preview, is on a page of its own. */
export default async function SubmitPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await requireViewer("/submit");
  const { evaluation, maxBytes, sets } = readSubmitChoices(viewer);
  const problem = await oneParam(searchParams, "problem");
  const choices = sets.map(({ set, instances, left, limit, resetsAt }) => ({
    set,
    instances,
    left,
    limit,
    resets: moment(resetsAt),
  }));
  return (
    <>
      <h1 className="text-large">Submit predictions</h1>
      <p className="mt-2 max-w-prose text-muted">
        First a dry run: every row is read and every patch is applied to its base commit, in seconds. Nothing
        is queued, counted or shown to anybody until you submit it. Your{" "}
        <a href="/submissions">earlier ones</a>.
      </p>
      {problem && <Notice title="Not taken.">{problem.slice(0, 500)}</Notice>}
      {evaluation === "closed" ? (
        <div className="mt-6">
          <EmptyState title="This installation takes no submissions at present.">
            <p>The same evaluation runs on your own machine:</p>
            <Command>
              npx swe-game-bench evaluate-predictions --predictions predictions.jsonl --set golden
            </Command>
          </EmptyState>
        </div>
      ) : (
        <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div>
            {evaluation === "approval" && (
              <Notice title="A maintainer agrees first.">
                Submissions here are evaluated after a maintainer has looked at them.
              </Notice>
            )}
            <UploadForm choices={choices} maxBytes={maxBytes} />
          </div>
          <Beside />
        </div>
      )}
    </>
  );
}

/** What a row is, and the same without a browser. */
function Beside() {
  return (
    <aside className="space-y-4 text-small">
      <h2 className="text-base">One row, one attempt</h2>
      <pre className="overflow-x-auto bg-sunken px-3 py-2">
        <code>{ROW}</code>
      </pre>
      <p className="text-muted">
        <code>run_id</code> goes from 1 to 10 for every instance; <code>agent</code> and <code>model</code>{" "}
        are the same on every row, and so is <code>temperature</code> where there is one.{" "}
        <code>cost_usd</code>, <code>input_tokens</code> and <code>output_tokens</code> are optional. Parts of
        a set are for smoke tests on your own machine.{" "}
        <a href="/schemas/prediction.schema.json">JSON Schema</a>
      </p>
      <h2 className="text-base">From the command line</h2>
      <Command>npx swe-game-bench submit --predictions predictions.jsonl --set golden --watch</Command>
      <p className="text-muted">
        It needs an API key from your <a href="/account">account</a>, in <code>SWE_GAME_BENCH_API_KEY</code>{" "}
        or a file that <code>--api-key-file</code> names.
      </p>
    </aside>
  );
}

const ROW = `{"instance_id": "fungus-963",
 "run_id": 1,
 "agent": "my-agent",
 "model": "my-model",
 "temperature": "0.4",
 "model_patch": "diff --git a/…"}`;
