import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { AttemptGrid } from "@/components/attempt-grid/attempt-grid";
import { BesideScore } from "@/components/experiment/beside-score";
import { BreakdownTable } from "@/components/experiment/breakdown-table";
import { Cite, Downloads } from "@/components/experiment/cite-and-reuse";
import { ExperimentHead } from "@/components/experiment/experiment-head";
import { ExperimentNotices } from "@/components/experiment/experiment-notices";
import { Funnel } from "@/components/experiment/funnel";
import { History } from "@/components/experiment/history";
import { PassCurve } from "@/components/experiment/pass-curve";
import { Progress } from "@/components/experiment/progress";
import { Provenance } from "@/components/experiment/provenance";
import { ScoreEquation } from "@/components/experiment/score-equation";
import { Verification } from "@/components/experiment/verification";
import { Section } from "@/components/ui/section";
import { originOf } from "@/lib/auth/cookies";
import { currentViewer } from "@/lib/auth/viewer";
import { readConfig } from "@/lib/config";
import { isMaintainer } from "@/lib/domain/access";
import { badgeWords } from "@/lib/domain/badge";
import { apiHref, csvHref, experimentHref, submissionHref } from "@/lib/domain/links";
import { maintainHref } from "@/lib/domain/maintain-links";
import { systemText } from "@/lib/domain/system-text";
import { readExperiment } from "@/lib/services/read/experiment";

type Props = { params: Promise<{ id: string }> };

/** Read once for the title and the page. */
const load = cache(async (id: string) => readExperiment(id, await currentViewer()));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const view = await load(id);
  if (!view) return { title: "No such experiment" };
  const { left, right } = badgeWords(view);
  const card = {
    url: `${experimentHref(view.id)}/card.png`,
    width: 1200,
    height: 630,
    alt: `${left}: ${right}`,
  };
  const title = systemText(view);
  const description = `${left}: ${right}`;
  return {
    title,
    description,
    openGraph: { title, description, siteName: "SWE-game-bench", type: "website", images: [card] },
  };
}

export default async function ExperimentPage({ params }: Props) {
  const view = (await load((await params).id)) ?? notFound();
  if (view.state === "draft") redirect(submissionHref(view.id));
  return (
    <>
      <ExperimentHead view={view} />
      <ExperimentNotices view={view} />
      {view.progress && <Progress progress={view.progress} />}
      <ScoreEquation view={view} />
      <Section
        id="attempts"
        title={`Every attempt: ${view.counts.instances} instances × ${view.k} runs`}
        aside={
          <>
            Download as <a href={csvHref(apiHref.attempts(view.id))}>CSV</a> or{" "}
            <a href={apiHref.attempts(view.id)}>JSON</a>
          </>
        }
      >
        <AttemptGrid
          rows={view.grid}
          k={view.k}
          rowTitle="Instance"
          caption="Outcome of each attempt by instance and run"
        />
      </Section>
      <div className="grid gap-x-16 lg:grid-cols-2">
        <Section id="funnel" title="Where do attempts get lost?">
          <Funnel steps={view.funnel} instances={view.counts.instances} />
        </Section>
        {view.complete && (
          <Section id="curve" title={`How much do more attempts help? pass@1 to pass@${view.k}`}>
            <PassCurve passAt={view.passAt} />
            <BesideScore view={view} />
          </Section>
        )}
      </div>
      <Section
        id="breakdown"
        title="Where does it do well?"
        note="Means over the instances of each row. With so few instances most differences are noise."
      >
        <div className="grid grid-cols-1 gap-y-8">
          <BreakdownTable groups={view.repositories} k={view.k} what="Repository" />
          <BreakdownTable groups={view.editors} k={view.k} what="Editor" />
        </div>
      </Section>
      <Verification
        verified={view.verified}
        deskHref={isMaintainer(await currentViewer()) ? maintainHref.experiment(view.id) : null}
      />
      <Section id="provenance" title="Where the numbers come from">
        <Provenance view={view} />
      </Section>
      <Section id="downloads" title="Download">
        <Downloads view={view} />
      </Section>
      <Section id="cite" title="Cite and show">
        <Cite view={view} origin={originOf(readConfig())} />
      </Section>
      <Section id="history" title="Submissions of this system">
        <History entries={view.history} />
      </Section>
    </>
  );
}
