import { createHash } from "node:crypto";
import { eq, lt } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/db/client";
import { throttles } from "@/lib/db/schema";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What is counted, and how many tries fit into a window that begins with the first of them. */
export const LIMITS = {
  "sign-in": { tries: 10, windowMs: 15 * MINUTE },
  "one-time-password": { tries: 10, windowMs: 15 * MINUTE },
  "change-password": { tries: 10, windowMs: 15 * MINUTE },
  /** All visitors together: nobody fills the table of users with a script. */
  "sign-up": { tries: 100, windowMs: 60 * MINUTE },
  /** Files sent in, right or wrong. */
  upload: { tries: 120, windowMs: 60 * MINUTE },
  /** By address, where a proxy of ours names it. */
  "sign-up-address": { tries: 10, windowMs: 60 * MINUTE },
  "sign-in-address": { tries: 100, windowMs: 15 * MINUTE },
} as const;

export type Limited = keyof typeof LIMITS;
export type TryAnswer = { status: "allowed" } | { status: "throttled"; retryAt: number };

/** Hashed, so that the table holds neither addresses nor what somebody typed into the wrong field. */
function keyOf(what: Limited, target: string): string {
  return `${what}:${createHash("sha256").update(target).digest("hex").slice(0, 32)}`;
}

/**
 * Counts a try before it is made, so that a hundred at once are no more than one after the other. Targets that
 * do not exist are counted like those that do.
 */
export function takeTry(database: Database, what: Limited, target: string, now: number): TryAnswer {
  const { tries, windowMs } = LIMITS[what];
  const key = keyOf(what, target);
  return database.write((tx) => {
    tx.delete(throttles)
      .where(lt(throttles.since, now - DAY))
      .run();
    const kept = tx.select().from(throttles).where(eq(throttles.key, key)).get();
    const row = kept && kept.since + windowMs > now ? kept : { key, failures: 0, since: now };
    if (row.failures >= tries) return { status: "throttled", retryAt: row.since + windowMs };
    const next = { key, failures: row.failures + 1, since: row.since };
    tx.insert(throttles).values(next).onConflictDoUpdate({ target: throttles.key, set: next }).run();
    return { status: "allowed" };
  });
}

/** Forgets the tries at a target: the last one was right. */
export function clearTries(q: Queryable, what: Limited, target: string): void {
  q.delete(throttles)
    .where(eq(throttles.key, keyOf(what, target)))
    .run();
}
