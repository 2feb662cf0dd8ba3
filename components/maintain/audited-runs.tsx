import { ScrollRegion } from "@/components/ui/scroll-region";
import type { AuditedRunView } from "@/lib/domain/maintain-views";
import { visibleText } from "@/lib/domain/visible-text";

const STATES: Record<AuditedRunView["state"], { mark: string; text: string }> = {
  disagreed: { mark: "bg-failed", text: "differs" },
  failed: { mark: "border border-dashed border-edge", text: "not run again" },
  running: { mark: "border border-edge", text: "running" },
  waiting: { mark: "border border-edge", text: "waits" },
  agreed: { mark: "bg-passed", text: "the same" },
};

/** Both runs of each tree; where they differ, with their reasons and files. */
export function AuditedRuns({ list }: { list: readonly AuditedRunView[] }) {
  return (
    <ScrollRegion label="Table of second runs">
      <table className="data-table">
        <caption className="sr-only">Evaluations that were run twice</caption>
        <thead>
          <tr>
            <th scope="col">Second run</th>
            <th scope="col">Attempts</th>
            <th scope="col">First outcome</th>
            <th scope="col">Second outcome</th>
          </tr>
        </thead>
        <tbody>
          {list.map((run) => (
            <tr key={`${run.instanceId} ${run.runs.map((one) => one.runId).join(" ")}`}>
              <td className="whitespace-nowrap">
                <span className="inline-flex items-center gap-2">
                  <span aria-hidden="true" className={`size-2.5 shrink-0 ${STATES[run.state].mark}`} />
                  {STATES[run.state].text}
                </span>
              </td>
              <th scope="row" className="min-w-40 font-normal wrap-anywhere">
                {run.instanceId}{" "}
                {run.runs.map(({ runId, href }, index) => (
                  <span key={runId}>
                    {index > 0 && ", "}
                    <a href={href}>run {runId}</a>
                  </span>
                ))}
              </th>
              <td>
                <Side side={run.first} whole={run.state === "disagreed"} />
              </td>
              <td>
                <Side side={run.second} whole={run.state === "disagreed" || run.state === "failed"} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Side({ side, whole }: { side: AuditedRunView["first"]; whole: boolean }) {
  return (
    <div className="min-w-40 wrap-anywhere">
      {side.outcome ?? "—"}
      {whole && side.reason && <span className="block text-muted">{visibleText(side.reason)}</span>}
      {side.files.length > 0 && (
        <ul className="flex flex-wrap gap-x-3">
          {side.files.map((file) => (
            <li key={file.name}>
              <a href={file.href}>{file.name}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
