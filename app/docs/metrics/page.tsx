import type { Metadata } from "next";
import { DocsHead } from "@/components/docs/docs-nav";
import { PassTable } from "@/components/docs/pass-table";
import { WorkedScore, WorkedTie } from "@/components/docs/worked-score";
import { fixed3 } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { discrimination, MIN_SYSTEMS } from "@/lib/domain/statistics/discrimination";

export const metadata: Metadata = { title: "Metrics with worked examples" };

export default function MetricsPage() {
  return (
    <>
      <DocsHead current="/docs/metrics" title="Metrics, with worked examples">
        <p>
          Every number on this page is computed as you open it, by the code that computes the leaderboard. The
          systems are made up; no system has these results.
        </p>
      </DocsHead>
      <Section
        id="pass"
        title="pass@j: what one of j attempts would have done"
        note="1 − C(n−c, j) / C(n, j), the unbiased estimate for c passes in n attempts. pass@1 is the share of attempts that pass; pass@10 of ten asks whether any does; pass^10 whether all do."
      >
        <PassTable />
      </Section>
      <Section
        id="score"
        title="Score: found the place, and mended it"
        note="Ten attempts at each of four instances. A metric of an instance is 0 or 1 for parseable, filehit and pass^10; a metric of the set is the mean over its instances; the Score is the product of three means."
      >
        <WorkedScore />
      </Section>
      <Section
        id="ties"
        title="Ties: when two systems cannot be told apart"
        note="A tie group runs from its leader down to the first system whose gap to that leader is larger than chance would make it, by a paired permutation test at 0.05. No correction is made for the number of comparisons."
      >
        <WorkedTie />
      </Section>
      <Section id="instances" title="Of instances">
        <InstanceMeasures />
      </Section>
    </>
  );
}

const ANSWERS = [
  { solved: true, rest: 0.61 },
  { solved: true, rest: 0.48 },
  { solved: false, rest: 0.44 },
  { solved: true, rest: 0.3 },
  { solved: false, rest: 0.12 },
  { solved: false, rest: 0.05 },
];

function InstanceMeasures() {
  const solvers = ANSWERS.filter((one) => one.solved).map((one) => one.rest.toFixed(2));
  const others = ANSWERS.filter((one) => !one.solved).map((one) => one.rest.toFixed(2));
  const facts: [string, string][] = [
    ["Attempts passed", "Passed of counted attempts, over all systems on the leaderboard."],
    [
      "Discrimination",
      `How well an instance separates strong systems from weak ones: the point-biserial correlation between solving it with any attempt and the system’s mean pass@1 over the other instances (S. Henrysson, “Correction of item-total correlations in item analysis”, Psychometrika 28, 1963). Example: systems with ${solvers.join(", ")} elsewhere solve it, systems with ${others.join(", ")} do not: ${fixed3(discrimination(ANSWERS))}. There is none with fewer than ${MIN_SYSTEMS} complete systems, or where all or none solve it.`,
    ],
    [
      "Median run",
      "The middle duration of the distinct runs behind the attempts; a tree that many attempts share was run once.",
    ],
    [
      "Flake rate",
      "Of the runs that audits made a second time, on the same tree and the same image, how many ended with another outcome.",
    ],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts.map(([term, meaning]) => (
        <div key={term} className="contents">
          <dt className="font-medium">{term}</dt>
          <dd className="max-w-prose text-muted max-sm:-mt-3">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
