import type { BoardQuery, BoardView } from "@/lib/domain/board";
import {
  type ChartData,
  chartQuery,
  costChart,
  MOST_BARS,
  MOST_LINES,
  passesChart,
  repositoriesChart,
  scoreChart,
  timeChart,
} from "@/lib/domain/charts";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { findOnBoard, readBoard } from "./board";
import { readBoardEntries } from "./board-entries";
import { type ReadContext, readContext } from "./context";
import { withIntervals } from "./measure";

export type ChartsView = { board: BoardView; charts: ChartData[] };

/** The systems that an address asks for, as charts. */
export function readCharts(
  set: BenchmarkSet | undefined,
  asked: BoardQuery,
  context: ReadContext = readContext(),
): ChartsView {
  const query = chartQuery(asked);
  const { found, rowOf, set: shown } = findOnBoard(set, query, context);
  const board = readBoard(shown, query, context);
  if (context.database === null || found.length === 0) return { board, charts: [] };
  const { summaries } = readBoardEntries(context.database, shown);
  const summaryOf = (id: string) => summaries.get(id);
  const curves = found.slice(0, MOST_LINES).flatMap((system) => {
    const summary = summaryOf(system.experimentId);
    return summary ? [{ system, passAt: withIntervals(summary).passAt }] : [];
  });
  const repositoryOf = (id: string) => context.benchmark.instances.get(id)?.repo.name ?? "no longer there";
  return {
    board,
    charts: [
      scoreChart(found.slice(0, MOST_BARS).map(rowOf), found.length),
      passesChart(curves, found.length),
      timeChart(found),
      costChart(found),
      repositoriesChart(
        found.flatMap((one) => [summaryOf(one.experimentId)?.metrics.instances ?? []]),
        repositoryOf,
      ),
    ],
  };
}
