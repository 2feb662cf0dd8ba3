import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { attempts, evaluations, experiments, submissions } from "@/lib/db/schema";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { type Memo, memo } from "./memo";

export type ExperimentRow = typeof experiments.$inferSelect;
export type SubmissionRow = typeof submissions.$inferSelect;

/** An attempt without its long columns: what grids and metrics need. */
export type CellRow = Pick<
  typeof attempts.$inferSelect,
  "experimentId" | "instanceId" | "runId" | "state" | "outcome" | "parseable" | "fileHit" | "fileHitAny"
> & { evaluationId: string | null; running: boolean };

/** Names in a statement: SQLite allows many, its planner likes few. */
const BATCH = 400;

/** The public rows of a set: the latest complete-by-form submission of each system. */
export function publicExperiments(q: Queryable, set: BenchmarkSet): ExperimentRow[] {
  return q
    .select()
    .from(experiments)
    .where(
      and(
        eq(experiments.set, set),
        eq(experiments.current, true),
        eq(experiments.official, true),
        ne(experiments.state, "cancelled"),
      ),
    )
    .orderBy(desc(experiments.createdAt), asc(experiments.id))
    .all();
}

export function countPublicExperiments(q: Queryable): Map<BenchmarkSet, number> {
  const rows = q
    .select({ set: experiments.set, count: sql<number>`count(*)` })
    .from(experiments)
    .where(
      and(eq(experiments.current, true), eq(experiments.official, true), ne(experiments.state, "cancelled")),
    )
    .groupBy(experiments.set)
    .all();
  return new Map(rows.map((row) => [row.set, row.count]));
}

export function experimentById(
  q: Queryable,
  id: string,
): { experiment: ExperimentRow; submission: SubmissionRow } | null {
  const row = q
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(eq(experiments.id, id))
    .get();
  return row ?? null;
}

/** All submissions of one identity, newest first. */
export function experimentsOfSlug(
  q: Queryable,
  set: BenchmarkSet,
  slug: string,
): { experiment: ExperimentRow; fileSha256: string }[] {
  return q
    .select({ experiment: experiments, fileSha256: submissions.fileSha256 })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(eq(experiments.set, set), eq(experiments.slug, slug)))
    .orderBy(desc(experiments.createdAt), desc(experiments.id))
    .all();
}

const cell = {
  experimentId: attempts.experimentId,
  instanceId: attempts.instanceId,
  runId: attempts.runId,
  state: attempts.state,
  outcome: attempts.outcome,
  parseable: attempts.parseable,
  fileHit: attempts.fileHit,
  fileHitAny: attempts.fileHitAny,
  evaluationId: attempts.evaluationId,
  running: sql<boolean>`${evaluations.state} is 'running'`.mapWith(Boolean),
};

/** The attempts of some experiments, by experiment. Those of a finished one are read once. */
export function cellsOfExperiments(
  q: Queryable,
  some: readonly Pick<ExperimentRow, "id" | "state" | "finishedAt">[],
): Map<string, CellRow[]> {
  const known = finishedCells(q);
  const cells = new Map<string, CellRow[]>();
  const open = some.filter((one) => !isFinished(one));
  for (const one of open) cells.set(one.id, []);
  for (const row of readCells(q, open)) cells.get(row.experimentId)?.push(row);
  for (const one of some.filter(isFinished)) {
    cells.set(
      one.id,
      known(`${one.id} ${one.state} ${one.finishedAt}`, () => readCells(q, [one])),
    );
  }
  return cells;
}

/** A finished experiment's attempts change no more until it is opened again, which changes its state. */
function isFinished({ state, finishedAt }: Pick<ExperimentRow, "state" | "finishedAt">): boolean {
  return finishedAt !== null && (state === "complete" || state === "incomplete");
}

/** Experiments whose attempts are kept: 500 of 240 attempts are some tens of megabytes. */
const KEPT_EXPERIMENTS = 500;
const keptCells = new WeakMap<Queryable, Memo<CellRow[]>>();

function finishedCells(q: Queryable): Memo<CellRow[]> {
  const kept = keptCells.get(q) ?? memo<CellRow[]>(KEPT_EXPERIMENTS);
  keptCells.set(q, kept);
  return kept;
}

function readCells(q: Queryable, some: readonly Pick<ExperimentRow, "id">[]): CellRow[] {
  const ids = some.map((one) => one.id);
  const rows: CellRow[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    rows.push(
      ...q
        .select(cell)
        .from(attempts)
        .leftJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
        .where(inArray(attempts.experimentId, ids.slice(at, at + BATCH)))
        .orderBy(asc(attempts.experimentId), asc(attempts.instanceId), asc(attempts.runId))
        .all(),
    );
  }
  return rows;
}

/** The attempts of the public experiments at one instance. */
export function cellsOfInstance(q: Queryable, set: BenchmarkSet, instanceId: string): CellRow[] {
  return q
    .select(cell)
    .from(attempts)
    .innerJoin(experiments, eq(experiments.id, attempts.experimentId))
    .leftJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
    .where(
      and(
        eq(attempts.instanceId, instanceId),
        eq(experiments.set, set),
        eq(experiments.current, true),
        eq(experiments.official, true),
        ne(experiments.state, "cancelled"),
      ),
    )
    .orderBy(asc(attempts.experimentId), asc(attempts.runId))
    .all();
}
