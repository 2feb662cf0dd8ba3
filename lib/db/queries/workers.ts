import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Queryable } from "../client";
import { workers } from "../schema";

export type WorkerRow = typeof workers.$inferSelect;

export function insertWorker(q: Queryable, row: typeof workers.$inferInsert): void {
  q.insert(workers).values(row).run();
}

export function updateWorker(q: Queryable, id: string, change: Partial<WorkerRow>): void {
  q.update(workers).set(change).where(eq(workers.id, id)).run();
}

/** Workers that have not said that they stopped. */
export function unstoppedWorkers(q: Queryable): WorkerRow[] {
  return q.select().from(workers).where(isNull(workers.stoppedAt)).all();
}

/** Workers that have ended and may have left containers behind. */
export function unreapedWorkers(q: Queryable): string[] {
  return q
    .select({ id: workers.id })
    .from(workers)
    .where(and(isNotNull(workers.stoppedAt), eq(workers.reaped, false)))
    .all()
    .map((row) => row.id);
}

export function markReaped(q: Queryable, ids: readonly string[]): void {
  q.update(workers)
    .set({ reaped: true })
    .where(inArray(workers.id, [...ids]))
    .run();
}
