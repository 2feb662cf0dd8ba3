import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { decoded } from "@/app/params";
import { AuditTable } from "@/components/maintain/audit-table";
import { DeskForm } from "@/components/maintain/desk-form";
import { DeskHead } from "@/components/maintain/desk-head";
import { rateText, stateText } from "@/components/maintain/maintained-table";
import { MarkForms } from "@/components/maintain/mark-forms";
import { NearTable } from "@/components/maintain/near-table";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Facts } from "@/components/ui/facts";
import { moment } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { SET_NAMES } from "@/components/ui/sets";
import { maintainHref, withParams } from "@/lib/domain/maintain-links";
import type { ExperimentDesk } from "@/lib/domain/maintain-views";
import { systemText } from "@/lib/domain/system-text";
import { readDesk } from "@/lib/services/maintain/experiments";
import { startAuditAction, unverifyAction, verifyAction } from "../../actions";
import { desk } from "../../desk";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Audit and verify" };

/** One experiment: audit it, verify it, and what speaks against that. */
export default async function ExperimentDeskPage({ params }: Props) {
  const id = decoded((await params).id);
  const { context, approvals } = await desk(maintainHref.experiment(id));
  const view = readDesk(context, id) ?? notFound();
  const running = view.audits.some((audit) => audit.state === "running");
  return (
    <>
      <DeskHead part="experiments" approvals={approvals} />
      <div className="mt-4">
        <Breadcrumbs
          crumbs={[{ label: "Experiments", href: maintainHref.experiments }, { label: systemText(view) }]}
        />
      </div>
      <h2 className="mt-1 text-large wrap-anywhere">{systemText(view)}</h2>
      <div className="mt-4">
        <DeskFacts view={view} />
      </div>
      <Section
        id="audit"
        title="Audit"
        note="Runs the distinct evaluations again, without the cache and on the very images of the first runs. No outcome changes by it."
      >
        {view.audits.length > 0 && <AuditTable audits={view.audits} />}
        {running && (
          <p className="mt-4 text-small text-muted">One at a time: another can start when it is over.</p>
        )}
        {view.state !== "complete" && (
          <p className="mt-4 text-small text-muted">Only a complete experiment is audited and verified.</p>
        )}
        {!running && view.state === "complete" && (
          <div className="mt-6 max-w-80">
            <DeskForm
              action={startAuditAction}
              label="Start an audit"
              submit="Start an audit"
              fields={[
                { kind: "hidden", name: "experimentId", value: view.id },
                {
                  kind: "line",
                  name: "share",
                  label: "Share in percent",
                  value: "100",
                  hint: `Of ${view.distinctRuns} distinct evaluations.`,
                },
                {
                  kind: "line",
                  name: "seed",
                  label: "Seed",
                  hint: "Draws the share. Left empty, one is drawn and kept.",
                },
              ]}
            />
          </div>
        )}
      </Section>
      <Section id="verify" title={view.verified ? "Verified" : "Verify"}>
        {view.state === "complete" && (
          <MarkForms view={view} verify={verifyAction} unverify={unverifyAction} />
        )}
      </Section>
      <Section
        id="near"
        title="How near to the developers’ fix?"
        note="Runs whose patch is the same as the fix or shares nine in ten of its changed lines. A reason to look at the agent’s trajectories, no proof."
      >
        <NearTable view={view} />
      </Section>
    </>
  );
}

function DeskFacts({ view }: { view: ExperimentDesk }) {
  return (
    <Facts
      facts={[
        { term: "Page", value: <a href={view.href}>{view.id}</a> },
        { term: "Set", value: SET_NAMES[view.set] },
        { term: "State", value: stateText(view) },
        { term: "Handed in", value: moment(view.createdAt) },
        {
          term: "Flagged attempts",
          value:
            view.flagged === 0 ? (
              "none"
            ) : (
              <a href={withParams(maintainHref.flags, { experiment: view.id })}>{view.flagged}</a>
            ),
        },
        { term: "Near the fix", value: rateText(view.similarity) },
        {
          term: "Log of events",
          value: <a href={withParams(maintainHref.events, { subject: view.id })}>who did what to it</a>,
        },
      ]}
    />
  );
}
