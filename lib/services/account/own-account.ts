import { eq } from "drizzle-orm";
import { recordAccountEvent } from "@/lib/auth/account-events";
import { type ApiKey, apiKeysOf } from "@/lib/auth/api-keys";
import type { SiteAuth } from "@/lib/auth/site-auth";
import { clearTries, takeTry } from "@/lib/auth/throttle";
import type { Database } from "@/lib/db/client";
import { deleteSessionsOf, passwordAccount, sessionsOf, userById } from "@/lib/db/queries/users";
import { users } from "@/lib/db/schema";
import { refusedCode } from "./library-error";

export type OwnAccount = {
  createdAt: number;
  /** False for those who sign in by another site alone. */
  hasPassword: boolean;
  keys: ApiKey[];
  sessions: { startedAt: number; endsAt: number; browser: string }[];
};

/** What the owner of an account is shown of it; null when it is gone. */
export function readOwnAccount(database: Database, userId: string, now: number): OwnAccount | null {
  const user = userById(database.query, userId);
  if (!user) return null;
  return {
    createdAt: user.createdAt.getTime(),
    hasPassword: typeof passwordAccount(database.query, userId)?.password === "string",
    keys: apiKeysOf(database.query, userId),
    sessions: sessionsOf(database.query, userId, now).map((session) => ({
      startedAt: session.createdAt.getTime(),
      endsAt: session.expiresAt.getTime(),
      browser: session.userAgent ?? "",
    })),
  };
}

export function rename(database: Database, userId: string, name: string, now: number): void {
  database.query
    .update(users)
    .set({ name, updatedAt: new Date(now) })
    .where(eq(users.id, userId))
    .run();
}

/** Ends every session, this one included; API keys are left. */
export function signOutEverywhere(database: Database, userId: string, now: number): number {
  return database.write((tx) => {
    const count = deleteSessionsOf(tx, userId);
    const data = { sessions: count };
    const event = { at: now, actor: userId, subject: userId, data };
    recordAccountEvent(tx, { ...event, kind: "account.signed-out-everywhere" });
    return count;
  });
}

export type ChangeResult =
  | { status: "changed" }
  | { status: "wrong" }
  | { status: "throttled"; retryAt: number };

/** Changes the password and ends all other sessions; this one goes on under a new cookie. */
export async function changePassword(
  { database, auth }: SiteAuth,
  input: { userId: string; current: string; next: string; headers: Headers; now: number },
): Promise<ChangeResult> {
  const { userId, now } = input;
  const taken = takeTry(database, "change-password", userId, now);
  if (taken.status === "throttled") return taken;
  try {
    const body = { currentPassword: input.current, newPassword: input.next, revokeOtherSessions: true };
    await auth.api.changePassword({ body, headers: input.headers });
  } catch (error) {
    if (refusedCode(error) === null) throw error;
    return { status: "wrong" };
  }
  clearTries(database.query, "change-password", userId);
  const data = { by: "owner" } as const;
  const event = { at: now, actor: userId, subject: userId, data };
  recordAccountEvent(database.query, { ...event, kind: "account.password-changed" });
  return { status: "changed" };
}
