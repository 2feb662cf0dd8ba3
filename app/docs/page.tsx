import type { Metadata } from "next";
import { CELL_STATES, stateSentence, stateWords } from "@/components/attempt-grid/cell-state";
import { Glyph } from "@/components/attempt-grid/glyphs";
import { DocsHead } from "@/components/docs/docs-nav";
import { Section } from "@/components/ui/section";

export const metadata: Metadata = { title: "Documentation" };

export default function DocsPage() {
  return (
    <>
      <DocsHead current="/docs" title="How the numbers are made">
        <p>
          Each instance is a real issue of a Unity project, pinned to the commit before its fix, with a hidden
          NUnit suite that fails there and passes with the real fix. A system gets the issue text and the base
          commit, and hands in ten patches an instance. It is scored by whether the hidden tests pass.
        </p>
      </DocsHead>
      <Section id="metrics" title="Metrics" aside={<a href="/docs/metrics">Worked examples</a>}>
        <Metrics />
      </Section>
      <Section id="outcomes" title="Outcomes of an attempt">
        <Outcomes />
      </Section>
      <Section id="data" title="Data">
        <p className="max-w-prose text-muted">
          Everything that pages show is there as JSON and CSV under addresses that stay:{" "}
          <a href="/docs/api">API</a>. What changed a published result is told on{" "}
          <a href="/changes">the list of corrections</a> and in <a href="/changes.atom">its Atom feed</a>.
        </p>
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
