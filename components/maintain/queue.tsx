import { duration } from "@/components/ui/format";
import type { QueueView, WorkView } from "@/lib/domain/maintain-views";
import { JobName } from "./workers";

/** Neighbours that read the same, once with their count. */
function alike(jobs: readonly WorkView[]): { job: WorkView; count: number }[] {
  const groups: { job: WorkView; count: number }[] = [];
  const nameOf = ({ kind, what, audit, lost, tries }: WorkView) =>
    `${kind} ${what} ${audit} ${lost} ${tries}`;
  for (const job of jobs) {
    const last = groups.at(-1);
    if (last && nameOf(last.job) === nameOf(job)) last.count += 1;
    else groups.push({ job, count: 1 });
  }
  return groups;
}

const KINDS = { check: "Patch checks", plan: "Plans", evaluate: "Evaluations" } as const;

/** What waits, what comes next, and what was given up. */
export function Queue({ queue, now }: { queue: QueueView; now: number }) {
  const { counts, oldestAt, next, failed } = queue;
  if (counts.length === 0 && failed.length === 0)
    return <p className="text-small text-muted">Nothing waits and nothing runs.</p>;
  return (
    <div className="grid gap-x-16 gap-y-6 lg:grid-cols-2">
      <div>
        <table className="data-table">
          <caption className="sr-only">Jobs by kind and state</caption>
          <thead>
            <tr>
              <th scope="col">Jobs</th>
              <th scope="col" className="num">
                Running
              </th>
              <th scope="col" className="num">
                Queued
              </th>
              <th scope="col" className="num">
                Blocked
              </th>
              <th scope="col" className="num">
                Audits
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map((row) => (
              <tr key={row.kind}>
                <th scope="row" className="font-normal">
                  {KINDS[row.kind]}
                </th>
                <td className="num">{row.claimed}</td>
                <td className="num">{row.queued}</td>
                <td className="num">{row.blocked}</td>
                <td className="num">{row.audit}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {oldestAt !== null && (
          <p className="mt-2 text-small text-muted">
            The oldest that waits came {duration(Math.max(0, now - oldestAt))} ago.
          </p>
        )}
      </div>
      <div className="space-y-6 text-small">
        {next.length > 0 && (
          <div>
            <h3>Next</h3>
            <ol className="mt-1">
              {alike(next).map(({ job, count }) => (
                <li key={job.jobId}>
                  {count > 1 && `${count} × `}
                  <JobName job={job} />
                </li>
              ))}
            </ol>
          </div>
        )}
        {failed.length > 0 && (
          <div>
            <h3>Given up</h3>
            <ul className="mt-1 space-y-1">
              {failed.map((job) => (
                <li key={job.jobId}>
                  <JobName job={job} />
                  <span className="block text-muted wrap-anywhere">{job.error}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}
