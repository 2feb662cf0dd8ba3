import { moment } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { agreementText } from "@/lib/domain/audit";
import { maintainHref } from "@/lib/domain/maintain-links";
import type { AuditSummary } from "@/lib/domain/maintain-views";
import { systemText } from "@/lib/domain/system-text";
import type { SystemName } from "@/lib/domain/views";

type Entry = AuditSummary & { experiment?: SystemName & { id: string } };

/** Audits with how far they are and what they show. */
export function AuditTable({ audits }: { audits: readonly Entry[] }) {
  const named = audits.some((audit) => audit.experiment);
  return (
    <ScrollRegion label="Table of audits">
      <table className="data-table">
        <caption className="sr-only">Audits, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Started</th>
            {named && <th scope="col">Experiment</th>}
            <th scope="col">State</th>
            <th scope="col">Runs</th>
            <th scope="col">Agreement</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {audits.map((audit) => (
            <tr key={audit.id}>
              <td className="whitespace-nowrap">
                <a href={maintainHref.audit(audit.id)}>{moment(audit.createdAt)}</a>
              </td>
              {named && (
                <td className="wrap-anywhere">
                  {audit.experiment && (
                    <a href={maintainHref.experiment(audit.experiment.id)}>{systemText(audit.experiment)}</a>
                  )}
                </td>
              )}
              <td>{audit.state}</td>
              <td className="whitespace-nowrap">
                {audit.runs} ({shareText(audit.share)})
              </td>
              <td>{agreementLine(audit)}</td>
              <td className="wrap-anywhere">{audit.startedBy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** "all" or "25 %". */
export function shareText(share: number): string {
  return share === 1 ? "all" : `${Math.round(share * 1000) / 10} %`;
}

/** "238 of 240 attempts, 2 to go". */
export function agreementLine({
  agreement,
  outdated,
}: Pick<AuditSummary, "agreement"> & { outdated?: boolean }): string {
  const { waiting, failed, compared } = agreement;
  return [
    compared === 0 ? "none compared yet" : agreementText(agreement),
    waiting > 0 ? `${waiting} to go` : "",
    failed > 0 ? `${failed} could not be run again` : "",
    outdated ? "outcomes have changed since" : "",
  ]
    .filter(Boolean)
    .join(", ");
}
