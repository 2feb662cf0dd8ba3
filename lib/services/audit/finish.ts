import type { Queryable } from "@/lib/db/client";
import { openReruns, runningAudits, updateAudit } from "@/lib/db/queries/audits";
import { recordEvent } from "../events";

/** Ends the audits that have nothing left to run, whatever brought that about. Few run at once. */
export function finishAudits(tx: Queryable, now: number): string[] {
  const finished = runningAudits(tx).filter((audit) => openReruns(tx, audit.id).length === 0);
  for (const { id, experimentId } of finished) {
    updateAudit(tx, id, { state: "complete", finishedAt: now });
    const data = { auditId: id };
    recordEvent(tx, { at: now, actor: "worker", kind: "audit.finished", subject: experimentId, data });
  }
  return finished.map((audit) => audit.id);
}
