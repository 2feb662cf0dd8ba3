import { AS } from "@/components/ui/table-roles";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { type Sort, sortRows } from "@/lib/domain/leaderboard-order";
import type { LeaderboardRow } from "@/lib/domain/views";
import { LeaderboardLine } from "./leaderboard-row";
import { SortHead } from "./sort-head";
import { tieBrackets } from "./tie-brackets";

type LeaderboardTableProps = { rows: readonly LeaderboardRow[]; set: BenchmarkSet; sort: Sort };

/** The ranking; every column but the ranks and the strip can be sorted by. */
export function LeaderboardTable({ rows, set, sort }: LeaderboardTableProps) {
  const sorted = sortRows(rows, sort);
  const byScore = sort.key === "score" && sort.descending;
  const brackets = tieBrackets(byScore ? sorted : []);
  const k = rows[0]?.k ?? 10;
  const head = { set, sort };
  return (
    <table {...AS.table} className="board data-table">
      <caption className="sr-only">
        Systems ranked by Score = parseable@{k} × filehit@{k} × pass@{k}
      </caption>
      <thead {...AS.group}>
        <tr {...AS.row}>
          <th {...AS.columnHead} className="num">
            Rank
          </th>
          <SortHead {...head} column="system" label="System" />
          <SortHead {...head} column="score" label="Score" numeric />
          <SortHead {...head} column="parseable" label={`parseable@${k}`} numeric />
          <SortHead {...head} column="filehit" label={`filehit@${k}`} numeric />
          <SortHead {...head} column="pass@k" label={`pass@${k}`} numeric />
          <SortHead {...head} column="pass@1" label="pass@1" numeric />
          <th {...AS.columnHead}>Attempts</th>
          <SortHead {...head} column="coverage" label="Coverage" numeric />
          <SortHead {...head} column="date" label="Submitted" numeric />
        </tr>
      </thead>
      <tbody {...AS.group}>
        {sorted.map((row, index) => (
          <LeaderboardLine key={row.experimentId} row={row} bracket={brackets[index] ?? null} />
        ))}
      </tbody>
    </table>
  );
}
