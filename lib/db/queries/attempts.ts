import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Outcome } from "@/lib/domain/outcome";
import type { resultsFolder } from "@/lib/domain/results-folder";
import type { Queryable } from "../client";
import { attempts, evaluations, experiments, submissions } from "../schema";

export type AttemptRow = typeof attempts.$inferSelect;

/** Rows a statement may hold: SQLite allows 32,766 bound values. */
const BATCH = 500;

/** Literal text, so that SQLite can use the partial index on attempts that are not done. */
const open = sql`${attempts.state} <> 'done'`;

export function insertAttempts(q: Queryable, rows: readonly (typeof attempts.$inferInsert)[]): void {
  for (let at = 0; at < rows.length; at += BATCH) {
    q.insert(attempts)
      .values(rows.slice(at, at + BATCH))
      .run();
  }
}

export type WaitingAttempt = { id: number; instanceId: string; runId: number; patchSha256: string | null };

/** Attempts of an experiment that are not patch-checked yet, instance by instance. */
export function waitingAttempts(q: Queryable, experimentId: string): WaitingAttempt[] {
  return q
    .select({
      id: attempts.id,
      instanceId: attempts.instanceId,
      runId: attempts.runId,
      patchSha256: attempts.patchSha256,
    })
    .from(attempts)
    .where(and(eq(attempts.experimentId, experimentId), open, eq(attempts.state, "waiting")))
    .orderBy(asc(attempts.id))
    .all();
}

export type CheckedAttempt = {
  id: number;
  instanceId: string;
  gradedTree: string | null;
  definitionHash: string | null;
  patchSha256: string | null;
  evaluationId: string | null;
};

/** Attempts of an experiment that applied and have no outcome yet. */
export function checkedAttempts(q: Queryable, experimentId: string): CheckedAttempt[] {
  return q
    .select({
      id: attempts.id,
      instanceId: attempts.instanceId,
      gradedTree: attempts.gradedTree,
      definitionHash: attempts.definitionHash,
      patchSha256: attempts.patchSha256,
      evaluationId: attempts.evaluationId,
    })
    .from(attempts)
    .where(and(eq(attempts.experimentId, experimentId), open, eq(attempts.state, "checked")))
    .orderBy(asc(attempts.id))
    .all();
}

export function updateAttempts(q: Queryable, ids: readonly number[], change: Partial<AttemptRow>): void {
  for (let at = 0; at < ids.length; at += BATCH) {
    q.update(attempts)
      .set(change)
      .where(inArray(attempts.id, ids.slice(at, at + BATCH)))
      .run();
  }
}

/** An attempt with where its files belong. */
export type AttemptRef = { attemptId: number; experimentId: string; instanceId: string; runId: number };

const ref = {
  attemptId: attempts.id,
  experimentId: attempts.experimentId,
  instanceId: attempts.instanceId,
  runId: attempts.runId,
};

/** Gives the verdict of these evaluations to all their attempts that have none. */
export function finishAttemptsOf(
  q: Queryable,
  evaluationIds: readonly string[],
  verdict: { outcome: Outcome; reason: string; doneAt: number },
): AttemptRef[] {
  const done: AttemptRef[] = [];
  for (let at = 0; at < evaluationIds.length; at += BATCH) {
    const ids = evaluationIds.slice(at, at + BATCH);
    const rows = q
      .update(attempts)
      .set({ ...verdict, state: "done" })
      .where(and(inArray(attempts.evaluationId, ids), eq(attempts.state, "checked")))
      .returning(ref)
      .all();
    done.push(...rows);
  }
  return done;
}

/** Points attempts to evaluations, all in one statement. */
export function attachAttempts(q: Queryable, evaluationIds: ReadonlyMap<number, string>): void {
  if (evaluationIds.size === 0) return;
  const pairs = JSON.stringify(Object.fromEntries(evaluationIds));
  q.run(sql`update ${attempts} set evaluation_id = pair.value from json_each(${pairs}) as pair
    where ${attempts.id} = cast(pair.key as integer)`);
}

