import type { ReactNode } from "react";
import { AttemptStrip } from "@/components/attempt-grid/strip";
import { day, fixed3 } from "@/components/ui/format";
import { AS } from "@/components/ui/table-roles";
import { Whisker } from "@/components/ui/whisker";
import type { BoardColumn } from "@/lib/domain/board";
import { systemText } from "@/lib/domain/system-text";
import type { Estimate, LeaderboardRow } from "@/lib/domain/views";
import { Coverage } from "./coverage";
import type { Bracket } from "./tie-brackets";
import { CostCell, LinksCell } from "./told-cells";
import { VerifiedMark } from "./verified-mark";

type LineProps = { row: LeaderboardRow; bracket: Bracket; columns: readonly BoardColumn[] };

/** One system. Each number has its count below it, and the row its attempts as a strip. */
export function LeaderboardLine({ row, bracket, columns }: LineProps) {
  return (
    <tr {...AS.row} className={row.complete ? undefined : "open-row"}>
      <td {...AS.cell} className="rank num" data-bracket={bracket ?? undefined}>
        {row.rank ?? <span title="No rank while attempts are missing">—</span>}
        {row.tieGroup && <TieLetter letter={row.tieGroup} shown={bracket === null} />}
      </td>
      <th {...AS.rowHead} className="system">
        <a href={row.href} className="quiet-link text-base font-medium wrap-anywhere">
          {row.agent}
        </a>
      </th>
      {columns.map((column) => (
        <Cell key={column} column={column} row={row} />
      ))}
      <td {...AS.cell} className="pick">
        <input
          type="checkbox"
          form="compare"
          name="systems"
          value={row.experimentId}
          aria-label={`Compare ${systemText(row)}`}
          title="Choose for a comparison"
        />
      </td>
    </tr>
  );
}

function Cell({ column, row }: { column: BoardColumn; row: LeaderboardRow }) {
  const { counts, attempts, k } = row;
  const of = counts.instances;
  switch (column) {
    case "model":
      return <Plain name="model">{<span className="font-mono wrap-anywhere">{row.model}</span>}</Plain>;
    case "temperature":
      return (
        <Plain name="temperature num" label="Temperature">
          {row.temperature ?? <None reason="The submission names no temperature" />}
        </Plain>
      );
    case "organisation":
      return (
        <Plain name="organisation wrap-anywhere" label="Organisation">
          {row.organisation ?? <None reason="The submitter names none" />}
        </Plain>
      );
    case "score":
      return <ScoreCell row={row} />;
    case "parseable":
      return <RateCell label="parseable" estimate={row.parseable} count={counts.parseable} of={of} />;
    case "filehit":
      return <RateCell label="filehit" estimate={row.fileHit} count={counts.fileHit} of={of} />;
    case "pass@k":
      return <RateCell label={`pass@${k}`} estimate={row.passAtK} count={counts.solved} of={of} />;
    case "pass@1":
      return <RateCell label="pass@1" estimate={row.passAt1} count={attempts.passed} of={attempts.counted} />;
    case "attempts":
      return <Plain name="strip-cell">{<AttemptStrip rows={row.strip} k={k} />}</Plain>;
    case "coverage":
      return (
        <Plain name="coverage num" label="Coverage">
          <Coverage coverage={row.coverage} stalled={row.stalled} />
        </Plain>
      );
    case "cost":
      return <CostCell cost={row.cost} />;
    case "date":
      return (
        <Plain name="date num" label="Submitted">
          <time dateTime={new Date(row.createdAt).toISOString()}>{day(row.createdAt)}</time>
        </Plain>
      );
    case "verified":
      return (
        <Plain name="verified" label="Verified">
          {row.verified ? (
            <VerifiedMark href={row.href} />
          ) : (
            <None reason="No maintainer has confirmed these numbers" />
          )}
        </Plain>
      );
    case "links":
      return <LinksCell row={row} />;
  }
}

type PlainProps = { name: string; label?: string; children: ReactNode };

function Plain({ name, label, children }: PlainProps) {
  return (
    <td {...AS.cell} className={name} data-label={label}>
      {children}
    </td>
  );
}

/** What is not there, and why. */
function None({ reason }: { reason: string }) {
  return (
    <span title={reason} className="text-muted">
      —<span className="sr-only"> {reason}</span>
    </span>
  );
}

function ScoreCell({ row }: { row: LeaderboardRow }) {
  return (
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
