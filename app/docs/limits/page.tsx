import type { Metadata } from "next";
import { DocsHead } from "@/components/docs/docs-nav";
import { Section } from "@/components/ui/section";

export const metadata: Metadata = { title: "Limits" };

const LIMITS: readonly [id: string, title: string, text: string][] = [
  [
    "size",
    "Few instances",
    "With a few dozen instances most gaps between systems are noise. Read the intervals and the brackets first. The intervals are about drawing other instances of the same kind; they say nothing about other projects.",
  ],
  [
    "tests",
    "Hidden tests see what their authors thought of",
    "A pass is no proof that the issue is solved well, and a fail none that it is not: a repair that differs from the developers’ can be right in another way than the tests ask for.",
  ],
  [
    "filehit",
    "filehit is about places, not about quality",
    "It asks whether the files of the real fix were changed. There can be other right places; such an attempt counts as passed and still lowers the Score.",
  ],
  [
    "cheating",
    "Tests run in one process with the code under test",
    "So no harness can make results a proof. Ours takes away what needs no code in that process, makes the rest hard to do blindly, flags what looks like it, and leaves it to audits.",
  ],
  [
    "memory",
    "Models may have seen the fixes",
    "The projects are public, and so are their histories. Nothing here can tell a repair from a recollection; the page of an instance links its issue, which has a date.",
  ],
  [
    "sample",
    "Sample numbers are the stand-in’s",
    "They come from a stand-in for the Unity editor and projects made for this benchmark. They show that the machinery works, nothing else, and are never compared with the other sets.",
  ],
  [
    "machinery",
    "Failures of the machinery",
    "Are never counted against a system: they are run again, and while one is left there is no Score. A run that reaches a limit of time or memory is believed only the second time.",
  ],
  [
    "told",
    "Costs, tokens, organisations and links",
    "Are what submitters tell. They are shown as that, and are part of no metric.",
  ],
];

export default function LimitsPage() {
  return (
    <>
      <DocsHead current="/docs/limits" title="What the numbers cannot say" />
      {LIMITS.map(([id, title, text]) => (
        <Section key={id} id={id} title={title}>
          <p className="max-w-prose text-muted">{text}</p>
        </Section>
      ))}
    </>
  );
}
