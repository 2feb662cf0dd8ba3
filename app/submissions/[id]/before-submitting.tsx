import { APPLIES, AttemptGrid } from "@/components/attempt-grid/attempt-grid";
import { CheckProgress, PatchProblems } from "@/components/submission/check-summary";
import { ConfirmForm } from "@/components/submission/confirm-form";
import { DiscardForm } from "@/components/submission/manage-forms";
import { ProblemList } from "@/components/submission/problem-list";
import { counted, longDay } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { SET_NAMES } from "@/components/ui/sets";
import type { SubmissionDetail, SubmissionView } from "@/lib/domain/submission-view";
import { confirmAction, manageAction } from "./actions";

/** A file that cannot be evaluated: every problem, and the way back. */
export function InvalidPart({ view }: { view: SubmissionView }) {
  return (
    <>
      <Section
        id="problems"
        title={`${counted(view.errors, "problem")} to mend`}
        aside={<a href="/submit">Upload the mended file</a>}
      >
        <ProblemList problems={problemsOf(view, "error")} total={view.errors} what="problem" />
      </Section>
      <Warnings view={view} />
      <div className="mt-6">
        <DiscardForm id={view.id} action={manageAction} label="Forget this file" />
      </div>
    </>
  );
}

/** The preview of a dry run, and the form that submits it. */
export function DraftPart({ view, detail }: { view: SubmissionView; detail: SubmissionDetail }) {
  const { experiment } = view;
  if (!experiment) return null;
  const { checks } = experiment;
  return (
    <>
      <CheckProgress checks={checks} />
      <Section
        id="attempts"
        title={`Does each patch apply? ${checks.applies} of ${counted(experiment.instances * experiment.k, "attempt")} ${checks.applies === 1 ? "does" : "do"}`}
        note="A patch that does not apply stays an attempt that fails. Cells open the attempt, with the files that its patch touches."
      >
        <AttemptGrid
          rows={detail.grid}
          k={experiment.k}
          rowTitle="Instance"
          caption="Patch check of each attempt by instance and run"
          tally={APPLIES}
        />
      </Section>
      {checks.problems > 0 && (
        <Section id="patches" title={`${counted(checks.problems, "patch", "patches")} will not run`}>
          <PatchProblems experimentId={experiment.id} checks={detail.checks} />
        </Section>
      )}
      <Warnings view={view} />
      <Section id="submit" title="Submit it">
        <div className="max-w-prose">
          <ConfirmForm id={view.id} action={confirmAction} note={noteOf(view)} />
        </div>
        <div className="mt-8 border-t border-line pt-4">
          <DiscardForm id={view.id} action={manageAction} label="Discard this dry run" />
        </div>
      </Section>
    </>
  );
}

/** Warnings that stand open: more of them would push the form off the page. */
const FEW = 3;

function Warnings({ view }: { view: SubmissionView }) {
  if (view.warnings === 0) return null;
  const list = <ProblemList problems={problemsOf(view, "warning")} total={view.warnings} what="warning" />;
  return (
    <Section id="warnings" title={`${counted(view.warnings, "warning")}`} note="They stop nothing.">
      {view.warnings > FEW ? (
        <details>
          <summary className="text-small">Show them</summary>
          <div className="mt-3">{list}</div>
        </details>
      ) : (
        list
      )}
    </Section>
  );
}

function problemsOf({ problems }: SubmissionView, severity: "error" | "warning") {
  return problems.filter((problem) => problem.severity === severity);
}

/** What submitting costs, and what happens then. */
function noteOf({ quota, evaluation, set }: SubmissionView): string {
  const left = quota
    ? `${quota.left} of ${counted(quota.limit, "submission")} to the ${SET_NAMES[set]} set ${quota.left === 1 ? "is" : "are"} left today; more from ${longDay(quota.resetsAt)} (UTC).`
    : "";
  const then =
    evaluation === "approval"
      ? "A maintainer looks at it before it is evaluated."
      : "It is evaluated at once.";
  return `${then} ${left} What ends in a failure of ours never counts.`.trim();
}
