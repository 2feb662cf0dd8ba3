import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/db/client";
import { attempts, experiments, submissions } from "@/lib/db/schema";
import type { BoardEntry } from "@/lib/domain/board";
import { isCounted } from "@/lib/domain/experiment";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { experimentHref } from "@/lib/domain/links";
import { lastPassAt } from "@/lib/domain/metrics";
import type { SubmissionAbout } from "@/lib/domain/portal";
import type { LeaderboardRow, RowCost, StripRow } from "@/lib/domain/views";
import { type Place, rankMeasured, type Summary, summarise, withIntervals } from "./measure";
import { type Memo, memo } from "./memo";
import { BATCH, type CellRow, type ExperimentRow, isFinished, isOnLeaderboard, readCells } from "./queries";

/** A set's systems with their metrics and ranks: read once for each state of the database. */
export type Board = {
  summaries: ReadonlyMap<string, Summary>;
  /** Every system: placed among the verified ones alone, which is the public ranking, and among all. */
  placed: Record<Ranking, readonly BoardEntry[]>;
};
export type Ranking = "verified" | "all";

const kept = new WeakMap<Database, { version: string; boards: Map<BenchmarkSet, Board> }>();

/** The board of a set. Asking whether the database has changed costs microseconds, a board milliseconds. */
export function readBoardEntries(database: Database, set: BenchmarkSet): Board {
  const version = versionOf(database);
  let known = kept.get(database);
  if (known?.version !== version) {
    known = { version, boards: new Map() };
    kept.set(database, known);
  }
  const board = known.boards.get(set) ?? makeBoard(database.query, set);
  known.boards.set(set, board);
  return board;
}

/** Changes with every commit of another connection and with every row that this one changes. */
export function versionOf({ connection }: Database): string {
  const own = connection.prepare("select total_changes()").pluck().get();
  return `${connection.pragma("data_version", { simple: true })} ${own}`;
}

/** A row of a page: the entry with its place in one of the two rankings, and its intervals. */
export function rowOf(board: Board, entry: BoardEntry): LeaderboardRow {
  const summary = board.summaries.get(entry.experimentId);
  if (!summary) throw new Error(`The board has no metrics of ${entry.experimentId}.`);
  const { score, parseable, fileHit, passAt } = withIntervals(summary);
  const [passAt1, passAtK] = [passAt[0] ?? null, lastOf(passAt)];
  return { ...entry, score, parseable, fileHit, passAt1, passAtK };
}

const lastOf = <T>(values: readonly (T | null)[]) => values.at(-1) ?? null;

/** The entries with their places in one of the two rankings. */
export function placedEntries(board: Board, ranking: Ranking): readonly BoardEntry[] {
  return board.placed[ranking];
}

function place(entries: readonly BoardEntry[], places: ReadonlyMap<string, Place>): BoardEntry[] {
  return entries.map((entry) => ({ ...entry, ...(places.get(entry.experimentId) ?? UNPLACED) }));
}

const UNPLACED = { rank: null, tieGroup: null };

type Listed = { experiment: ExperimentRow; about: SubmissionAbout };

function makeBoard(q: Queryable, set: BenchmarkSet): Board {
  const listed: Listed[] = q
    .select({ experiment: experiments, about: submissions.about })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(eq(experiments.set, set), isOnLeaderboard))
    .orderBy(desc(experiments.createdAt), experiments.id)
    .all();
  const parts = partsOf(
    q,
    listed.map((one) => one.experiment),
  );
  const systems = listed.flatMap(({ experiment, about }) => {
    const part = parts.get(experiment.id);
    return part ? [{ id: experiment.id, experiment, about, part, measured: part.summary }] : [];
  });
  const entries = systems.map(toEntry);
  return {
    summaries: new Map(systems.map((one) => [one.id, one.measured])),
    placed: {
      verified: place(entries, rankMeasured(systems.filter((one) => one.experiment.verified))),
      all: place(entries, rankMeasured(systems)),
    },
  };
}

/** What a row takes from its attempts. */
type Part = {
  summary: Summary;
  attempts: LeaderboardRow["attempts"];
  running: number;
  cost: RowCost | null;
  strip: StripRow[];
};

/** Parts of finished experiments are kept: 5,000 of 240 attempts take some tens of megabytes. */
const KEPT_PARTS = 5000;
const keptParts = new WeakMap<Queryable, Memo<Part>>();

