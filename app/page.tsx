import type { Metadata } from "next";
import { BoardForms } from "@/components/leaderboard/board-form";
import { BoardHead } from "@/components/leaderboard/board-head";
import { BoardPager } from "@/components/leaderboard/board-pager";
import { EmptyLeaderboard } from "@/components/leaderboard/empty-leaderboard";
import { LeaderboardTable } from "@/components/leaderboard/leaderboard-table";
import { NothingShown } from "@/components/leaderboard/nothing-shown";
import { ScoreNote } from "@/components/leaderboard/score-note";
import { SetTabs } from "@/components/leaderboard/set-tabs";
import { SET_SENTENCES } from "@/components/ui/sets";
import { StandinNotice } from "@/components/ui/standin-notice";
import { type BoardView, parseBoardQuery } from "@/lib/domain/board";
import { leaderboardHref } from "@/lib/domain/links";
import { readBoard } from "@/lib/services/read/board";
import { paramEntries, type SearchParams, setParam } from "./params";

export const metadata: Metadata = { title: { absolute: "Leaderboard · SWE-game-bench" } };

export default async function LeaderboardPage({ searchParams }: { searchParams: SearchParams }) {
  const query = parseBoardQuery(await paramEntries(searchParams));
  const view = readBoard(await setParam(searchParams), query);
  return (
    <>
      <h1 className="sr-only">Leaderboard</h1>
      <SetTabs tabs={view.tabs} shown={view.set} hrefOf={leaderboardHref} count="experiments" />
      {view.set === "sample" ? (
        <StandinNotice full />
      ) : (
        <p className="mt-4 max-w-prose text-muted">{SET_SENTENCES[view.set]}</p>
      )}
      <Board view={view} />
    </>
  );
}

function Board({ view }: { view: BoardView }) {
  const { verified, unverified, incomplete } = view.counts;
  const tab = view.tabs.find((one) => one.set === view.set);
  if (verified + unverified + incomplete === 0) {
    return <div className="mt-6">{tab && <EmptyLeaderboard tab={tab} />}</div>;
  }
  return (
    <>
      <BoardForms view={view} />
      {view.rows.length === 0 ? (
        <div className="mt-6">
          <NothingShown view={view} />
        </div>
      ) : (
        <>
          <BoardHead view={view} />
          <LeaderboardTable view={view} />
          <BoardPager view={view} />
          <ScoreNote view={view} />
        </>
      )}
    </>
  );
}
