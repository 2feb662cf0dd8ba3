import { and, eq, inArray } from "drizzle-orm";
import { experiments, submissions } from "@/lib/db/schema";
import { type BoardQuery, filterBoard, PLAIN_QUERY } from "@/lib/domain/board";
import { comparePairs, differ, overlapOf } from "@/lib/domain/comparison";
import {
  type ChoicesView,
  type ComparedInstance,
  type ComparedSystem,
  type ComparisonView,
  letterOf,
} from "@/lib/domain/comparison-view";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { DEFAULT_SORT, sortRows } from "@/lib/domain/leaderboard-order";
import { attemptHref, instanceHref } from "@/lib/domain/links";
import { systemText } from "@/lib/domain/system-text";
import { type Board, placedEntries, readBoardEntries, rowOf } from "./board-entries";
import { type ReadContext, readContext } from "./context";
import { instanceGrid } from "./grid";
import { cellsOfExperiments, isOnLeaderboard } from "./queries";
import { defaultSet, readTabs } from "./tabs";

/** Systems of one leaderboard side by side, in the order of their ids. */
export function readComparison(
  set: BenchmarkSet | undefined,
  ids: readonly string[],
  context: ReadContext = readContext(),
): ComparisonView {
  const tabs = readTabs(context);
  const shown = set ?? defaultSet(tabs);
  const board = context.database && readBoardEntries(context.database, shown);
  const systems = board ? systemsOf(board, ids) : [];
  const known = new Set(systems.map((one) => one.experimentId));
  const compared = systems.flatMap((one) => board?.summaries.get(one.experimentId)?.metrics ?? []);
  const instances = board ? instancesOf(context, systems, board) : [];
  return {
    set: shown,
    tabs,
    k: Math.max(1, ...systems.map((one) => one.k)),
    systems,
    unknown: ids.filter((id) => !known.has(id)),
    pairs: comparePairs(compared),
    instances,
    alone: systems.map(
      (_, index) =>
        instances.filter((one) => one.overlap === "one" && (one.rows[index]?.passedOf.passed ?? 0) > 0)
          .length,
    ),
  };
}

function systemsOf(board: Board, ids: readonly string[]): ComparedSystem[] {
  const entries = new Map(placedEntries(board, "all").map((entry) => [entry.experimentId, entry]));
  return ids
    .flatMap((id) => entries.get(id) ?? [])
    .map((entry, index) => ({ ...rowOf(board, entry), letter: letterOf(index) }));
}

/** The instances that any of the systems was run on, in dataset order. */
function instancesOf(
  context: ReadContext,
  systems: readonly ComparedSystem[],
  board: Board,
): ComparedInstance[] {
  if (context.database === null || systems.length === 0) return [];
  const q = context.database.query;
  const ids = systems.map((one) => one.experimentId);
  const rows = q
    .select({ experiment: experiments })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(inArray(experiments.id, ids), isOnLeaderboard))
    .all()
    .map((row) => row.experiment);
  const cells = cellsOfExperiments(q, rows);
  const instanceIds = [...new Set(rows.flatMap((row) => row.instanceIds))];
  const grids = systems.map(({ experimentId }) =>
    instanceGrid(instanceIds, cells.get(experimentId) ?? [], (id) => attemptHref(experimentId, id, 1)),
  );
  const metrics = systems.map(
    ({ experimentId }) =>
      new Map(
        (board.summaries.get(experimentId)?.metrics.instances ?? []).map((one) => [one.instanceId, one]),
      ),
  );
  return instanceIds.map((id, place) => {
    const each = metrics.map((one) => one.get(id));
    const lines = systems.flatMap((system, index) => {
      const row = grids[index]?.[place];
      return row ? [{ ...row, id: `${id}-${system.letter}`, label: `${system.letter} ${system.agent}` }] : [];
    });
    return { id, href: instanceHref(id), overlap: overlapOf(each), differs: differ(each), rows: lines };
  });
}

/** Systems to choose from that are offered at once; a search finds the others. */
const MOST_OFFERED = 40;

/** What the picker offers: the chosen ones first, then the best that the search finds. */
export function readChoices(
  set: BenchmarkSet,
  ids: readonly string[],
  text: string,
  context: ReadContext = readContext(),
): ChoicesView {
  if (context.database === null) return { text, choices: [], left: 0 };
  const entries = placedEntries(readBoardEntries(context.database, set), "all");
  const query: BoardQuery = { ...PLAIN_QUERY, text, unverified: true, incomplete: true };
  const found = sortRows(filterBoard(entries, query), DEFAULT_SORT);
  const chosen = ids.flatMap((id) => entries.find((one) => one.experimentId === id) ?? []);
  const others = found.filter((one) => !ids.includes(one.experimentId));
  const choices = [...chosen, ...others.slice(0, MOST_OFFERED)].map((one) => ({
    id: one.experimentId,
    text: systemText(one),
    chosen: ids.includes(one.experimentId),
  }));
  return { text, choices, left: Math.max(0, others.length - MOST_OFFERED) };
}
