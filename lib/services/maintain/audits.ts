import { recentAudits } from "@/lib/db/queries/audits";
import { experimentById } from "@/lib/db/queries/experiments";
import { attemptHref } from "@/lib/domain/links";
import type { AuditedRunView, AuditSummary, AuditView } from "@/lib/domain/maintain-views";
import type { SystemName } from "@/lib/domain/views";
import { type AuditedRun, auditReport } from "../audit/agreement";
import type { ReadContext } from "../read/context";
import { artifactLinks } from "./artifacts";
import { auditSummary } from "./experiments";

const SHOWN = 10;

/** One audit with both runs of everything, what is odd first; null when there is none. */
export function readAudit(context: ReadContext, id: string): AuditView | null {
  if (context.database === null) return null;
  const report = auditReport(context.database.query, id);
  const experiment = report && experimentById(context.database.query, report.audit.experimentId);
  if (!report || !experiment) return null;
  const list = report.runs.map((run) => runView(context, experiment.id, run));
  return {
    ...auditSummary(report),
    experiment,
    notDrawn: report.notDrawn,
    patchAlone: report.patchAlone,
    list: list.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
  };
}

export type AuditEntry = AuditSummary & { experiment: SystemName & { id: string } };

/** The latest audits of all experiments. */
export function readAudits(context: ReadContext): AuditEntry[] {
  const q = context.database?.query;
  if (!q) return [];
  return recentAudits(q, SHOWN).flatMap(({ audit, experiment }) => {
    const report = auditReport(q, audit.id);
    return report ? [{ ...auditSummary(report), experiment }] : [];
  });
}

const ORDER: readonly AuditedRunView["state"][] = ["disagreed", "failed", "running", "waiting", "agreed"];

function runView(context: ReadContext, experimentId: string, run: AuditedRun): AuditedRunView {
  const side = ({ evaluationId, outcome, reason, artifacts }: AuditedRun["first"]) => ({
    outcome,
    reason,
    // Agreeing runs are many, and nobody looks into them.
    files:
      run.state === "disagreed" || run.state === "failed"
        ? artifactLinks(context, evaluationId, artifacts)
        : [],
  });
  return {
    instanceId: run.instanceId,
    runs: run.runIds.map((runId) => ({ runId, href: attemptHref(experimentId, run.instanceId, runId) })),
    state: run.state,
    first: side(run.first),
    second: side(run.second),
  };
}
