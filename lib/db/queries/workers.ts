import { eq, isNull } from "drizzle-orm";
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
