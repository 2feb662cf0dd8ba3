import { stateWords } from "@/components/attempt-grid/cell-state";
import { Glyph } from "@/components/attempt-grid/glyphs";
import { RefreshWithoutScript } from "@/components/layout/refresh-without-script";
import { counted } from "@/components/ui/format";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { visibleText } from "@/components/ui/visible-text";
import { attemptHref } from "@/lib/domain/links";
import type { AttemptCheck, SubmissionExperiment } from "@/lib/domain/submission-view";

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

const SHOWN = 100;

/** The attempts whose patch will never run, with what git said and what would have worked. */
export function PatchProblems({
  experimentId,
  checks,
}: {
  experimentId: string;
  checks: readonly AttemptCheck[];
}) {
  const bad = checks.filter((one) => one.status !== "applies" && one.status !== "unchecked");
  if (bad.length === 0) return null;
  return (
    <>
      <ScrollRegion label="Table of patches that will not run">
        <table className="data-table">
          <caption className="sr-only">Attempts whose patch will not run</caption>
          <thead>
            <tr>
              <th scope="col">Attempt</th>
              <th scope="col">Outcome</th>
              <th scope="col" className="w-full">
                Why
              </th>
            </tr>
          </thead>
          <tbody>
            {bad.slice(0, SHOWN).map((one) => (
              <ProblemRow key={`${one.instanceId} ${one.runId}`} experimentId={experimentId} check={one} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {bad.length > SHOWN && (
        <p className="mt-2 text-small text-muted">
          And {bad.length - SHOWN} more; each cell of the grid opens its attempt.
        </p>
      )}
    </>
  );
}

function ProblemRow({ experimentId, check }: { experimentId: string; check: AttemptCheck }) {
  const { instanceId, runId, status, reason, hints } = check;
  if (status === "unchecked" || status === "applies") return null;
  return (
    <tr>
      <td className="whitespace-nowrap">
        <a href={attemptHref(experimentId, instanceId, runId)}>
          {instanceId}, run {runId}
        </a>
      </td>
      <td className="whitespace-nowrap">
        <span className="flex items-center gap-2">
          <span className={`cell o-${status} size-4.5!`}>
            <Glyph state={status} />
          </span>
          {stateWords(status)}
        </span>
      </td>
      <td className="min-w-56 wrap-anywhere">
        {reason && <span className="whitespace-pre-line">{visibleText(reason)}</span>}
        {hints.map((hint) => (
          <span key={hint} className="block text-muted">
            {visibleText(hint)}
          </span>
        ))}
      </td>
    </tr>
  );
}
