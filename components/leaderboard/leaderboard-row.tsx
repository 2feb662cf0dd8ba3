import { AttemptStrip } from "@/components/attempt-grid/strip";
import { day, fixed3 } from "@/components/ui/format";
import { Whisker } from "@/components/ui/whisker";
import type { Estimate, LeaderboardRow } from "@/lib/domain/views";
import { Coverage } from "./coverage";
import { SystemLabel } from "./system-name";
import { AS } from "./table-roles";
import type { Bracket } from "./tie-brackets";
import { VerifiedMark } from "./verified-mark";

/** One system. Each number has its count below it, and the row its attempts as a strip. */
export function LeaderboardLine({ row, bracket }: { row: LeaderboardRow; bracket: Bracket }) {
  const { counts, attempts } = row;
  return (
    <tr {...AS.row} className={row.complete ? "" : "open-row"}>
      <td {...AS.cell} className="rank num" data-bracket={bracket ?? undefined}>
        {row.rank ?? <span title="No rank while attempts are missing">—</span>}
        {row.tieGroup && <TieLetter letter={row.tieGroup} />}
      </td>
      <th {...AS.rowHead} className="system">
        <SystemLabel system={row} href={row.href} /> {row.verified && <VerifiedMark href={row.href} />}
      </th>
      <td {...AS.cell} className="score num" data-label="Score">
        <span className="text-base font-semibold">{fixed3(row.score?.value ?? null)}</span>
        {row.score ? (
          <span className="mt-1 flex justify-end">
            <Whisker estimate={row.score} />
          </span>
        ) : (
          <span className="block text-muted">{row.stalled ? "incomplete" : "not complete"}</span>
        )}
      </td>
      <RateCell
        label={`parseable@${row.k}`}
        estimate={row.parseable}
        count={counts.parseable}
        of={counts.instances}
      />
      <RateCell
        label={`filehit@${row.k}`}
        estimate={row.fileHit}
        count={counts.fileHit}
        of={counts.instances}
      />
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

function TieLetter({ letter }: { letter: string }) {
  return (
    <span className="block text-muted" title={`Systems marked ${letter} cannot be told apart statistically`}>
      <span className="sr-only">tie group </span>
      {letter}
    </span>
  );
}
