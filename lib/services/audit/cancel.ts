import type { Database } from "@/lib/db/client";
import { auditById, openReruns, updateAudit } from "@/lib/db/queries/audits";
import { haltEvaluations } from "@/lib/db/queries/evaluations";
import { endJobs } from "@/lib/db/queries/jobs";
import type { Actor } from "@/lib/domain/audit";
import { recordEvent } from "../events";

export type CancelAuditResult =
  | { status: "cancelled"; left: number }
  | { status: "over"; state: string }
  | { status: "unknown" };

/** Stops an audit: its jobs end, and workers lose their claims at their next sign of life. What ran is kept. */
export function cancelAudit(
  database: Database,
  auditId: string,
  actor: Actor,
  now = Date.now(),
): CancelAuditResult {
  return database.write((tx) => {
    const audit = auditById(tx, auditId);
    if (audit === null) return { status: "unknown" };
    if (audit.state !== "running") return { status: "over", state: audit.state };
    const evaluationIds = openReruns(tx, auditId);
    endJobs(tx, { evaluationIds }, { state: "failed", lastError: "cancelled", finishedAt: now });
    haltEvaluations(tx, evaluationIds);
    updateAudit(tx, auditId, { state: "cancelled", finishedAt: now });
    const data = { auditId, left: evaluationIds.length };
    const event = { at: now, actor: actor.id, subject: audit.experimentId, data };
    recordEvent(tx, { ...event, kind: "audit.cancelled" });
    return { status: "cancelled", left: evaluationIds.length };
  });
}
