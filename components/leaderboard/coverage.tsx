import type { LeaderboardRow } from "@/lib/domain/views";

/** How many of the expected attempts count so far, and whether more are coming. */
export function Coverage({ coverage, stalled }: Pick<LeaderboardRow, "coverage" | "stalled">) {
  const { done, expected, running } = coverage;
  const complete = done === expected;
  return (
    <span className="whitespace-nowrap">
      {done}/{expected}
      {!complete && (
        <>
          <svg width="64" height="4" viewBox="0 0 64 4" aria-hidden="true" className="coverage-bar">
            <path d="M0 2H64" className="stroke-line" strokeWidth="4" />
            <path
              d={`M0 2H${expected === 0 ? 0 : (64 * done) / expected}`}
              className="stroke-muted"
              strokeWidth="4"
            />
          </svg>
          <span className="coverage-state">
            {stalled ? "not running" : running > 0 ? `${running} running` : "queued"}
          </span>
        </>
      )}
    </span>
  );
}
