import type { Metadata } from "next";
import { DocsHead } from "@/components/docs/docs-nav";
import { FileChecker } from "@/components/docs/file-checker";
import { Command } from "@/components/ui/empty-state";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { fieldRules } from "@/lib/domain/predictions/field-rules";
import { LINE_LIMIT_BYTES } from "@/lib/domain/predictions/split-lines";
import { readSetIds } from "@/lib/services/read/sets";

export const metadata: Metadata = { title: "Submission format" };

const EXAMPLE = `{"instance_id":"sample-packrat-1","run_id":1,"agent":"my-agent","model":"my-model","temperature":"0.4","model_patch":"diff --git a/Assets/Bag.cs b/Assets/Bag.cs\\n…"}
{"instance_id":"sample-packrat-1","run_id":2,"agent":"my-agent","model":"my-model","temperature":"0.4","model_patch":null}`;

export default function SubmissionFormatPage() {
  return (
    <>
      <DocsHead current="/docs/submission" title="Submission format">
        <p>
          A predictions file is JSON Lines in UTF-8: one attempt a line, ten lines for every instance of a
          set. It is handed in <a href="/submit">in the browser</a>, by <code>swe-game-bench submit</code> or
          by <a href="/docs/api#submissions">the API</a>.
        </p>
      </DocsHead>
      <Section id="example" title="Two lines of a file">
        <Command>{EXAMPLE}</Command>
      </Section>
      <Section
        id="fields"
        title="Fields"
        aside={<a href="/schemas/prediction.schema.json">JSON Schema</a>}
        note={`A line may have ${LINE_LIMIT_BYTES / 1024 / 1024} MiB. Blank lines are skipped, other keys are ignored with a warning.`}
      >
        <Fields />
      </Section>
      <Section
        id="check"
        title="Check a file"
        note="By the parser that takes uploads, in your browser: the file does not leave your machine."
      >
        <FileChecker ids={readSetIds()} />
        <noscript>
          <p className="max-w-prose">
            The checker needs JavaScript. Without it, the command line tells the same before anything runs:
          </p>
        </noscript>
        <div className="mt-6 max-w-prose space-y-2">
          <p className="text-small text-muted">
            On the command line, which also tries every patch on its base commit:
          </p>
          <Command>npx swe-game-bench submit --predictions all_preds.jsonl --set sample --dry-run</Command>
        </div>
      </Section>
      <Section id="patches" title="Patches">
        <Patches />
      </Section>
    </>
  );
}

function Fields() {
  return (
    <ScrollRegion label="Fields of a row">
      <table className="data-table">
        <caption className="sr-only">Fields of a row</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Must be there</th>
            <th scope="col" className="w-full">
              Rule
            </th>
          </tr>
        </thead>
        <tbody>
          {fieldRules().map(({ field, type, required, rule }) => (
            <tr key={field}>
              <th scope="row" className="font-normal">
                <code>{field}</code>
              </th>
              <td className="whitespace-nowrap">{type}</td>
              <td>{required ? "yes" : "no"}</td>
              <td className="min-w-56">{rule}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Patches() {
  return (
    <ul className="max-w-prose list-disc space-y-2 pl-5 text-muted">
      <li>
        Applied with <code>git apply --cached --whitespace=nowarn</code> to the base commit. One repair is
        made: a text that does not end in a line feed gets one. What a looser rule would have taken is told as
        a hint and changes nothing.
      </li>
      <li>
        Refused, not run: links, submodules, anything under <code>.git*</code>, <code>Library/</code>,{" "}
        <code>Temp/</code> or <code>obj/</code>, paths that leave the repository, headers that name different
        files. A refused patch is parseable and hits no file.
      </li>
      <li>
        Hidden tests and the test framework are put in place after the patch: changes to them have no effect.
      </li>
      <li>Two patches that give the same tree are run once and share the verdict.</li>
    </ul>
  );
}
