import type { BoardEntry } from "@/lib/domain/board";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { LeaderboardRow, LeaderboardView } from "@/lib/domain/views";
import { placedEntries, readBoardEntries, rowOf } from "./board-entries";
import { type ReadContext, readContext } from "./context";
import { defaultSet, readTabs } from "./tabs";

/** All systems of a set, ranked among all; without a set, of the first one that has results. */
export function readLeaderboard(
  set: BenchmarkSet | undefined,
  context: ReadContext = readContext(),
): LeaderboardView {
  const tabs = readTabs(context);
  const shown = set ?? defaultSet(tabs);
  return { set: shown, tabs, rows: leaderboardRows(shown, context) };
}

/** With their intervals, unsorted; a page that shows some of them reads a board instead. */
function leaderboardRows(set: BenchmarkSet, context: ReadContext): LeaderboardRow[] {
  if (context.database === null) return [];
  const board = readBoardEntries(context.database, set);
  return placedEntries(board, "all").map((entry) => rowOf(board, entry));
}

/** Every system of a set with its place among all, without intervals: quick for any number of them. */
export function leaderboardEntries(set: BenchmarkSet, context: ReadContext): readonly BoardEntry[] {
  return context.database === null ? [] : placedEntries(readBoardEntries(context.database, set), "all");
}
