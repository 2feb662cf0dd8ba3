import { AS } from "@/components/ui/table-roles";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { nextSort, type Sort, type SortKey, sortText } from "@/lib/domain/leaderboard-order";

type SortHeadProps = { set: BenchmarkSet; sort: Sort; column: SortKey; label: string; numeric?: boolean };

/** A column head that sorts: a link, so that an order has an address. */
export function SortHead({ set, sort, column, label, numeric }: SortHeadProps) {
  const active = sort.key === column;
  const direction = sort.descending ? "descending" : "ascending";
  const href = `/?set=${set}&sort=${encodeURIComponent(sortText(nextSort(sort, column)))}`;
  return (
    <th {...AS.columnHead} className={numeric ? "num" : ""} aria-sort={active ? direction : undefined}>
      <a href={href} className="quiet-link">
        {label}
        {active && <span aria-hidden="true">{sort.descending ? " ↓" : " ↑"}</span>}
      </a>
    </th>
  );
}
