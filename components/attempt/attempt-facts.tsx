import { Facts, Hash } from "@/components/ui/facts";
import { counted, duration, moment } from "@/components/ui/format";
import type { AttemptView, EvaluationView } from "@/lib/domain/attempt-views";
import { visibleText } from "@/lib/domain/visible-text";

/** The bits that the metrics count, and the run behind them. */
export function AttemptFacts({ view }: { view: AttemptView }) {
  const { evaluation } = view;
  return (
    <Facts
      facts={[
        { term: "Parseable", value: bitText(view.parseable, "yes, git applied it", "no") },
        { term: "Target files", value: targetText(view) },
        ...(evaluation ? evaluationFacts(evaluation) : [{ term: "Evaluation", value: noRunText(view) }]),
      ]}
    />
  );
}

function bitText(bit: boolean | null, yes: string, no: string): string {
  return bit === null ? "not checked yet" : bit ? yes : no;
}

function targetText({ checked, outcome, parseable, instance, targetsHit, fileHit }: AttemptView): string {
  if (!checked) return "not checked yet";
  if (!parseable) return "none: no patch was applied";
  if (outcome === "patch-refused") return "none: a refused patch hits no file";
  if (fileHit === null) return "Told once it is submitted";
  const hit = `${targetsHit} of ${counted(instance.targets, "file")} that the real fix changes`;
  return fileHit ? `${hit}: a full hit` : `${hit}: not a full hit`;
}

function noRunText({ outcome, checked }: AttemptView): string {
  if (outcome === "infra-error") return "none";
  if (outcome !== null) return "none: the patch alone decided it";
  return checked ? "waits for an editor image" : "waits for the patch check";
}

function evaluationFacts(evaluation: EvaluationView) {
  const { durationMs, editorMs } = evaluation;
  return [
    { term: "Evaluated", value: evaluatedText(evaluation) },
    {
      term: "Time",
      value:
        durationMs === null
          ? "—"
          : `${duration(durationMs)} in all, ${duration(editorMs)} of it in the editor`,
    },
    { term: "Shared with", value: <SharedWith evaluation={evaluation} /> },
    {
      term: "Editor image",
      value: (
        <>
          <code>{evaluation.imageName}</code>
          <br />
          <Hash value={evaluation.imageDigest} />
        </>
      ),
    },
    { term: "Graded tree", value: <Hash value={evaluation.gradedTree} /> },
    { term: "Harness", value: `version ${evaluation.harnessVersion}` },
    ...(evaluation.notes.length > 0
      ? [{ term: "Notes of the grader", value: evaluation.notes.map(visibleText).join(" ") }]
      : []),
  ];
}

function evaluatedText({ settledAt, startedAt, infraRetries }: EvaluationView): string {
  const retries = infraRetries > 0 ? `, after ${counted(infraRetries, "failure")} of our machinery` : "";
  if (settledAt !== null) return `${moment(settledAt)}${retries}`;
  return startedAt === null ? `queued${retries}` : `running since ${moment(startedAt)}${retries}`;
}

/** Attempts that give the same tree have one run and one verdict. */
function SharedWith({ evaluation }: { evaluation: EvaluationView }) {
  const { sharedWith, sharedElsewhere } = evaluation;
  if (sharedWith.length + sharedElsewhere === 0) return "no other attempt gives this tree";
  return (
    <>
      {sharedWith.map((mate, index) => (
        <span key={mate.href}>
          {index > 0 && ", "}
          <a href={mate.href}>run {mate.runId}</a>
        </span>
      ))}
      {sharedWith.length > 0 && sharedElsewhere > 0 && " and "}
      {sharedElsewhere > 0 && `${counted(sharedElsewhere, "attempt")} of other experiments`}: the same tree,
      run once
    </>
  );
}
