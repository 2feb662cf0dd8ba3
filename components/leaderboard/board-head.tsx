import { counted } from "@/components/ui/format";
import { Hint } from "@/components/ui/hint";
import { leaderboardFileHref } from "@/lib/domain/api/board-query";
import { type BoardView, boardHref } from "@/lib/domain/board";
import { MOST_COMPARED } from "@/lib/domain/comparison";

/** How many systems are listed, what their order means, and what else can be done with them. */
export function BoardHead({ view }: { view: BoardView }) {
  const { set, query, total, first, rows, pages } = view;
  return (
    <div className="mt-4 mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-small">
      <p className="text-muted">
        <span role="status" className="text-ink">
          {pages > 1
            ? `${first + 1} to ${first + rows.length} of ${counted(total, "system")}`
            : counted(total, "system")}
        </span>
        {query.unverified ? ", verified or not. " : ", verified. "}
        <Hint label="How ranking works">
          <RankingWords unverified={query.unverified} instances={view.instances} k={view.k} />
        </Hint>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a href={boardHref(set, query, {}, "/charts")}>Charts</a>
        <span>
          Download <a href={leaderboardFileHref(set, query, "csv")}>CSV</a> or{" "}
          <a href={leaderboardFileHref(set, query, "json")} download>
            JSON
          </a>
        </span>
        <form id="compare" action="/compare" method="get">
          <input type="hidden" name="set" value={set} />
          <button type="submit" className="button" title={`Choose two to ${MOST_COMPARED} by their boxes`}>
            Compare the chosen
          </button>
          {pages > 1 && <span className="ml-2 text-muted">of this page; others can be added there</span>}
        </form>
      </div>
    </div>
  );
}

type RankingWordsProps = { unverified: boolean; instances: number; k: number };

function RankingWords({ unverified, instances, k }: RankingWordsProps) {
  return (
    <>
      Systems are ordered by Score = parseable@{k} × filehit@{k} × pass@{k}, before rounding; equal Scores
      share a rank. A tie group runs from its leader down to the first system that a paired permutation test
      over the {counted(instances, "instance")} sets apart from that leader (p ≤ 0.05); the order inside a
      group is noise.{" "}
      {unverified
        ? "Verified and unverified systems are ranked together."
        : "Ranks are among verified systems only."}{" "}
      An incomplete run has no Score and no rank. Filters hide rows and change no rank.
    </>
  );
}
