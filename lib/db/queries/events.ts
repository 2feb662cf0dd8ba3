import { desc, eq } from "drizzle-orm";
import type { Queryable } from "../client";
import { events } from "../schema";

export type EventRow = typeof events.$inferSelect;

export function insertEvent(q: Queryable, event: typeof events.$inferInsert): void {
  q.insert(events).values(event).run();
}

/** Events of one thing, newest first. */
export function eventsOf(q: Queryable, subject: string, limit = 100): EventRow[] {
  return q
    .select()
    .from(events)
    .where(eq(events.subject, subject))
    .orderBy(desc(events.id))
    .limit(limit)
    .all();
}
