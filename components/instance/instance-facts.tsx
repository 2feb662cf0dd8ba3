import { Facts, Hash } from "@/components/ui/facts";
import { counted, duration, fixed3 } from "@/components/ui/format";
import type { InstanceView } from "@/lib/domain/instance-views";
import { MIN_SYSTEMS } from "@/lib/domain/statistics/discrimination";
import { gateText } from "./gate";
import { FlakeRate, SolveRate } from "./solve-rate";

/** What is public of an instance: never its hidden tests, its fix, or which files the fix changes. */
export function InstanceFacts({ view }: { view: InstanceView }) {
  return (
    <Facts
      facts={[
        { term: "Instance", value: <code>{view.id}</code> },
        { term: "Project", value: <External href={view.repoUrl} text={view.repoName} /> },
        ...(view.issueNumber === null
          ? []
          : [{ term: "Issue", value: <External href={view.issueHref} text={`#${view.issueNumber}`} /> }]),
        {
          term: "Base commit",
          value: view.baseHref ? (
            <a href={view.baseHref} rel="noopener noreferrer">
              <Hash value={view.baseSha} />
            </a>
          ) : (
            <Hash value={view.baseSha} />
          ),
        },
        {
          term: "Editor",
          value:
            view.unityVersion && view.unityVersion !== view.bucket
              ? `${view.bucket}, the project says ${view.unityVersion}`
              : view.bucket,
        },
        {
          term: "Hidden tests",
          value: `${counted(view.suites, "suite")} in ${view.platforms.join(" and ") || "an unknown mode"}; ${gateText(view.gate)}`,
        },
        { term: "Target files", value: `${view.targets}; which ones is part of the answer` },
        {
          term: "Solved",
          value:
            view.systems === 0 ? (
              "—, no system was measured"
            ) : (
              <>
                by {view.systemsSolved} of {counted(view.systems, "system")}; attempts passed{" "}
                <SolveRate attempts={view.attempts} />
              </>
            ),
        },
        { term: "Discrimination", value: discriminationText(view) },
        { term: "Median run", value: medianText(view) },
        { term: "Flake rate", value: <FlakeText view={view} /> },
      ]}
    />
  );
}

function discriminationText({ measures }: InstanceView): string {
  if (measures.discrimination !== null) return `${fixed3(measures.discrimination)}, from -1 to 1`;
  return `—, needs ${MIN_SYSTEMS} systems, of which some solve it and some do not`;
}

function medianText({ measures: { medianMs, evaluations } }: InstanceView): string {
  return medianMs === null
    ? "—, nothing was run"
    : `${duration(medianMs)}, of ${counted(evaluations, "distinct run")}`;
}

function FlakeText({ view: { measures } }: { view: InstanceView }) {
  if (measures.reruns.compared === 0) return "—, no audit has run it a second time";
  return (
    <>
      <FlakeRate reruns={measures.reruns} /> second runs ended otherwise
    </>
  );
}

function External({ href, text }: { href: string | null; text: string }) {
  return href ? (
    <a href={href} rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  );
}
