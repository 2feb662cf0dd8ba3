import type { Metadata } from "next";
import { oneParam, type SearchParams } from "@/app/params";
import { UploadForm } from "@/components/submission/upload-form";
import { Command, EmptyState } from "@/components/ui/empty-state";
import { counted, longDay } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { SET_NAMES } from "@/components/ui/sets";
import { signInHref } from "@/lib/auth/own-path";
import { currentViewer } from "@/lib/auth/viewer";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { readSubmitChoices } from "@/lib/services/portal/list";
import { refusalSentence } from "./refusals";

export const metadata: Metadata = { title: "Submit" };

/** The way in: choose a set and a file. What is wrong with it, or its preview, is on a page of its own. */
export default async function SubmitPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await currentViewer();
  const { evaluation, maxBytes, sets } = readSubmitChoices(viewer);
  const problem = refusalSentence(await oneParam(searchParams, "problem"));
  const choices = sets.map(({ set, instances, left, limit, resetsAt }) => ({
    set,
    instances,
    left,
    limit,
    resets: longDay(resetsAt),
  }));
  return (
    <>
      <h1 className="text-large">Submit predictions</h1>
      <p className="mt-2 max-w-prose text-muted">
        Ten patches for each issue of a set, in one file. First comes a dry run: nothing is queued, counted or
        shown to anybody until you submit it. {viewer && <a href="/submissions">Your submissions</a>}
      </p>
      {problem && <Notice title="Not taken.">{problem}</Notice>}
      {evaluation === "closed" ? (
        <Closed />
      ) : (
        <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="space-y-10">
            {viewer ? <UploadForm choices={choices} maxBytes={maxBytes} /> : <WayIn sets={sets} />}
            <Steps approval={evaluation === "approval"} />
          </div>
          <Beside />
        </div>
      )}
    </>
  );
}

function Closed() {
  return (
    <div className="mt-6">
      <EmptyState title="This installation takes no submissions at present.">
        <p>The same evaluation runs on your own machine:</p>
        <Command>
          npx swe-game-bench evaluate-predictions --predictions predictions.jsonl --set golden
        </Command>
      </EmptyState>
    </div>
  );
}

/** For whoever is not signed in: what an account is for, and how much it may send. */
function WayIn({ sets }: { sets: readonly { set: BenchmarkSet; instances: number; limit: number }[] }) {
  return (
    <section aria-labelledby="way-in">
      <h2 id="way-in" className="text-base">
        It needs an account
      </h2>
      <p className="mt-1 max-w-prose">
        An account is free, and reading needs none. It may submit each day (UTC):
      </p>
      <ul className="mt-2 border-t border-line">
        {sets.map(({ set, instances, limit }) => (
          <li key={set} className="flex items-baseline justify-between gap-4 border-b border-line py-2">
            <span>
              {SET_NAMES[set]}
              <span className="block text-small text-muted">
                {instances === 0
                  ? "not installed here"
                  : `${counted(instances, "instance")}, ${instances * 10} rows`}
              </span>
            </span>
            <span className="text-small">{counted(limit, "file")} a day</span>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap gap-3">
        <a href={signInHref("/submit")} className="button button-main no-underline">
          Sign in to submit
        </a>
        <a href="/sign-up?next=%2Fsubmit" className="button no-underline">
          Make an account
        </a>
      </p>
    </section>
  );
}

/** What happens to a file, from the dry run to the leaderboard. */
function Steps({ approval }: { approval: boolean }) {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="text-base">
        What happens then
      </h2>
      <ol className="mt-1 max-w-prose list-decimal space-y-1 pl-5">
        <li>
          Dry run, in seconds: every problem by line and field, or a preview that says of each patch whether
          it applies to its base commit.
        </li>
        <li>
          You tell about the system and submit it.{" "}
          {approval
            ? "A maintainer looks at it before it is evaluated."
            : "It is queued at once, and counts towards the day’s submissions; what ends in a failure of ours never does."}
        </li>
        <li>Each patch is built and run against hidden tests, while you watch attempt by attempt.</li>
        <li>
          It takes its row on the leaderboard, marked verified once a maintainer has audited it. You can hide
          or withdraw it at any time.
        </li>
      </ol>
      <p className="mt-2">
        <a href="/docs">How a patch is scored</a>
      </p>
    </section>
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
