import type { Metadata } from "next";
import { AuditTable } from "@/components/maintain/audit-table";
import { DeskHead } from "@/components/maintain/desk-head";
import { Queue } from "@/components/maintain/queue";
import { Workers } from "@/components/maintain/workers";
import { Section } from "@/components/ui/section";
import { MAINTAIN } from "@/lib/domain/maintain-links";
import { readAudits } from "@/lib/services/maintain/audits";
import { readOverview } from "@/lib/services/maintain/overview";
import { desk } from "./desk";

export const metadata: Metadata = { title: "Maintaining" };

/** Queue and workers, and the latest audits. */
export default async function OverviewPage() {
  const { q, context, now, approvals } = await desk(MAINTAIN);
  const { workers, queue, auditsRunning } = readOverview(q, now);
  const audits = readAudits(context);
  return (
    <>
      <DeskHead part="overview" approvals={approvals} />
      <Section id="workers" title="Workers">
        <Workers workers={workers} now={now} />
      </Section>
      <Section id="queue" title="Queue">
        <Queue queue={queue} now={now} />
      </Section>
      <Section
        id="audits"
        title={auditsRunning > 0 ? `Audits: ${auditsRunning} running` : "Audits"}
        note="An audit runs an experiment’s evaluations a second time, without the cache and on the same images. It takes what submissions leave free."
      >
        {audits.length > 0 ? (
          <AuditTable audits={audits} />
        ) : (
          <p className="text-small text-muted">
            There was none yet. Start one from an <a href="/maintain/experiments">experiment</a>.
          </p>
        )}
      </Section>
    </>
  );
}
