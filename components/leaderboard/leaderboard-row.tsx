import { AttemptStrip } from "@/components/attempt-grid/strip";
import { day, fixed3 } from "@/components/ui/format";
import { AS } from "@/components/ui/table-roles";
import { Whisker } from "@/components/ui/whisker";
import type { Estimate, LeaderboardRow } from "@/lib/domain/views";
import { Coverage } from "./coverage";
import { SystemLabel } from "./system-name";
import type { Bracket } from "./tie-brackets";
import { VerifiedMark } from "./verified-mark";

/** One system. Each number has its count below it, and the row its attempts as a strip. */
export function LeaderboardLine({ row, bracket }: { row: LeaderboardRow; bracket: Bracket }) {
  const { counts, attempts } = row;
  return (
    <tr {...AS.row} className={row.complete ? "" : "open-row"}>
      <td {...AS.cell} className="rank num" data-bracket={bracket ?? undefined}>
        {row.rank ?? <span title="No rank while attempts are missing">—</span>}
        {row.tieGroup && <TieLetter letter={row.tieGroup} shown={bracket === null} />}
      </td>
      <th {...AS.rowHead} className="system">
        <SystemLabel system={row} href={row.href} mark={row.verified && <VerifiedMark href={row.href} />} />
      </th>
      <td {...AS.cell} className="score num" data-label="Score">
        <span className="text-base font-semibold">{fixed3(row.score?.value ?? null)}</span>
        {row.score ? (
          <span className="mt-1 flex justify-end">
            <Whisker estimate={row.score} />
          </span>
        ) : (
          <span className="block text-muted">{missingText(row)}</span>
        )}
      </td>
      <RateCell label="parseable" estimate={row.parseable} count={counts.parseable} of={counts.instances} />
      <RateCell label="filehit" estimate={row.fileHit} count={counts.fileHit} of={counts.instances} />
      <RateCell label={`pass@${row.k}`} estimate={row.passAtK} count={counts.solved} of={counts.instances} />
      <RateCell label="pass@1" estimate={row.passAt1} count={attempts.passed} of={attempts.counted} />
      <td {...AS.cell} className="strip-cell" data-label="Attempts">
        <AttemptStrip rows={row.strip} k={row.k} />
      </td>
      <td {...AS.cell} className="coverage num" data-label="Coverage">
        <Coverage coverage={row.coverage} stalled={row.stalled} />
      </td>
      <td {...AS.cell} className="date num" data-label="Submitted">
        <time dateTime={new Date(row.createdAt).toISOString()}>{day(row.createdAt)}</time>
      </td>
    </tr>
  );
}

type RateCellProps = { label: string; estimate: Estimate | null; count: number; of: number };

function RateCell({ label, estimate, count, of }: RateCellProps) {
  return (
    <td {...AS.cell} className="rate num" data-label={label}>
      <span className="text-base">{fixed3(estimate?.value ?? null)}</span>
      <span className="block text-muted">
        {count}/{of}
      </span>
    </td>
  );
}

/** Why a row has no Score. */
function missingText({ coverage, stalled }: LeaderboardRow): string {
  const missing = coverage.expected - coverage.done;
  return stalled ? `${missing} missing` : `${missing} to go`;
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
