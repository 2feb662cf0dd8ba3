import { counted, duration, moment } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { WorkerHealth, WorkerView, WorkView } from "@/lib/domain/maintain-views";

const HEALTH: Record<WorkerHealth, { mark: string; text: string }> = {
  working: { mark: "bg-passed", text: "working" },
  idle: { mark: "border border-edge", text: "idle" },
  silent: { mark: "bg-failed", text: "silent: no sign of life" },
  lost: { mark: "bg-failed", text: "lost: its jobs went back to the queue" },
  stopped: { mark: "border border-dashed border-edge", text: "stopped" },
};

/** Processes that do the work, those that are there first. */
export function Workers({ workers, now }: { workers: readonly WorkerView[]; now: number }) {
  if (workers.length === 0)
    return (
      <p className="max-w-prose text-small text-muted">
        No worker was here within a day. “npm start” runs one beside the site, “swe-game-bench worker” runs
        more.
      </p>
    );
  return (
    <ScrollRegion label="Table of workers">
      <table className="data-table">
        <caption className="sr-only">Workers with their last sign of life and what they run</caption>
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">State</th>
            <th scope="col">Last sign of life</th>
            <th scope="col">Runs</th>
            <th scope="col">Sandbox</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.id}>
              <th scope="row" className="font-normal whitespace-nowrap">
                {worker.host}, process {worker.pid}
                <code className="block text-muted">{worker.id.slice(0, 8)}</code>
              </th>
              <td>
                <span className="inline-flex items-center gap-2">
                  <span aria-hidden="true" className={`size-2.5 shrink-0 ${HEALTH[worker.health].mark}`} />
                  {HEALTH[worker.health].text}
                </span>
              </td>
              <td className="whitespace-nowrap">
                {duration(Math.max(0, now - worker.heartbeatAt))} ago
                <span className="block text-muted">since {moment(worker.startedAt)}</span>
              </td>
              <td>{worker.jobs.length === 0 ? "nothing" : <Jobs jobs={worker.jobs} now={now} />}</td>
              <td className="min-w-40 wrap-anywhere">
                {worker.canEvaluate ? "" : "only checks patches: "}
                {worker.note}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Jobs({ jobs, now }: { jobs: readonly WorkView[]; now: number }) {
  return (
    <ul>
      {jobs.map((job) => (
        <li key={job.jobId}>
          <JobName job={job} />, for {duration(Math.max(0, now - job.since))}
        </li>
      ))}
    </ul>
  );
}

const KINDS = { check: "check", plan: "plan", evaluate: "run" } as const;

/** "run sample-packrat-1 (audit)". */
export function JobName({ job }: { job: WorkView }) {
  const troubles = [
    job.tries > 0 ? counted(job.tries, "failure") : "",
    job.lost > 0 ? `lost ${counted(job.lost, "worker")}` : "",
  ].filter(Boolean);
  return (
    <>
      {KINDS[job.kind]} {job.href ? <a href={job.href}>{job.what}</a> : job.what}
      {job.audit && " (audit)"}
      {troubles.length > 0 && <span className="text-muted"> after {troubles.join(", ")}</span>}
    </>
  );
}
