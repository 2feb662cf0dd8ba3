import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { recordAccountEvent } from "@/lib/auth/account-events";
import type { Database } from "@/lib/db/client";
import { deleteSessionsOf, type UserRow, userByLogin } from "@/lib/db/queries/users";
import { users } from "@/lib/db/schema";
import type { Role } from "@/lib/domain/access";

export type By = { actor: string; now: number };

/** Gives a user a role; false when it is the role the user has. It holds from the next request on. */
export function setRole(database: Database, user: UserRow, role: Role, { actor, now }: By): boolean {
  return database.write((tx) => {
    const from = tx.select({ role: users.role }).from(users).where(eq(users.id, user.id)).get()?.role;
    if (from === undefined || from === role) return false;
    tx.update(users)
      .set({ role, updatedAt: new Date(now) })
      .where(eq(users.id, user.id))
      .run();
    const data = { from, to: role };
    recordAccountEvent(tx, { at: now, actor, kind: "account.role", subject: user.id, data });
    return true;
  });
}

/** Keeps a user out: sessions end, keys and passwords are refused until `unblock`. */
export function block(database: Database, user: UserRow, reason: string | null, { actor, now }: By): void {
  database.write((tx) => {
    const change = { banned: true, banReason: reason, banExpires: null, updatedAt: new Date(now) };
    tx.update(users).set(change).where(eq(users.id, user.id)).run();
    deleteSessionsOf(tx, user.id);
    recordAccountEvent(tx, { at: now, actor, kind: "account.blocked", subject: user.id, data: { reason } });
  });
}

export function unblock(database: Database, user: UserRow, { actor, now }: By): void {
  database.write((tx) => {
    const change = { banned: false, banReason: null, banExpires: null, updatedAt: new Date(now) };
    tx.update(users).set(change).where(eq(users.id, user.id)).run();
    recordAccountEvent(tx, { at: now, actor, kind: "account.unblocked", subject: user.id, data: {} });
  });
}

/** Makes an account without a password: its owner sets one with a one-time password. Null when there is one. */
export function addAccount(
  database: Database,
  { email, username, name }: { email: string; username: string; name: string },
  { actor, now }: By,
): UserRow | null {
  return database.write((tx) => {
    if (userByLogin(tx, email) || userByLogin(tx, username)) return null;
    const at = new Date(now);
    const user = tx
      .insert(users)
      .values({
        id: randomUUID(),
        name,
        email: email.toLowerCase(),
        username: username.toLowerCase(),
        displayUsername: username,
        createdAt: at,
        updatedAt: at,
      })
      .returning()
      .get();
    const data = { by: "cli" } as const;
    recordAccountEvent(tx, { at: now, actor, kind: "account.created", subject: user.id, data });
    return user;
  });
}