/** The parts of many experiments, those that are not known from a few large queries. */
function partsOf(q: Queryable, some: readonly ExperimentRow[]): Map<string, Part> {
  const known = keptParts.get(q) ?? memo<Part>(KEPT_PARTS);
  keptParts.set(q, known);
  const parts = new Map<string, Part>();
  const missing = some.filter((one) => {
    const part = isFinished(one) ? known.peek(keyOf(one)) : null;
    if (part) parts.set(one.id, part);
    return !part;
  });
  for (let at = 0; at < missing.length; at += BATCH) {
    for (const [one, part] of readParts(q, missing.slice(at, at + BATCH))) {
      parts.set(one.id, part);
      if (isFinished(one)) known(keyOf(one), () => part);
    }
  }
  return parts;
}

const keyOf = ({ id, state, finishedAt }: ExperimentRow) => `${id} ${state} ${finishedAt}`;

function readParts(q: Queryable, some: readonly ExperimentRow[]): [ExperimentRow, Part][] {
  const cells = new Map<string, CellRow[]>(some.map((one) => [one.id, []]));
  for (const cell of readCells(q, some)) cells.get(cell.experimentId)?.push(cell);
  const costs = costsOf(q, some);
  return some.map((one) => [one, partOf(one, cells.get(one.id) ?? [], costs.get(one.id) ?? null)]);
}

function partOf(experiment: ExperimentRow, cells: readonly CellRow[], cost: RowCost | null): Part {
  const counted = cells.filter(isCounted);
  return {
    summary: summarise(experiment, cells),
    attempts: {
      counted: counted.length,
      passed: counted.filter((cell) => cell.outcome === "passed").length,
    },
    running: cells.filter((cell) => cell.running && cell.outcome === null).length,
    cost,
    strip: stripOf(experiment.instanceIds, cells),
  };
}

function costsOf(q: Queryable, some: readonly ExperimentRow[]): Map<string, RowCost> {
  const rows = q
    .select({
      id: attempts.experimentId,
      sum: sql<number>`sum(${attempts.costUsd})`,
      given: count(attempts.costUsd),
      of: count(),
    })
    .from(attempts)
    .where(
      inArray(
        attempts.experimentId,
        some.map((one) => one.id),
      ),
    )
    .groupBy(attempts.experimentId)
    .all();
  return new Map(
    rows.flatMap(({ id, sum, given, of }) => (given > 0 ? [[id, { usd: sum / given, given, of }]] : [])),
  );
}

type StripCell = StripRow["cells"][number];
/** Cells of strips are few different ones: run 1 failed, run 2 passed, … */
const stripCells = new Map<string, StripCell>();

/** One column for each instance, in dataset order. */
function stripOf(instanceIds: readonly string[], cells: readonly CellRow[]): StripRow[] {
  const columns = new Map<string, StripCell[]>(instanceIds.map((id) => [id, []]));
  for (const { instanceId, runId, outcome, running } of cells) {
    const state = outcome !== null ? "done" : running ? "running" : "waiting";
    const key = `${runId} ${outcome} ${state}`;
    const cell = stripCells.get(key) ?? { runId, outcome, state };
    stripCells.set(key, cell);
    columns.get(instanceId)?.push(cell);
  }
  return [...columns.values()].map((column) => ({ cells: column }));
}

type System = Listed & { part: Part };

function toEntry({ experiment, about, part }: System): BoardEntry {
  const { metrics, counts } = part.summary;
  const { means } = metrics;
  const open = experiment.state === "queued" || experiment.state === "running";
  return {
    experimentId: experiment.id,
    href: experimentHref(experiment.id),
    set: experiment.set,
    k: experiment.k,
    agent: experiment.agent,
    model: experiment.model,
    temperature: experiment.temperature,
    ...UNPLACED,
    score: metrics.score,
    parseable: means?.parseable ?? null,
    fileHit: means?.fileHit ?? null,
    passAtK: means ? lastPassAt(means.passAt) : null,
    passAt1: means?.passAt[0] ?? null,
    counts,
    attempts: part.attempts,
    coverage: {
      done: metrics.coverage.countedAttempts,
      expected: metrics.coverage.expectedAttempts,
      running: part.running,
    },
    verified: experiment.verified,
    complete: metrics.complete,
    stalled: !metrics.complete && !open,
    createdAt: experiment.createdAt,
    organisation: about.organisation || null,
    openSource: about.openSource === true,
    links: { project: about.link ?? null, logs: about.logsUrl ?? null },
    cost: part.cost,
    strip: part.strip,
  };
}
