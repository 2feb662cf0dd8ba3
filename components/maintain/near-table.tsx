import { ScrollRegion } from "@/components/ui/scroll-region";
import { attemptHref } from "@/lib/domain/links";
import type { ExperimentDesk } from "@/lib/domain/maintain-views";
import { LONG_FIX_LINES } from "@/lib/domain/oracle-similarity";

/** Instances at which some run comes out near the fix; nothing of the fix itself. */
export function NearTable({ view }: { view: Pick<ExperimentDesk, "id" | "near" | "similarity"> }) {
  if (view.near.length === 0) return <p className="text-small text-muted">No patch is near the fix.</p>;
  return (
    <ScrollRegion label="Table of patches near the fix">
      <table className="data-table">
        <caption className="sr-only">Runs near the developers’ fix, by instance</caption>
        <thead>
          <tr>
            <th scope="col">Instance</th>
            <th scope="col" className="num">
              Lines of the fix
            </th>
            <th scope="col">The same</th>
            <th scope="col">Nearly the same</th>
          </tr>
        </thead>
        <tbody>
          {view.near.map((row) => (
            <tr key={row.instanceId}>
              <th scope="row" className="font-normal wrap-anywhere">
                {row.instanceId}
              </th>
              <td className="num whitespace-nowrap">
                {row.fixLines}
                {row.fixLines < LONG_FIX_LINES && <span className="text-muted">, short</span>}
              </td>
              <td>
                <Runs id={view.id} instanceId={row.instanceId} runs={row.same} />
              </td>
              <td>
                <Runs id={view.id} instanceId={row.instanceId} runs={row.near} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Runs({ id, instanceId, runs }: { id: string; instanceId: string; runs: readonly number[] }) {
  if (runs.length === 0) return "none";
  return (
    <>
      {runs.map((runId, index) => (
        <span key={runId}>
          {index > 0 && ", "}
          <a href={attemptHref(id, instanceId, runId)}>run {runId}</a>
        </span>
      ))}
    </>
  );
}
