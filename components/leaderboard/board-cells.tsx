import { fixed3 } from "@/components/ui/format";
import { Whisker } from "@/components/ui/whisker";
import type { Estimate, LeaderboardRow } from "@/lib/domain/views";
import type { Bracket } from "./tie-brackets";

/** What stands in the cells of the leaderboard: each number has its count below it. */

export function Rank({ row, bracket }: { row: LeaderboardRow; bracket: Bracket }) {
  return (
    <>
      {row.rank ?? <span title="No rank while attempts are missing">—</span>}
      {row.tieGroup && <TieLetter letter={row.tieGroup} shown={bracket === null} />}
    </>
  );
}

/** A bracket shows the group where its systems stand together; elsewhere the letter does. */
function TieLetter({ letter, shown }: { letter: string; shown: boolean }) {
  return (
    <span
      className={shown ? "block text-muted" : "sr-only"}
      title={`Systems marked ${letter} cannot be told apart statistically`}
    >
      <span className="sr-only">tie group </span>
      {letter}
    </span>
  );
}

/** What is not there, and why. */
export function None({ reason }: { reason: string }) {
  return (
    <span title={reason} className="text-muted">
      —<span className="sr-only"> {reason}</span>
    </span>
  );
}

export function ScoreValue({ row }: { row: LeaderboardRow }) {
  return (
    <>
      <span className="text-base font-semibold">{fixed3(row.score?.value ?? null)}</span>
      {row.score ? (
        <span className="mt-1 flex justify-end">
          <Whisker estimate={row.score} />
        </span>
      ) : (
        <span className="block text-muted">{missingText(row)}</span>
      )}
    </>
  );
}

/** Why a row has no Score. */
function missingText({ coverage, stalled }: LeaderboardRow): string {
  const missing = coverage.expected - coverage.done;
  return stalled ? `${missing} missing` : `${missing} to go`;
}

export function Rate({ estimate, count, of }: { estimate: Estimate | null; count: number; of: number }) {
  return (
    <>
      <span className="text-base">{fixed3(estimate?.value ?? null)}</span>
      <span className="block text-muted">
        {count}/{of}
      </span>
    </>
  );
}
