import { AS } from "@/components/ui/table-roles";
import { type BoardQuery, boardHref } from "@/lib/domain/board";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { nextSort, type SortKey } from "@/lib/domain/leaderboard-order";

type SortHeadProps = {
  set: BenchmarkSet;
  query: BoardQuery;
  column: SortKey;
  label: string;
  title?: string | undefined;
  numeric?: boolean;
};

/** A column head that sorts: a link, so that an order has an address. */
export function SortHead({ set, query, column, label, title, numeric }: SortHeadProps) {
  const { sort } = query;
  const active = sort.key === column;
  const direction = sort.descending ? "descending" : "ascending";
  return (
    <th
      {...AS.columnHead}
      className={numeric ? "num" : undefined}
      aria-sort={active ? direction : undefined}
      title={title}
    >
      <a href={boardHref(set, query, { sort: nextSort(sort, column) })} className="quiet-link">
        {label}
        {active && <span aria-hidden="true">{sort.descending ? " ↓" : " ↑"}</span>}
      </a>
    </th>
  );
}
