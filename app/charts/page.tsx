import type { Metadata } from "next";
import { ChartFigure } from "@/components/charts/chart-figure";
import { BoardForms } from "@/components/leaderboard/board-form";
import { EmptyLeaderboard } from "@/components/leaderboard/empty-leaderboard";
import { NothingShown } from "@/components/leaderboard/nothing-shown";
import { SetTabs } from "@/components/leaderboard/set-tabs";
import { counted } from "@/components/ui/format";
import { StandinNotice } from "@/components/ui/standin-notice";
import { chartFileHref } from "@/lib/domain/api/board-query";
import { type BoardView, boardHref, PLAIN_QUERY, parseBoardQuery } from "@/lib/domain/board";
import type { ChartData } from "@/lib/domain/charts";
import { type ChartsView, readCharts } from "@/lib/services/read/charts";
import { paramEntries, type SearchParams, setParam } from "../params";

export const metadata: Metadata = { title: "Charts" };
const PATH = "/charts";

export default async function ChartsPage({ searchParams }: { searchParams: SearchParams }) {
  const query = parseBoardQuery(await paramEntries(searchParams));
  const view = readCharts(await setParam(searchParams), query);
  const { board } = view;
  return (
    <>
      <h1 className="sr-only">Charts</h1>
      <SetTabs
        tabs={board.tabs}
        shown={board.set}
        hrefOf={(set) => boardHref(set, PLAIN_QUERY, {}, PATH)}
        count="experiments"
      />
      {board.set === "sample" && <StandinNotice full />}
      <Charts view={view} />
    </>
  );
}

function Charts({ view: { board, charts } }: { view: ChartsView }) {
  const { verified, unverified, incomplete } = board.counts;
  const tab = board.tabs.find((one) => one.set === board.set);
  if (verified + unverified + incomplete === 0) {
    return <div className="mt-6">{tab && <EmptyLeaderboard tab={tab} />}</div>;
  }
  const [first, ...others] = charts;
  return (
    <>
      <BoardForms view={board} path={PATH} />
      {first ? (
        <>
          <p className="mt-4 text-small text-muted">
            <span role="status" className="text-ink">
              {counted(board.total, "system")}
            </span>
            {board.query.unverified ? ", verified or not." : ", verified."}{" "}
            <a href={boardHref(board.set, board.query)}>The same as a table</a>
          </p>
          <Figure chart={first} board={board} />
          <div className="grid gap-x-16 lg:grid-cols-2">
            {others.map((chart) => (
              <Figure key={chart.id} chart={chart} board={board} />
            ))}
          </div>
        </>
      ) : (
        <div className="mt-6">
          <NothingShown view={board} path={PATH} />
        </div>
      )}
    </>
  );
}

function Figure({ chart, board: { set, query } }: { chart: ChartData; board: BoardView }) {
  const fileOf = (format: "csv" | "json") => chartFileHref(set, query, chart.id, format);
  return <ChartFigure chart={chart} csvHref={fileOf("csv")} jsonHref={fileOf("json")} />;
}
