import { stateWords } from "@/components/attempt-grid/cell-state";
import { Glyph } from "@/components/attempt-grid/glyphs";
import { RefreshWithoutScript } from "@/components/layout/refresh-without-script";
import { counted } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { attemptHref } from "@/lib/domain/links";
import type { AttemptCheck, SubmissionExperiment } from "@/lib/domain/submission-view";
import { visibleText } from "@/lib/domain/visible-text";

/** How far the patch checks of a dry run are. */
export function CheckProgress({ checks }: Pick<SubmissionExperiment, "checks">) {
  const total = checks.unchecked + checks.applies + checks.problems;
  const done = total - checks.unchecked;
  if (checks.unchecked === 0) return null;
  return (
    <div className="mt-6 border border-line p-4">
      <p className="mb-2 text-small" role="status">
        <strong className="font-semibold">
          {done} of {counted(total, "patch", "patches")} checked.
        </strong>{" "}
        A worker applies each to its base commit; the grid below fills in by itself.
      </p>
      <progress className="progress" value={done} max={total} aria-label="Patches checked" />
      <RefreshWithoutScript seconds={5} />
    </div>
  );
}

/** Attempts that one line names, and lines of the table. */
const NAMED = 10;
const SHOWN = 100;

type Group = { first: AttemptCheck; attempts: AttemptCheck[] };

/** The attempts whose patch will never run, with what git said and what would have worked; equal ones in one line. */
export function PatchProblems({
  experimentId,
  checks,
}: {
  experimentId: string;
  checks: readonly AttemptCheck[];
}) {
  const groups = groupsOf(checks);
  if (groups.length === 0) return null;
  return (
    <>
      <ScrollRegion label="Table of patches that will not run">
        <table className="data-table">
          <caption className="sr-only">Attempts whose patch will not run</caption>
          <thead>
            <tr>
              <th scope="col">Outcome</th>
              <th scope="col" className="w-full">
                Why, and which attempts
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, SHOWN).map((group) => (
              <ProblemRow key={keyOf(group.first)} experimentId={experimentId} group={group} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {groups.length > SHOWN && (
        <p className="mt-2 text-small text-muted">
          And {groups.length - SHOWN} more reasons; each cell of the grid opens its attempt.
        </p>
      )}
    </>
  );
}

const keyOf = ({ status, reason, hints }: AttemptCheck) => JSON.stringify([status, reason, hints]);

function groupsOf(checks: readonly AttemptCheck[]): Group[] {
  const groups = new Map<string, Group>();
  for (const check of checks) {
    if (check.status === "applies" || check.status === "unchecked") continue;
    const group = groups.get(keyOf(check));
    if (group) group.attempts.push(check);
    else groups.set(keyOf(check), { first: check, attempts: [check] });
  }
  return [...groups.values()];
}

function ProblemRow({ experimentId, group }: { experimentId: string; group: Group }) {
  const { first, attempts } = group;
  const { status, reason, hints } = first;
  if (status === "unchecked" || status === "applies") return null;
  return (
    <tr>
      <td className="whitespace-nowrap">
        <span className="flex items-center gap-2">
          <span className={`cell o-${status} size-4.5!`}>
            <Glyph state={status} />
          </span>
          {stateWords(status)}
        </span>
      </td>
      <td className="min-w-48 wrap-anywhere">
        {reason && <span className="whitespace-pre-line">{visibleText(reason)}</span>}
        {hints.map((hint) => (
          <span key={hint} className="block text-muted">
            {visibleText(hint)}
          </span>
        ))}
        <span className="block">
          {attempts.length > 1 && <span className="text-muted">{attempts.length} attempts: </span>}
          {attempts.slice(0, NAMED).map(({ instanceId, runId }, index) => (
            <span key={`${instanceId} ${runId}`}>
              {index > 0 && ", "}
              <a href={attemptHref(experimentId, instanceId, runId)} className="whitespace-nowrap">
                {instanceId} run {runId}
              </a>
            </span>
          ))}
          {attempts.length > NAMED && ` and ${attempts.length - NAMED} more`}
        </span>
      </td>
    </tr>
  );
}
