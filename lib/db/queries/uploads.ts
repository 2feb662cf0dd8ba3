import { and, count, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Queryable } from "../client";
import { attempts, evaluations, experiments, patches, submissions, uploads } from "../schema";

export type UploadRow = typeof uploads.$inferSelect;

export function uploadById(q: Queryable, id: string): UploadRow | null {
  return q.select().from(uploads).where(eq(uploads.id, id)).get() ?? null;
}

/** The row of a file that somebody sent in for a set before. */
export function uploadOfFile(
  q: Queryable,
  of: { userId: string; set: BenchmarkSet; fileSha256: string },
): UploadRow | null {
  const same = and(
    eq(uploads.userId, of.userId),
    eq(uploads.set, of.set),
    eq(uploads.fileSha256, of.fileSha256),
  );
  return q.select().from(uploads).where(same).get() ?? null;
}

export function uploadOfExperiment(q: Queryable, experimentId: string): UploadRow | null {
  return q.select().from(uploads).where(eq(uploads.experimentId, experimentId)).get() ?? null;
}

/** Adds an upload, or brings the row of the same file up to date; gives its id. */
export function saveUpload(q: Queryable, row: UploadRow): string {
  const { id: _id, createdAt: _createdAt, ...change } = row;
  const kept = q
    .insert(uploads)
    .values(row)
    .onConflictDoUpdate({ target: [uploads.userId, uploads.set, uploads.fileSha256], set: change })
    .returning({ id: uploads.id })
    .get();
  return kept.id;
}

export function updateUpload(q: Queryable, id: string, change: Partial<UploadRow>): void {
  q.update(uploads).set(change).where(eq(uploads.id, id)).run();
}

/** What somebody has sent in, the latest first. */
export function uploadsOf(q: Queryable, userId: string, limit: number): UploadRow[] {
  return q
    .select()
    .from(uploads)
    .where(eq(uploads.userId, userId))
    .orderBy(desc(uploads.createdAt), desc(uploads.id))
    .limit(limit)
    .all();
}

export function countDrafts(q: Queryable, userId: string): number {
  const mine = and(eq(uploads.userId, userId), eq(uploads.state, "draft"));
  return q.select({ count: count() }).from(uploads).where(mine).get()?.count ?? 0;
}

/** Drafts that nobody has touched since a moment. */
export function draftsBefore(q: Queryable, moment: number): UploadRow[] {
  return q
    .select()
    .from(uploads)
    .where(and(eq(uploads.state, "draft"), lt(uploads.updatedAt, moment), isNotNull(uploads.experimentId)))
    .all();
}

/** Deletes an experiment that never counted, with its attempts, jobs and submission. */
export function deleteExperiment(q: Queryable, experimentId: string): void {
  const row = q.delete(experiments).where(eq(experiments.id, experimentId)).returning().get();
  if (row) q.delete(submissions).where(eq(submissions.id, row.submissionId)).run();
}

/** Deletes patches that nothing refers to; gives how many. */
export function deleteUnusedPatches(q: Queryable): number {
  return q
    .delete(patches)
    .where(
      sql`${patches.sha256} not in (select patch_sha256 from ${attempts} where patch_sha256 is not null
        union select patch_sha256 from ${evaluations} where patch_sha256 is not null)`,
    )
    .run().changes;
}
