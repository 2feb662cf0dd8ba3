import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { decoded, oneParam, type SearchParams } from "@/app/params";
import { AttemptFacts } from "@/components/attempt/attempt-facts";
import { LogExcerpt } from "@/components/attempt/log-excerpt";
import { OutcomeHead, RunStepper } from "@/components/attempt/outcome-head";
import { PatchFindings } from "@/components/attempt/patch-findings";
import { PatchSection } from "@/components/attempt/patch-section";
import { TestCases } from "@/components/attempt/test-cases";
import { TouchedFiles } from "@/components/attempt/touched-files";
import { RefreshWithoutScript } from "@/components/layout/refresh-without-script";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { counted } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { SET_NAMES } from "@/components/ui/sets";
import { StandinNotice } from "@/components/ui/standin-notice";
import { currentViewer } from "@/lib/auth/viewer";
import type { AttemptView } from "@/lib/domain/attempt-views";
import { attemptHref, experimentHref, instanceHref, leaderboardHref } from "@/lib/domain/links";
import { systemText } from "@/lib/domain/system-text";
import { readAttempt } from "@/lib/services/read/attempt";

type Params = Promise<{ id: string; instanceId: string; runId: string }>;
type Props = { params: Params; searchParams: SearchParams };

/** Read once for the title and the page. */
const load = cache(
  async (experimentId: string, instanceId: string, runId: string): Promise<AttemptView | null> =>
    /^[1-9]\d{0,3}$/.test(runId)
      ? readAttempt({ experimentId, instanceId, runId: Number(runId) }, await currentViewer())
      : null,
);

async function loadFrom(params: Params): Promise<AttemptView | null> {
  const { id, instanceId, runId } = await params;
  return load(decoded(id), decoded(instanceId), runId);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await loadFrom(params);
  return {
    title: view ? `${view.instance.id} run ${view.runId}, ${systemText(view.experiment)}` : "No such attempt",
  };
}

export default async function AttemptPage({ params, searchParams }: Props) {
  const view = (await loadFrom(params)) ?? notFound();
  const full = await oneParam(searchParams, "full");
  const { experiment, instance } = view;
  const pageHref = attemptHref(experiment.id, instance.id, view.runId);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: SET_NAMES[experiment.set], href: leaderboardHref(experiment.set) },
          { label: systemText(experiment), href: experimentHref(experiment.id) },
          { label: instance.id, href: instanceHref(instance.id) },
          { label: `run ${view.runId}` },
        ]}
      />
      <h1 className="mt-1 text-large wrap-anywhere">
        {instance.id}, run {view.runId}
        {instance.title && <span className="block text-base font-normal text-muted">{instance.title}</span>}
      </h1>
      <div className="mt-4">
        <RunStepper view={view} />
      </div>
      {experiment.standin && <StandinNotice />}
      {view.outcome === null && <RefreshWithoutScript />}
      <OutcomeHead view={view} />
      <div className="mt-6">
        <AttemptFacts view={view} />
      </div>
      <Section id="patch" title="The patch">
        <PatchFindings view={view} />
        <PatchSection
          view={view}
          full={full && /^\d{1,4}$/.test(full) ? Number(full) : null}
          pageHref={pageHref}
        />
      </Section>
      {view.touched.length > 0 && (
        <Section id="files" title={`${counted(view.touched.length, "file")} touched`}>
          <TouchedFiles files={view.touched} />
        </Section>
      )}
      {view.tests.length > 0 && (
        <Section id="tests" title="Test cases">
          <TestCases tests={view.tests} withMessages={view.details} kept={view.testsKept} />
        </Section>
      )}
      <Section id="log" title="Editor log">
        <LogExcerpt log={view.log} />
      </Section>
    </>
  );
}
