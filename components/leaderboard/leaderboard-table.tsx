import { AS } from "@/components/ui/table-roles";
import type { BoardColumn, BoardView } from "@/lib/domain/board";
import type { SortKey } from "@/lib/domain/leaderboard-order";
import { columnName } from "./column-names";
import { LeaderboardLine } from "./leaderboard-row";
import { SortHead } from "./sort-head";
import { tieBrackets } from "./tie-brackets";

/** Columns without an order of their own. */
const UNSORTED: readonly BoardColumn[] = ["attempts", "links", "organisation"];
const WORDS: readonly BoardColumn[] = ["model", "organisation", "attempts", "verified", "links"];
const TITLES: Partial<Record<BoardColumn, string>> = {
  cost: "US dollars an attempt, as the submitter tells it",
  attempts: "One column an instance, one dash a run",
};

/** One page of the ranking. The checkboxes belong to the form that leads to the comparison. */
export function LeaderboardTable({ view }: { view: BoardView }) {
  const { rows, set, query, columns, k } = view;
  const byScore = query.sort.key === "score" && query.sort.descending;
  const brackets = tieBrackets(byScore ? rows : []);
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
          <SortHead set={set} query={query} column="agent" label="Agent" />
          {columns.map((column) => (
            <Head key={column} view={view} column={column} />
          ))}
          <th {...AS.columnHead} className="pick">
            <span className="sr-only">Compare</span>
          </th>
        </tr>
      </thead>
      <tbody {...AS.group}>
        {rows.map((row, index) => (
          <LeaderboardLine
            key={row.experimentId}
            row={row}
            bracket={brackets[index] ?? null}
            columns={columns}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head({ view: { set, query, k }, column }: { view: BoardView; column: BoardColumn }) {
  const label = columnName(column, k);
  const numeric = !WORDS.includes(column);
  if (UNSORTED.includes(column)) {
    return (
      <th {...AS.columnHead} title={TITLES[column]}>
        {label}
      </th>
    );
  }
  // Every other column has an order of the same name.
  return (
    <SortHead
      set={set}
      query={query}
      column={column as SortKey}
      label={label}
      title={TITLES[column]}
      numeric={numeric}
    />
  );
}
