import { and, desc, eq, lt, type SQL } from "drizzle-orm";
import type { Queryable } from "../client";
import { changes, events } from "../schema";

export type ChangeRow = typeof changes.$inferSelect;

export function insertChange(q: Queryable, row: typeof changes.$inferInsert): number {
  return q.insert(changes).values(row).returning({ id: changes.id }).get().id;
}

/** Changes before a number, the newest first. */
export function changesBefore(q: Queryable, before: number | null, where: SQL | undefined, limit: number) {
  return q
    .select()
    .from(changes)
    .where(and(where, before === null ? undefined : lt(changes.id, before)))
    .orderBy(desc(changes.id))
    .limit(limit)
    .all();
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