/** Gives an experiment's attempts of these instances the verdicts that their evaluations have already. */
export function finishCachedAttempts(
  q: Queryable,
  experimentId: string,
  instanceIds: readonly string[],
  doneAt: number,
): number[] {
  return q
    .update(attempts)
    .set({ state: "done", outcome: sql`${evaluations.outcome}`, reason: sql`${evaluations.reason}`, doneAt })
    .from(evaluations)
    .where(
      and(
        eq(evaluations.id, attempts.evaluationId),
        eq(evaluations.state, "settled"),
        eq(attempts.experimentId, experimentId),
        eq(attempts.state, "checked"),
        inArray(attempts.instanceId, [...instanceIds]),
      ),
    )
    .returning({ id: attempts.id })
    .all()
    .map((row) => row.id);
}

/** Ends the attempts of an experiment that are unchecked, or checked and not planned; gives what it ended. */
export function finishOpenAttempts(
  q: Queryable,
  experimentId: string,
  stage: "unchecked" | "unplanned",
  verdict: { outcome: Outcome; reason: string; doneAt: number },
): AttemptRef[] {
  const which =
    stage === "unchecked"
      ? eq(attempts.state, "waiting")
      : and(eq(attempts.state, "checked"), isNull(attempts.evaluationId));
  return q
    .update(attempts)
    .set({ ...verdict, state: "done" })
    .where(and(eq(attempts.experimentId, experimentId), open, which))
    .returning(ref)
    .all();
}

/** Lets a cancelled experiment's attempts be planned anew. */
export function detachOpenAttempts(q: Queryable, experimentId: string): void {
  q.update(attempts)
    .set({ evaluationId: null })
    .where(and(eq(attempts.experimentId, experimentId), open))
    .run();
}

/** Sends an experiment's attempts that our machinery failed back to the start; gives how many. */
export function reopenInfraErrors(q: Queryable, experimentId: string): number {
  return q
    .update(attempts)
    .set({ state: "waiting", outcome: null, reason: null, doneAt: null, evaluationId: null })
    .where(and(eq(attempts.experimentId, experimentId), eq(attempts.outcome, "infra-error")))
    .run().changes;
}

export type AttemptCounts = { waiting: number; checked: number; done: number; infra: number };

/** How far the attempts of an experiment have come. */
export function attemptCounts(q: Queryable, experimentId: string): AttemptCounts {
  const rows = q
    .select({
      state: attempts.state,
      count: sql<number>`count(*)`,
      infra: sql<number>`sum(${attempts.outcome} is 'infra-error')`,
    })
    .from(attempts)
    .where(eq(attempts.experimentId, experimentId))
    .groupBy(attempts.state)
    .all();
  const counts: AttemptCounts = { waiting: 0, checked: 0, done: 0, infra: 0 };
  for (const row of rows) {
    counts[row.state] = row.count;
    counts.infra += row.infra;
  }
  return counts;
}

export type AttemptRefFull = AttemptRef & {
  /** What decides the experiment's results folder. */
  experiment: Parameters<typeof resultsFolder>[0];
  patchSha256: string | null;
  outcome: Outcome | null;
  reason: string | null;
  evaluationId: string | null;
};

/** Attempts with all that their folder under `runs/` holds. */
export function attemptFiles(
  q: Queryable,
  of: { attemptIds: readonly number[] } | { experimentId: string },
): AttemptRefFull[] {
  const where =
    "experimentId" in of
      ? eq(attempts.experimentId, of.experimentId)
      : inArray(attempts.id, of.attemptIds.slice(0));
  return q
    .select({
      ...ref,
      experiment: {
        set: experiments.set,
        folder: experiments.folder,
        source: submissions.source,
        agent: experiments.agent,
        model: experiments.model,
        temperature: experiments.temperature,
      },
      patchSha256: attempts.patchSha256,
      outcome: attempts.outcome,
      reason: attempts.reason,
      evaluationId: attempts.evaluationId,
    })
    .from(attempts)
    .innerJoin(experiments, eq(experiments.id, attempts.experimentId))
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(where)
    .orderBy(asc(attempts.id))
    .all();
}
