import type { Metadata } from "next";
import { ChangeList } from "@/components/changes/change-list";
import { DeskForm } from "@/components/maintain/desk-form";
import { DeskHead } from "@/components/maintain/desk-head";
import { Section } from "@/components/ui/section";
import { SET_NAMES } from "@/components/ui/sets";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { maintainHref } from "@/lib/domain/maintain-links";
import { readChanges } from "@/lib/services/read/changes";
import { noteAction } from "../actions";
import { desk } from "../desk";

export const metadata: Metadata = { title: "Publish a correction" };

/** A free entry on the public list of corrections. */
export default async function CorrectionsPage() {
  const { approvals } = await desk(maintainHref.corrections);
  const { entries } = readChanges();
  return (
    <>
      <DeskHead part="corrections" approvals={approvals} />
      <p className="mt-4 max-w-prose text-small text-muted">
        Verifications, withdrawals, rescorings and changes of the dataset are published by themselves. Write
        what else readers must know. An entry is never changed; a later one corrects it.
      </p>
      <div className="mt-6 max-w-prose">
        <DeskForm
          action={noteAction}
          label="Publish an entry"
          submit="Publish"
          fields={[
            { kind: "line", name: "title", label: "Title" },
            { kind: "text", name: "text", label: "What happened, and what it means for readers" },
            {
              kind: "choice",
              name: "set",
              label: "About",
              value: "",
              options: [
                { value: "", label: "the whole benchmark" },
                ...BENCHMARK_SETS.map((set) => ({
                  value: set,
                  label: `the ${SET_NAMES[set].toLowerCase()} set`,
                })),
              ],
            },
          ]}
        />
      </div>
      <Section id="published" title="Published" aside={<a href="/changes">As readers see it</a>}>
        <ChangeList entries={entries.slice(0, 10)} />
      </Section>
    </>
  );
}
