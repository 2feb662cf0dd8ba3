import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { isListed } from "@/lib/db/queries/visible";
import { attempts, evaluations, experiments, submissions } from "@/lib/db/schema";
import { mayRead, type Reader } from "@/lib/domain/access";
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
export const BATCH = 400;

/** Condition on an experiment joined with its submission: it is a row of the leaderboard. */
export const isOnLeaderboard: SQL | undefined = and(
  isListed,
  eq(experiments.current, true),
  eq(experiments.official, true),
);

/** The public rows of a set: the latest complete-by-form submission of each system. */
export function publicExperiments(q: Queryable, set: BenchmarkSet): ExperimentRow[] {
  return q
    .select({ experiment: experiments })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(eq(experiments.set, set), isOnLeaderboard))
    .orderBy(desc(experiments.createdAt), asc(experiments.id))
    .all()
    .map((row) => row.experiment);
}

export function countPublicExperiments(q: Queryable): Map<BenchmarkSet, number> {
  const rows = q
    .select({ set: experiments.set, count: sql<number>`count(*)` })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(isOnLeaderboard)
    .groupBy(experiments.set)
    .all();
  return new Map(rows.map((row) => [row.set, row.count]));
}

/** An experiment that this reader may read; null when there is none, or none for them. */
export function experimentFor(
  q: Queryable,
  id: string,
  reader: Reader,
): { experiment: ExperimentRow; submission: SubmissionRow } | null {
  const row = q
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(eq(experiments.id, id))
    .get();
  return row && mayRead(reader, readableOf(row)) ? row : null;
}

/** What the rules of access ask about an experiment. */
export function readableOf({
  experiment: { state },
  submission: { userId, visibility, approval, withdrawnAt },
}: {
  experiment: Pick<ExperimentRow, "state">;
  submission: SubmissionRow;
}) {
  return { ownerId: userId, state, visibility, approval, withdrawnAt };
}

/** All submissions of one identity that this reader may read, newest first. */
export function experimentsOfSlug(
  q: Queryable,
  set: BenchmarkSet,
  slug: string,
  reader: Reader,
): { experiment: ExperimentRow; submission: SubmissionRow }[] {
  return q
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(eq(experiments.set, set), eq(experiments.slug, slug)))
    .orderBy(desc(experiments.createdAt), desc(experiments.id))
    .all()
    .filter((row) => mayRead(reader, readableOf(row)));
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
  const unknown = some.filter((one) => !isFinished(one) || known.peek(keyOf(one)) === undefined);
  const read = new Map<string, CellRow[]>(unknown.map((one) => [one.id, []]));
  for (const row of readCells(q, unknown)) read.get(row.experimentId)?.push(row);
  return new Map(
    some.map((one) => {
      const fresh = () => read.get(one.id) ?? [];
      return [one.id, isFinished(one) ? known(keyOf(one), fresh) : fresh()];
    }),
  );
}

const keyOf = ({ id, state, finishedAt }: Pick<ExperimentRow, "id" | "state" | "finishedAt">) =>
  `${id} ${state} ${finishedAt}`;

/** A finished experiment's attempts change no more until it is opened again, which changes its state. */
export function isFinished({ state, finishedAt }: Pick<ExperimentRow, "state" | "finishedAt">): boolean {
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

export function readCells(q: Queryable, some: readonly Pick<ExperimentRow, "id">[]): CellRow[] {
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
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .leftJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
    .where(and(eq(attempts.instanceId, instanceId), eq(experiments.set, set), isOnLeaderboard))
    .orderBy(asc(attempts.experimentId), asc(attempts.runId))
    .all();
}
