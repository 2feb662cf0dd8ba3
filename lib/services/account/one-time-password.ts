import { randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { recordAccountEvent } from "@/lib/auth/account-events";
import { makeOneTimePassword, oneTimePasswordHash, sameHash } from "@/lib/auth/one-time-password";
import { clearTries, takeTry } from "@/lib/auth/throttle";
import type { Database, Queryable } from "@/lib/db/client";
import { deleteSessionsOf, setPasswordHash, type UserRow, userByLogin } from "@/lib/db/queries/users";
import { verifications } from "@/lib/db/schema";
import type { By } from "./users";

const VALID_MS = 24 * 3600 * 1000;
const identifierOf = (userId: string) => `one-time-password:${userId}`;

/**
 * Replaces a user's password by one that is good once, for a day, and only for setting a new one. Sessions end;
 * API keys are left, since their owner may need them and sees them on the account page.
 */
export function issueOneTimePassword(
  database: Database,
  user: UserRow,
  { actor, now }: By,
): { password: string; expiresAt: number } {
  const password = makeOneTimePassword();
  const expiresAt = now + VALID_MS;
  database.write((tx) => {
    const identifier = identifierOf(user.id);
    tx.delete(verifications).where(eq(verifications.identifier, identifier)).run();
    const value = oneTimePasswordHash(password);
    const row = { id: randomUUID(), identifier, value, expiresAt: new Date(expiresAt) };
    tx.insert(verifications).values(row).run();
    setPasswordHash(tx, { userId: user.id, hash: null, now });
    deleteSessionsOf(tx, user.id);
    const data = { expiresAt };
    recordAccountEvent(tx, { at: now, actor, kind: "account.one-time-password", subject: user.id, data });
  });
  return { password, expiresAt };
}

export type RedeemResult =
  | { status: "set"; email: string }
  | { status: "wrong" }
  | { status: "throttled"; retryAt: number };

/** Sets a new password with a one-time password, once. Whether the account exists is not told. */
export async function redeemOneTimePassword(
  database: Database,
  input: { login: string; oneTimePassword: string; hashNewPassword: () => Promise<string>; now: number },
): Promise<RedeemResult> {
  const { login, now } = input;
  const target = login.trim().toLowerCase();
  const taken = takeTry(database, "one-time-password", target, now);
  if (taken.status === "throttled") return taken;
  // Hashed whether or not the rest is right: how long an answer takes tells nothing.
  const hash = await input.hashNewPassword();
  return database.write((tx) => {
    const user = userByLogin(tx, login);
    if (!user || !consume(tx, user.id, input.oneTimePassword, now)) return { status: "wrong" };
    setPasswordHash(tx, { userId: user.id, hash, now });
    deleteSessionsOf(tx, user.id);
    clearTries(tx, "one-time-password", target);
    clearTries(tx, "sign-in", target);
    const data = { by: "one-time-password" } as const;
    const event = { at: now, actor: user.id, subject: user.id, data };
    recordAccountEvent(tx, { ...event, kind: "account.password-changed" });
    return { status: "set", email: user.email };
  });
}

function consume(tx: Queryable, userId: string, password: string, now: number): boolean {
  const valid = and(
    eq(verifications.identifier, identifierOf(userId)),
    gt(verifications.expiresAt, new Date(now)),
  );
  const row = tx.select().from(verifications).where(valid).get();
  if (!row || !sameHash(row.value, oneTimePasswordHash(password))) return false;
  return tx.delete(verifications).where(eq(verifications.id, row.id)).run().changes === 1;
}
