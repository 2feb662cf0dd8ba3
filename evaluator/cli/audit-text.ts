import { agreementText, isFullAgreement } from "@/lib/domain/audit";
import type { AuditReport } from "@/lib/services/audit/agreement";
import { EXIT } from "./exit-codes";

/** What an audit shows, in a few lines. */
export function auditLines({
  audit,
  agreement,
  runs,
  notDrawn,
  patchAlone,
  outdated,
}: AuditReport): string[] {
  const share = audit.share === 1 ? "all runs" : `${Math.round(audit.share * 1000) / 10} % of the runs`;
  const lines = [
    `Audit ${audit.id}: ${audit.state}, ${share}, seed ${audit.seed}, started by ${audit.startedBy}`,
    `Agreement: ${agreementText(agreement)}`,
  ];
  if (agreement.waiting > 0) lines.push(`Still to run: ${agreement.waiting} attempts`);
  if (agreement.failed > 0) lines.push(`Could not be run again: ${agreement.failed} attempts`);
  if (notDrawn > 0) lines.push(`Not drawn: ${notDrawn} attempts`);
  if (patchAlone > 0)
    lines.push(`Decided by the patch alone, so there is nothing to run: ${patchAlone} attempts`);
  if (outdated) lines.push("Outcomes have changed since it began: it is no evidence any more.");
  for (const run of runs) {
    const where = `  ${run.instanceId} run ${run.runIds.join(", ")}`;
    if (run.state === "disagreed")
      lines.push(
        `${where}: ${run.first.outcome} first, ${run.second.outcome} again. ${run.second.reason ?? ""}`.trimEnd(),
        `    first:  ${run.first.artifacts ?? "no files"}`,
        `    second: ${run.second.artifacts ?? "no files"}`,
      );
    if (run.state === "failed") lines.push(`${where}: not run again. ${run.second.reason ?? ""}`.trimEnd());
  }
  return lines;
}

/** 0 while it runs and when all agree, 1 for a disagreement, 3 when our machinery kept some from running. */
export function auditExit({ audit, agreement }: AuditReport): number {
  if (audit.state !== "complete" || isFullAgreement(agreement)) return EXIT.ok;
  return agreement.agreed < agreement.compared ? EXIT.negative : EXIT.infrastructure;
}
