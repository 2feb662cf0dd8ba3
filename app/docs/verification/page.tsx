import type { Metadata } from "next";
import { DocsHead } from "@/components/docs/docs-nav";
import { Section } from "@/components/ui/section";
import { MIN_REASON } from "@/lib/domain/audit";

export const metadata: Metadata = { title: "How verification works" };

export default function VerificationPage() {
  return (
    <>
      <DocsHead current="/docs/verification" title="How verification works">
        <p>
          A result without the mark was evaluated by this installation from the submitted patches, and nobody
          has looked at it since. The mark says that a maintainer has, and opens what they saw.
        </p>
      </DocsHead>
      <Section id="audit" title="An audit runs it a second time">
        <List
          items={[
            "All evaluations of an experiment, or a share that a seed draws, are run again on the same editor image, the same definition and the same harness version. When one of them is not there any more the audit says so, and nothing is run in its place.",
            "A second run takes nothing from the cache and changes no outcome. Agreement is counted attempt by attempt: “238 of 240 attempts”.",
            "Attempts that the patch alone decided have nothing to run and are told apart, and so are runs that a failure of the machinery prevented.",
          ]}
        />
      </Section>
      <Section id="mark" title="What the mark needs, and what it keeps">
        <List
          items={[
            `A finished audit that agrees in full; or a written reason of at least ${MIN_REASON} characters, which is published beside the mark.`,
            "It keeps who gave it and when, the agreement, the share that was run again, the dataset’s hash, the harness version and the image digests, as they were then.",
            "It can be taken back with a reason, and falls by itself when an outcome that it stood for changes. Both are entries of the list of corrections.",
            "Submitters cannot set it. Maintainers also look at patches with flagged contents, and at how near patches come to the real fix.",
          ]}
        />
      </Section>
      <Section id="corrections" title="Corrections">
        <p className="max-w-prose text-muted">
          Every verification, withdrawal, rescoring and change of the dataset is a dated entry that is never
          altered: <a href="/changes">corrections</a>, <a href="/changes.atom">Atom feed</a>.
        </p>
      </Section>
    </>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="max-w-prose list-disc space-y-2 pl-5 text-muted">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
