import { type BoardView, boardHref } from "@/lib/domain/board";

/** Links to the pages of a long ranking: the first, the last and those around this one. */
export function BoardPager({ view }: { view: BoardView }) {
  const { page, pages, set, query } = view;
  if (pages <= 1) return null;
  const hrefOf = (to: number) => boardHref(set, query, { page: to });
  return (
    <nav aria-label="Pages of the leaderboard" className="mt-4 text-small">
      <ul className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        {page > 1 && (
          <li>
            <a href={hrefOf(page - 1)} rel="prev">
              Previous
            </a>
          </li>
        )}
        {pagesAround(page, pages).map((to, index, all) => (
          <li key={to} className="flex gap-x-4">
            {index > 0 && to - (all[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
            <a
              href={hrefOf(to)}
              aria-current={to === page ? "page" : undefined}
              aria-label={`Page ${to}`}
              className="inline-block min-w-6 text-center aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:no-underline"
            >
              {to}
            </a>
          </li>
        ))}
        {page < pages && (
          <li>
            <a href={hrefOf(page + 1)} rel="next">
              Next
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** 1, the pages next to this one, and the last, without repeats. */
export function pagesAround(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((to) => to >= 1 && to <= pages);
  return [...new Set(near)].sort((a, b) => a - b);
}
