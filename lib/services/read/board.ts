import {
  type BoardEntry,
  type BoardQuery,
  type BoardView,
  facetsOf,
  filterBoard,
  pageOf,
  plainColumns,
} from "@/lib/domain/board";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { sortRows } from "@/lib/domain/leaderboard-order";
import type { LeaderboardRow, SetTab } from "@/lib/domain/views";
import { type Board, placedEntries, readBoardEntries, rowOf } from "./board-entries";
import { type ReadContext, readContext } from "./context";
import { type Memo, memo } from "./memo";
import { defaultSet, readTabs } from "./tabs";

/** All rows that a query finds, in its order: what pages are cut from, and downloads and charts show whole. */
export type FoundBoard = {
  set: BenchmarkSet;
  tabs: SetTab[];
  query: BoardQuery;
  /** Every system of the set, placed in the ranking that the query asks for. */
  entries: readonly BoardEntry[];
  found: BoardEntry[];
  /** With intervals, which take milliseconds a system the first time. */
  rowOf: (entry: BoardEntry) => LeaderboardRow;
};

export function findOnBoard(
  set: BenchmarkSet | undefined,
  query: BoardQuery,
  context: ReadContext = readContext(),
): FoundBoard {
  const tabs = readTabs(context);
  const shown = set ?? defaultSet(tabs);
  if (context.database === null) return { ...NOTHING, set: shown, tabs, query };
  return findIn(readBoardEntries(context.database, shown), { set: shown, tabs, query });
}

const NOTHING = { entries: [], found: [], rowOf: missing };

function findIn(board: Board, asked: Pick<FoundBoard, "set" | "tabs" | "query">): FoundBoard {
  const { query } = asked;
  const entries = placedEntries(board, query.unverified ? "all" : "verified");
  const found = sortRows(filterBoard(entries, query), query.sort);
  return { ...asked, entries, found, rowOf: (entry) => rowOf(board, entry) };
}

/** One page of the leaderboard of a set; without a set, of the first one that has results. */
export function readBoard(
  set: BenchmarkSet | undefined,
  query: BoardQuery,
  context: ReadContext = readContext(),
): BoardView {
  const tabs = readTabs(context);
  const shown = set ?? defaultSet(tabs);
  if (context.database === null) return viewOf({ ...NOTHING, set: shown, tabs, query });
  const board = readBoardEntries(context.database, shown);
  const known = views.get(board) ?? memo<BoardView>(KEPT_VIEWS);
  views.set(board, known);
  const view = known(JSON.stringify(query), () => viewOf(findIn(board, { set: shown, tabs, query })));
  return { ...view, tabs };
}

/** Pages that many readers ask for, for as long as the database stays as it is. */
const KEPT_VIEWS = 100;
const views = new WeakMap<Board, Memo<BoardView>>();

function viewOf({ entries, found, rowOf: toRow, ...board }: FoundBoard): BoardView {
  const { query } = board;
  const { rows, page, pages, first } = pageOf(found, query.page);
  const plain = plainColumns(found, query);
  return {
    ...board,
    rows: rows.map(toRow),
    page,
    pages,
    first,
    total: found.length,
    counts: {
      verified: entries.filter((one) => one.complete && one.verified).length,
      unverified: entries.filter((one) => one.complete && !one.verified).length,
      incomplete: entries.filter((one) => !one.complete).length,
    },
    hidden: hiddenBy(entries, query),
    instances: entries[0]?.counts.instances ?? 0,
    k: entries[0]?.k ?? 10,
    facets: {
      agents: facetsOf(entries, (one) => one.agent, query.agent),
      models: facetsOf(entries, (one) => one.model, query.model),
      organisations: facetsOf(entries, (one) => one.organisation, query.organisation),
    },
    columns: query.columns ?? plain,
    plainColumns: plain,
  };
}

function hiddenBy(entries: readonly BoardEntry[], query: BoardQuery): BoardView["hidden"] {
  const all = filterBoard(entries, { ...query, unverified: true, incomplete: true });
  return {
    unverified: query.unverified ? 0 : all.filter((one) => one.complete && !one.verified).length,
    incomplete: query.incomplete ? 0 : all.filter((one) => !one.complete).length,
  };
}

function missing(entry: BoardEntry): never {
  throw new Error(`There is no board that has ${entry.experimentId}.`);
}
