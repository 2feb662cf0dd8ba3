import { and, asc, eq, gt } from "drizzle-orm";
import type { Queryable } from "../client";
import { accounts, sessions, users } from "../schema";

export type UserRow = typeof users.$inferSelect;

/** How the library names signing in by password. */
const CREDENTIAL = "credential";

export function userById(q: Queryable, id: string): UserRow | undefined {
  return q.select().from(users).where(eq(users.id, id)).get();
}

/** The user of an e-mail address (it has an @) or a user name, whatever its case. */
export function userByLogin(q: Queryable, login: string): UserRow | undefined {
  const text = login.trim().toLowerCase();
  const column = text.includes("@") ? users.email : users.username;
  return q.select().from(users).where(eq(column, text)).get();
}

export function maintainers(q: Queryable): UserRow[] {
  return q.select().from(users).where(eq(users.role, "maintainer")).orderBy(asc(users.createdAt)).all();
}

/** Whether the user signs in by password; null: not at all, or by another site alone. */
export function passwordAccount(q: Queryable, userId: string): { password: string | null } | undefined {
  return q
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, CREDENTIAL)))
    .get();
}

/** Sets or (with null) takes away the password, whether or not the user had one. */
export function setPasswordHash(
  q: Queryable,
  { userId, hash, now }: { userId: string; hash: string | null; now: number },
): void {
  const at = new Date(now);
  q.insert(accounts)
    .values({
      id: `${CREDENTIAL}-${userId}`,
      accountId: userId,
      providerId: CREDENTIAL,
      userId,
      password: hash,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password: hash, updatedAt: at },
    })
    .run();
}

/** Sessions of a user that have not ended, the newest first. */
export function sessionsOf(q: Queryable, userId: string, now: number): (typeof sessions.$inferSelect)[] {
  return q
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date(now))))
    .orderBy(asc(sessions.createdAt))
    .all()
    .reverse();
}

export function deleteSessionsOf(q: Queryable, userId: string): number {
  return q.delete(sessions).where(eq(sessions.userId, userId)).run().changes;
}

export function deleteSession(q: Queryable, token: string): void {
  q.delete(sessions).where(eq(sessions.token, token)).run();
}
