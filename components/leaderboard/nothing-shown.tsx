import { EmptyState } from "@/components/ui/empty-state";
import { counted } from "@/components/ui/format";
import { SET_NAMES } from "@/components/ui/sets";
import { type BoardView, boardHref, isFiltered, PLAIN_QUERY } from "@/lib/domain/board";

/** Systems have been measured, and none of them is shown: why, and the switch that shows them. */
export function NothingShown({ view, path = "/" }: { view: BoardView; path?: string }) {
  const { set, query, counts, hidden } = view;
  const filtered = isFiltered(query);
  const name = SET_NAMES[set].toLowerCase();
  return (
    <EmptyState
      title={
        filtered
          ? query.unverified
            ? "No system matches."
            : "No verified system matches."
          : `No system of the ${name} set is verified yet.`
      }
    >
      <p>
        {filtered
          ? "The search and the filters leave nothing of this ranking."
          : "The public ranking lists a system once a maintainer has confirmed its numbers, as a rule by an independent second run of its attempts."}
      </p>
      <ul className="space-y-1">
        {hidden.unverified > 0 && (
          <li>
            <a href={boardHref(set, query, { unverified: true }, path)}>
              Show {counted(hidden.unverified, "unverified system")}
            </a>
            {!filtered && ", whose numbers were measured here and not yet confirmed."}
          </li>
        )}
        {hidden.incomplete > 0 && path === "/" && (
          <li>
            <a href={boardHref(set, query, { incomplete: true })}>
              Show {counted(hidden.incomplete, "incomplete system")}
            </a>
            {!filtered && ", still running or with attempts missing: without a Score."}
          </li>
        )}
        {filtered && (
          <li>
            <a
              href={boardHref(
                set,
                { ...PLAIN_QUERY, unverified: query.unverified, incomplete: query.incomplete },
                {},
                path,
              )}
            >
              Clear the search and the filters
            </a>
            , of {counted(counts.verified + counts.unverified + counts.incomplete, "system")} in all.
          </li>
        )}
      </ul>
    </EmptyState>
  );
}
