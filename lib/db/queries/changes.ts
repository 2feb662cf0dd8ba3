import { and, desc, eq } from "drizzle-orm";
import type { Queryable } from "../client";
import { changes, events } from "../schema";

export type ChangeRow = typeof changes.$inferSelect;

export function insertChange(q: Queryable, row: typeof changes.$inferInsert): number {
  return q.insert(changes).values(row).returning({ id: changes.id }).get().id;
}

/** The last event of a kind about a thing. */
export function lastEvent(q: Queryable, kind: string, subject: string): typeof events.$inferSelect | null {
  const row = q
    .select()
    .from(events)
    .where(and(eq(events.kind, kind), eq(events.subject, subject)))
    .orderBy(desc(events.id))
    .limit(1)
    .get();
  return row ?? null;
}
