import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { decoded } from "@/app/params";
import { AttemptGrid } from "@/components/attempt-grid/attempt-grid";
import { Gate } from "@/components/instance/gate";
import { InstanceFacts } from "@/components/instance/instance-facts";
import { IssueText } from "@/components/instance/issue-text";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Section } from "@/components/ui/section";
import { SET_NAMES } from "@/components/ui/sets";
import { StandinNotice } from "@/components/ui/standin-notice";
import { apiHref, csvHref, instancesHref } from "@/lib/domain/links";
import { visibleText } from "@/lib/domain/visible-text";
import { readInstance } from "@/lib/services/read/instances";

type Props = { params: Promise<{ id: string }> };

/** Read once for the title and the page. */
const load = cache((id: string) => readInstance(id));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = load(decoded((await params).id));
  return { title: view ? `${view.id}${view.title ? `: ${view.title}` : ""}` : "No such instance" };
}

export default async function InstancePage({ params }: Props) {
  const view = load(decoded((await params).id)) ?? notFound();
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: SET_NAMES[view.set], href: instancesHref(view.set) }, { label: view.id }]}
      />
      <h1 className="mt-1 text-large wrap-anywhere">{visibleText(view.title ?? view.id)}</h1>
      {view.standin && <StandinNotice />}
      <div className="mt-6">
        <InstanceFacts view={view} />
      </div>
      <Section id="issue" title="The issue, as an agent gets it">
        {view.issueText ? (
          <IssueText text={view.issueText} />
        ) : (
          <p className="max-w-prose text-small text-muted">
            The text has not been fetched: it belongs to the project and is not part of this repository.
            “swe-game-bench enrich {view.id}” gets it.
          </p>
        )}
      </Section>
      <Section
        id="systems"
        title="Every attempt at it, by system"
        aside={
          <>
            Download as <a href={csvHref(apiHref.instance(view.id))}>CSV</a> or{" "}
            <a href={apiHref.instance(view.id)}>JSON</a>
          </>
        }
      >
        {view.grid.length > 0 ? (
          <AttemptGrid
            rows={view.grid}
            k={view.k}
            rowTitle="System"
            caption="Outcome of each attempt by system and run"
          />
        ) : (
          <p className="text-small text-muted">No system has been measured on it yet.</p>
        )}
      </Section>
      <Section id="gate" title="Gate">
        <Gate gate={view.gate} />
      </Section>
    </>
  );
}
