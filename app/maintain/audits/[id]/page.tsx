import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { decoded } from "@/app/params";
import { RefreshWithoutScript } from "@/components/layout/refresh-without-script";
import { shareText } from "@/components/maintain/audit-table";
import { AuditedRuns } from "@/components/maintain/audited-runs";
import { DeskForm } from "@/components/maintain/desk-form";
import { DeskHead } from "@/components/maintain/desk-head";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Facts } from "@/components/ui/facts";
import { counted, moment } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { agreementText } from "@/lib/domain/audit";
import { maintainHref } from "@/lib/domain/maintain-links";
import type { AuditView } from "@/lib/domain/maintain-views";
import { systemText } from "@/lib/domain/system-text";
import { readAudit } from "@/lib/services/maintain/audits";
import { cancelAuditAction } from "../../actions";
import { desk } from "../../desk";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Audit" };

/** One audit: how far it is, how far it agrees, and every disagreement with both runs. */
export default async function AuditPage({ params }: Props) {
  const id = decoded((await params).id);
  const { context, approvals } = await desk(maintainHref.audit(id));
  const view = readAudit(context, id) ?? notFound();
  const { experiment, agreement } = view;
  const total = agreement.compared + agreement.waiting + agreement.failed;
  return (
    <>
      <DeskHead part="experiments" approvals={approvals} />
      <div className="mt-4">
        <Breadcrumbs
          crumbs={[
            { label: "Experiments", href: maintainHref.experiments },
            { label: systemText(experiment), href: maintainHref.experiment(experiment.id) },
            { label: `audit of ${moment(view.createdAt)}` },
          ]}
        />
      </div>
      <h2 className="mt-1 text-large">
        {agreement.compared === 0 ? "Nothing compared yet" : `Agreement: ${agreementText(agreement)}`}
      </h2>
      <p className="mt-1 max-w-prose text-muted">{standing(view)}</p>
      {view.state === "running" && (
        <div className="mt-4">
          <progress
            className="progress"
            value={total - agreement.waiting}
            max={total}
            aria-label="Attempts whose second run is there"
          />
          <RefreshWithoutScript />
        </div>
      )}
      <div className="mt-6">
        <AuditFacts view={view} />
      </div>
      {view.state === "running" && (
        <div className="mt-6">
          <DeskForm
            action={cancelAuditAction}
            label="Cancel this audit"
            submit="Cancel this audit"
            quiet
            fields={[{ kind: "hidden", name: "auditId", value: view.id }]}
          />
        </div>
      )}
      <Section id="runs" title={`${counted(view.runs, "evaluation")}, what is odd first`}>
        <AuditedRuns list={view.list} />
      </Section>
    </>
  );
}

function standing({ state, agreement, outdated, full, experiment }: AuditView): string {
  if (outdated) return "Outcomes of the experiment have changed since: this audit is no evidence any more.";
  if (state === "running") return `${agreement.waiting} attempts to go. The page fills in by itself.`;
  if (state === "cancelled") return "It was cancelled; what ran is kept.";
  if (full) return `Full agreement: ${experiment.agent} can be verified on it.`;
  if (agreement.failed > 0 && agreement.agreed === agreement.compared)
    return "What ran agrees, but some could not be run again: the reasons are below.";
  return "Outcomes differ. Look at both runs below; to verify all the same, write why.";
}

function AuditFacts({ view }: { view: AuditView }) {
  const { agreement } = view;
  return (
    <Facts
      facts={[
        { term: "Started", value: `${moment(view.createdAt)} by ${view.startedBy}` },
        { term: "Ended", value: view.finishedAt === null ? "not yet" : moment(view.finishedAt) },
        { term: "Share", value: `${shareText(view.share)} of the distinct evaluations, seed ${view.seed}` },
        { term: "Could not be run again", value: counted(agreement.failed, "attempt") },
        { term: "Not drawn", value: counted(view.notDrawn, "attempt") },
        {
          term: "Decided by the patch alone",
          value: `${counted(view.patchAlone, "attempt")}: there is nothing to run`,
        },
      ]}
    />
  );
}
