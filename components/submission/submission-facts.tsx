import { type Fact, Facts, Hash } from "@/components/ui/facts";
import { bytes, counted, moment } from "@/components/ui/format";
import { SET_NAMES } from "@/components/ui/sets";
import type { SubmissionView } from "@/lib/domain/submission-view";
import { visibleText } from "@/lib/domain/visible-text";
import { aboutFacts } from "./about-facts";

/** The file, and what it holds. */
export function SubmissionFactList({ view }: { view: SubmissionView }) {
  const { experiment } = view;
  return (
    <Facts
      facts={[
        { term: "Set", value: SET_NAMES[view.set] },
        ...(experiment ? systemFacts(experiment) : []),
        {
          term: "File",
          value: (
            <>
              {view.fileName}, {bytes(view.bytes)}
              {view.rows > 0 && `, ${counted(view.rows, "row")}`}
              <br />
              SHA-256 <Hash value={view.fileSha256} />
            </>
          ),
        },
        { term: "Uploaded", value: moment(view.createdAt) },
        ...(experiment?.confirmedAt ? [{ term: "Submitted", value: moment(experiment.confirmedAt) }] : []),
        ...(view.expiresAt === null ? [] : [{ term: "Kept until", value: moment(view.expiresAt) }]),
        ...(experiment ? aboutFacts(experiment.facts.about) : []),
      ]}
    />
  );
}

function systemFacts(one: NonNullable<SubmissionView["experiment"]>): Fact[] {
  const { usage } = one;
  const told = `${usage.costUsd.toFixed(2)} US dollars, ${usage.inputTokens.toLocaleString("en")} tokens in and ${usage.outputTokens.toLocaleString("en")} out, over ${counted(usage.attempts, "attempt")}`;
  return [
    { term: "Agent", value: visibleText(one.agent) },
    { term: "Model", value: <code>{visibleText(one.model)}</code> },
    { term: "Temperature", value: one.temperature ?? "none given" },
    { term: "Attempts", value: `${counted(one.instances, "instance")} × ${one.k} runs` },
    ...(usage.attempts > 0 ? [{ term: "Cost, as you tell it", value: told }] : []),
  ];
}
