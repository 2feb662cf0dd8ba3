import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { decoded } from "@/app/params";
import { AttemptGrid } from "@/components/attempt-grid/attempt-grid";
import { Funnel } from "@/components/experiment/funnel";
import { LiveSubmission } from "@/components/submission/live-submission";
import { ManageForms } from "@/components/submission/manage-forms";
import { STATE_SENTENCES, STATE_WORDS } from "@/components/submission/state-words";
import { SubmissionFactList } from "@/components/submission/submission-facts";
import { Watch } from "@/components/submission/watch";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { counted } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { StandinNotice } from "@/components/ui/standin-notice";
import { requireViewer } from "@/lib/auth/viewer";
import { experimentHref } from "@/lib/domain/links";
import { isSettledState, type SubmissionDetail, type SubmissionView } from "@/lib/domain/submission-view";
import { visibleText } from "@/lib/domain/visible-text";
import { readSubmission, readSubmissionDetail } from "@/lib/services/portal/read";
import { manageAction } from "./actions";
import { DraftPart, InvalidPart } from "./before-submitting";

type Props = { params: Promise<{ id: string }> };

const addressOf = (id: string) => `/submissions/${encodeURIComponent(id)}`;

/** Read once for the title and the page. */
const load = cache(async (id: string) => readSubmission(id, await requireViewer(addressOf(id))));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await load(decoded((await params).id));
  return { title: view ? `${view.experiment?.agent ?? view.fileName}, submission` : "No such submission" };
}

export default async function SubmissionPage({ params }: Props) {
  const id = decoded((await params).id);
  const view = (await load(id)) ?? notFound();
  const detail = readSubmissionDetail(id, await requireViewer(addressOf(id))) ?? notFound();
  const { experiment } = view;
  return (
    <>
      <Breadcrumbs crumbs={[{ label: "Your submissions", href: "/submissions" }, { label: view.fileName }]} />
      <h1 className="mt-1 text-large wrap-anywhere">
        {experiment ? visibleText(experiment.agent) : view.fileName}
        {experiment && (
          <span className="block text-base font-normal text-muted">
            <span className="font-mono">{visibleText(experiment.model)}</span>
            {experiment.temperature === null
              ? ", no temperature given"
              : `, temperature ${experiment.temperature}`}
          </span>
        )}
      </h1>
      <p className="mt-4 max-w-prose">
        <strong className="font-semibold">{STATE_WORDS[view.state]}.</strong> {STATE_SENTENCES[view.state]}
        {view.state === "draft" && (
          <>
            {" "}
            <a href="#submit">Go to the form</a>
          </>
        )}
      </p>
      {view.set === "sample" && <StandinNotice />}
      {view.state === "invalid" && <InvalidPart view={view} />}
      {view.state === "draft" && <DraftPart view={view} detail={detail} />}
      {experiment && view.state !== "draft" && <SubmittedPart view={view} detail={detail} />}
      {view.state === "discarded" && (
        <p className="mt-4">
          <a href="/submit">Upload a file</a>
        </p>
      )}
      <Section id="facts" title="What was uploaded">
        <SubmissionFactList view={view} />
      </Section>
      {!isSettledState(view.state) && (
        <LiveSubmission url={`/api/v1/submissions/${view.id}`} version={view.version} />
      )}
    </>
  );
}

/** How far it is, what came of it, and what may be done with it. */
function SubmittedPart({ view, detail }: { view: SubmissionView; detail: SubmissionDetail }) {
  const { experiment, actions } = view;
  if (!experiment) return null;
  const { withdrawn, visibility } = experiment.facts;
  const open = view.state === "queued" || view.state === "running";
  const mayManage = actions.cancel || actions.hide || actions.show || actions.rerun || actions.withdraw;
  return (
    <>
      {experiment.approvalNote && (
        <Notice title="The maintainer says:">{visibleText(experiment.approvalNote)}</Notice>
      )}
      {withdrawn?.reason && <Notice title="Reason:">{visibleText(withdrawn.reason)}</Notice>}
      {visibility === "hidden" && view.state !== "withdrawn" && (
        <Notice title="Hidden.">Only you and maintainers see it; it is on no list.</Notice>
      )}
      {open && <Watch progress={experiment.progress} />}
      <p className="mt-4">
        <a href={experimentHref(experiment.id)}>
          {view.state === "complete" ? "Score, intervals and every attempt" : "Its page with every attempt"}
        </a>
      </p>
      <Section
        id="attempts"
        title={`Every attempt: ${counted(experiment.instances, "instance")} × ${experiment.k} runs`}
      >
        <AttemptGrid
          rows={detail.grid}
          k={experiment.k}
          rowTitle="Instance"
          caption="Outcome of each attempt by instance and run"
        />
      </Section>
      <Section id="funnel" title="Where do attempts get lost?">
        <div className="max-w-prose">
          <Funnel steps={detail.funnel} instances={experiment.instances} />
        </div>
      </Section>
      {mayManage && (
        <Section id="manage" title="What you can do">
          <ManageForms id={view.id} may={actions} action={manageAction} />
        </Section>
      )}
    </>
  );
}
