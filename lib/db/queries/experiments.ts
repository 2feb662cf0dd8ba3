import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Queryable } from "../client";
import { attempts, experiments, submissions } from "../schema";
import { isListed } from "./visible";

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

/** True for a draft, and for a submission that no maintainer has let in: its patches are checked, no more. */
export function isHeldBack(q: Queryable, id: string): boolean {
  const row = q
    .select({ state: experiments.state, approval: submissions.approval })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(eq(experiments.id, id))
    .get();
  return row?.state === "draft" || row?.approval === "waiting" || row?.approval === "rejected";
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
  /** Nobody replaces the submissions of somebody else. */
  ownerId: string | null;
};

const sameOwner = (ownerId: string | null) =>
  sql`exists (select 1 from ${submissions} where ${submissions.id} = ${experiments.submissionId}
    and ${submissions.userId} is ${ownerId})`;

/** The other submissions and this one: of one identity, scope and owner. */
function rivals(one: Omit<Rival, "id">): SQL | undefined {
  const sameScope = one.official
    ? eq(experiments.official, true)
    : and(
        eq(experiments.official, false),
        eq(experiments.k, one.k),
        sql`${experiments.instanceIds} = ${JSON.stringify(one.instanceIds)}`,
      );
  const sameSystem = and(eq(experiments.set, one.set), eq(experiments.slug, one.slug));
  return and(sameSystem, sameScope, sameOwner(one.ownerId));
}

/**
 * Takes `current` from the other experiments of one identity; gives their ids. A smoke test on some
 * instances is a rival only of smoke tests on the same ones.
 */
export function supersedeRivals(q: Queryable, one: Rival): string[] {
  return q
    .update(experiments)
    .set({ current: false })
    .where(and(rivals(one), ne(experiments.id, one.id), eq(experiments.current, true)))
    .returning({ id: experiments.id })
    .all()
    .map((row) => row.id);
}

/** The newest submission of a system that everybody may see; null when there is none. */
export function newestListed(q: Queryable, one: Omit<Rival, "id">): string | null {
  const row = q
    .select({ id: experiments.id })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(rivals(one), isListed))
    .orderBy(desc(experiments.createdAt), desc(experiments.id))
    .limit(1)
    .get();
  return row?.id ?? null;
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
