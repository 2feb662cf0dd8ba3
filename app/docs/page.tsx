import type { Metadata } from "next";
import { CELL_STATES, stateSentence, stateWords } from "@/components/attempt-grid/cell-state";
import { Glyph } from "@/components/attempt-grid/glyphs";
import { Command } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";

export const metadata: Metadata = { title: "Documentation" };

export default function DocsPage() {
  return (
    <>
      <h1 className="text-large">How the numbers are made</h1>
      <p className="mt-2 max-w-prose text-muted">
        Each instance is a real issue of a Unity project, pinned to the commit before its fix, with a hidden
        NUnit suite that fails there and passes with the real fix. A system gets the issue text and the base
        commit, and hands in ten patches an instance. It is scored by whether the hidden tests pass.
      </p>
      <Section id="metrics" title="Metrics">
        <Metrics />
      </Section>
      <Section id="outcomes" title="Outcomes of an attempt">
        <Outcomes />
      </Section>
      <Section id="local" title="Run it yourself">
        <Local />
      </Section>
      <Section id="limits" title="What the numbers cannot say">
        <Limits />
      </Section>
    </>
  );
}

const METRICS: readonly [string, string][] = [
  ["parseable@10", "At least one of the ten patches is not empty and applies to the base commit with git."],
  [
    "filehit@10",
    "At least one applied patch changes every file that the real fix changes. An attempt that passes by changing other files counts as passed, and still misses here.",
  ],
  [
    "pass@j",
    "1 − C(n−c, j) / C(n, j) for c passes in n attempts: the chance that one of j drawn attempts passes.",
  ],
  ["pass^10", "All ten attempts pass."],
  [
    "Score",
    "parseable@10 × filehit@10 × pass@10. Each factor is the mean over all instances of the set, and none is rounded before the product. There is no Score while an attempt is missing.",
  ],
  ["95 % interval", "Bootstrap over instances with a fixed seed, so that a page and a report agree."],
  [
    "Tie group",
    "Systems whose difference a paired permutation test cannot tell from noise share a letter and a bracket.",
  ],
];

function Metrics() {
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {METRICS.map(([term, meaning]) => (
        <div key={term} className="contents">
          <dt className="font-medium">{term}</dt>
          <dd className="max-w-prose text-muted max-sm:-mt-3">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function Outcomes() {
  return (
    <ul className="grid gap-2">
      {CELL_STATES.map((state) => (
        <li key={state} className="flex items-center gap-3">
          <span className={`cell o-${state}`}>
            <Glyph state={state} />
          </span>
          <span>
            <span className="font-medium">{stateWords(state)}</span>{" "}
            <span className="text-muted">{stateSentence(state)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Local() {
  return (
    <div className="max-w-prose space-y-3 text-muted">
      <p>
        Node 20 and Docker are enough for the sample set. One command builds everything, starts the site and a
        worker, and evaluates the bundled predictions:
      </p>
      <Command>npm start</Command>
      <p>One patch of your own against one instance; the exit code is 0 for a pass and 1 for a fail:</p>
      <Command>
        npx swe-game-bench evaluate --instance-id sample-packrat-1 --patch-file candidate.patch
      </Command>
      <p>A whole predictions file, ten rows an instance:</p>
      <Command>npx swe-game-bench evaluate-predictions --predictions all_preds.jsonl --set sample</Command>
      <p>The golden and candidates sets need Unity’s editor images and a licence file as well.</p>
    </div>
  );
}

function Limits() {
  return (
    <ul className="max-w-prose list-disc space-y-2 pl-5 text-muted">
      <li>
        With a few dozen instances most gaps between systems are noise. Read the intervals and the brackets
        first.
      </li>
      <li>
        Hidden tests check what their authors thought of. A pass is not proof that the issue is solved well.
      </li>
      <li>
        Tests run in one process with the code under test, so a patch can try to cheat. The harness makes that
        hard and flags what looks like it; audits look at the rest.
      </li>
      <li>
        Sample numbers come from a stand-in for the Unity editor and projects made for this benchmark. They
        show that the machinery works, nothing else.
      </li>
      <li>A failure of the machinery is never counted against a system; it is run again.</li>
    </ul>
  );
}
