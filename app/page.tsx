import type { Metadata } from "next";
import { EmptyLeaderboard } from "@/components/leaderboard/empty-leaderboard";
import { LeaderboardTable } from "@/components/leaderboard/leaderboard-table";
import { ScoreNote } from "@/components/leaderboard/score-note";
import { SetTabs } from "@/components/leaderboard/set-tabs";
import { SET_SENTENCES } from "@/components/ui/sets";
import { StandinNotice } from "@/components/ui/standin-notice";
import { parseSort } from "@/lib/domain/leaderboard-order";
import { leaderboardHref } from "@/lib/domain/links";
import { readLeaderboard } from "@/lib/services/read/leaderboard";
import { oneParam, type SearchParams, setParam } from "./params";

export const metadata: Metadata = { title: { absolute: "Leaderboard · SWE-game-bench" } };

export default async function LeaderboardPage({ searchParams }: { searchParams: SearchParams }) {
  const view = readLeaderboard(await setParam(searchParams));
  const sort = parseSort(await oneParam(searchParams, "sort"));
  const tab = view.tabs.find((one) => one.set === view.set);
  return (
    <>
      <h1 className="sr-only">Leaderboard</h1>
      <SetTabs tabs={view.tabs} shown={view.set} hrefOf={leaderboardHref} count="experiments" />
      {view.set === "sample" ? (
        <StandinNotice full />
      ) : (
        <p className="mt-4 max-w-prose text-muted">{SET_SENTENCES[view.set]}</p>
      )}
      <div className="mt-6">
        {view.rows.length > 0 ? (
          <>
            <LeaderboardTable rows={view.rows} set={view.set} sort={sort} />
            <ScoreNote rows={view.rows} />
          </>
        ) : (
          tab && <EmptyLeaderboard tab={tab} />
        )}
      </div>
    </>
  );
}
