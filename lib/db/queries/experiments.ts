import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Queryable } from "../client";
import { attempts, experiments, submissions } from "../schema";

export type ExperimentRow = typeof experiments.$inferSelect;

export function insertSubmission(q: Queryable, row: typeof submissions.$inferInsert): void {
  q.insert(submissions).values(row).run();
}

export function setSubmissionRows(q: Queryable, id: string, rows: number): void {
  q.update(submissions).set({ rows }).where(eq(submissions.id, id)).run();
}

export function insertExperiment(q: Queryable, row: typeof experiments.$inferInsert): void {
  q.insert(experiments).values(row).run();
}

export function experimentById(q: Queryable, id: string): ExperimentRow | null {
  return q.select().from(experiments).where(eq(experiments.id, id)).get() ?? null;
}

export function experimentByKey(q: Queryable, key: string): ExperimentRow | null {
  return q.select().from(experiments).where(eq(experiments.key, key)).get() ?? null;
}

export function updateExperiment(q: Queryable, id: string, change: Partial<ExperimentRow>): void {
  q.update(experiments).set(change).where(eq(experiments.id, id)).run();
}

/** Folders that experiments of one name have in a set. */
export function foldersOfSlug(q: Queryable, set: BenchmarkSet, slug: string): string[] {
  return q
    .select({ folder: experiments.folder })
    .from(experiments)
    .where(and(eq(experiments.set, set), eq(experiments.slug, slug)))
    .all()
    .map((row) => row.folder);
}

/** What makes two experiments rivals for the one current row. */
export type Rival = {
  id: string;
  set: BenchmarkSet;
  slug: string;
  k: number;
  official: boolean;
  instanceIds: readonly string[];
};

/**
 * Takes `current` from the other experiments of one identity; gives their ids. A smoke test on some
 * instances is a rival only of smoke tests on the same ones.
 */
export function supersedeRivals(q: Queryable, one: Rival): string[] {
  const sameScope = one.official
    ? eq(experiments.official, true)
    : and(
        eq(experiments.official, false),
        eq(experiments.k, one.k),
        sql`${experiments.instanceIds} = ${JSON.stringify(one.instanceIds)}`,
      );
  return q
    .update(experiments)
    .set({ current: false })
    .where(
      and(
        eq(experiments.set, one.set),
        eq(experiments.slug, one.slug),
        ne(experiments.id, one.id),
        eq(experiments.current, true),
        sameScope,
      ),
    )
    .returning({ id: experiments.id })
    .all()
    .map((row) => row.id);
}

/** Experiments among these that are under way and have no attempt left to do. */
export function finishedAmong(q: Queryable, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  return q
    .select({ id: experiments.id })
    .from(experiments)
    .where(
      and(
        inArray(experiments.id, [...ids]),
        inArray(experiments.state, ["queued", "running"]),
        sql`not exists (select 1 from ${attempts} where ${attempts.experimentId} = ${experiments.id} and state <> 'done')`,
      ),
    )
    .all()
    .map((row) => row.id);
}
