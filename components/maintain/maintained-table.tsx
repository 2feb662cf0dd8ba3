import { day } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SET_NAMES } from "@/components/ui/sets";
import { maintainHref, withParams } from "@/lib/domain/maintain-links";
import type { MaintainedExperiment } from "@/lib/domain/maintain-views";
import type { OracleRate } from "@/lib/domain/oracle-similarity";
import { systemText } from "@/lib/domain/system-text";
import { agreementLine } from "./audit-table";

/** One row an experiment, with its audit, flags and nearness to the fix. */
export function MaintainedTable({ entries }: { entries: readonly MaintainedExperiment[] }) {
  return (
    <ScrollRegion label="Table of experiments">
      <table className="data-table">
        <caption className="sr-only">Experiments, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col">Set</th>
            <th scope="col">State</th>
            <th scope="col">Verified</th>
            <th scope="col">Latest audit</th>
            <th scope="col" className="num">
              Flagged
            </th>
            <th scope="col" className="num">
              Near the fix
            </th>
            <th scope="col" className="num">
              Handed in
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((one) => (
            <tr key={one.id}>
              <th scope="row" className="min-w-48 font-normal wrap-anywhere">
                <a href={maintainHref.experiment(one.id)}>{systemText(one)}</a>
              </th>
              <td>{SET_NAMES[one.set]}</td>
              <td>{stateText(one)}</td>
              <td>{one.verified ? "verified" : "no"}</td>
              <td>{one.audit ? `${one.audit.state}: ${agreementLine(one.audit)}` : "none"}</td>
              <td className="num">
                {one.flagged > 0 ? (
                  <a href={withParams(maintainHref.flags, { experiment: one.id })}>{one.flagged}</a>
                ) : (
                  "0"
                )}
              </td>
              <td className="num whitespace-nowrap">{rateText(one.similarity)}</td>
              <td className="num whitespace-nowrap">{day(one.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export function stateText(
  one: Pick<MaintainedExperiment, "state" | "current" | "hidden" | "withdrawn">,
): string {
  const more = [
    one.withdrawn ? "withdrawn" : "",
    one.hidden ? "hidden" : "",
    one.current ? "" : "replaced",
  ].filter(Boolean);
  return [one.state, ...more].join(", ");
}

/** "12/240 (1/30)". */
export function rateText(rate: OracleRate | null): string {
  if (rate === null || rate.attempts === 0) return "—";
  const { long } = rate;
  return `${rate.same + rate.near}/${rate.attempts} (${long.same + long.near}/${long.attempts})`;
}
