import { Facts, Hash } from "@/components/ui/facts";
import { counted } from "@/components/ui/format";
import type { InstanceView } from "@/lib/domain/views";
import { gateText } from "./gate";
import { SolveRate } from "./solve-rate";

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
      ]}
    />
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
