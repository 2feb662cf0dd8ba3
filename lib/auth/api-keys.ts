import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/db/client";
import { apiKeys, users } from "@/lib/db/schema";
import { isBanned, type Viewer, viewerOfUser } from "./viewer-of-user";

const SECRET_BYTES = 32;
/** "sgb_" and the digits that people recognise a key by. */
const PREFIX_LENGTH = 10;
const SHAPE = /^sgb_[A-Za-z0-9_-]{43}$/;
/** How exact "last used" is: a key in a loop must not write at each call. */
const LAST_USED_MS = 60_000;

export type ApiKey = Omit<typeof apiKeys.$inferSelect, "sha256" | "userId">;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Makes a key. Its token is in this answer alone: only its hash is kept. */
export function insertApiKey(
  q: Queryable,
  key: { userId: string; name: string; expiresAt: number | null; now: number },
): { id: string; token: string; prefix: string } {
  const token = `sgb_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  const { userId, name, expiresAt, now } = key;
  const row = { id: randomUUID(), userId, name, prefix: token.slice(0, PREFIX_LENGTH), createdAt: now };
  q.insert(apiKeys)
    .values({ ...row, sha256: hashOf(token), expiresAt })
    .run();
  return { id: row.id, token, prefix: row.prefix };
}

/** Keys of a user, the newest first. */
export function apiKeysOf(q: Queryable, userId: string): ApiKey[] {
  const { id, name, prefix, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKeys;
  return q
    .select({ id, name, prefix, createdAt, expiresAt, lastUsedAt, revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(createdAt), desc(id))
    .all();
}

/** Ends a key for good; false when the user has no such key that works. */
export function endApiKey(q: Queryable, key: { id: string; userId: string; now: number }): boolean {
  const own = and(eq(apiKeys.id, key.id), eq(apiKeys.userId, key.userId), isNull(apiKeys.revokedAt));
  return q.update(apiKeys).set({ revokedAt: key.now }).where(own).run().changes === 1;
}

export type KeyAnswer =
  | { status: "viewer"; viewer: Viewer; keyId: string }
  | { status: "refused"; message: string };

const refused = (message: string): KeyAnswer => ({ status: "refused", message });

/** Whom a token speaks for. Why one is refused is told to whoever holds it; the token itself is never repeated. */
export function viewerOfApiKey(database: Database, token: string, now: number): KeyAnswer {
  if (!SHAPE.test(token))
    return refused('This is no API key: keys begin with "sgb_" and have 47 characters.');
  const found = database.query
    .select({ key: apiKeys, user: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.sha256, hashOf(token)))
    .get();
  if (!found) return refused("This API key is not known here. Make one on your account page.");
  const { key, user } = found;
  if (key.revokedAt !== null) return refused(`The API key ${key.prefix}… was revoked. Make a new one.`);
  if (key.expiresAt !== null && key.expiresAt <= now)
    return refused(`The API key ${key.prefix}… has expired. Make a new one.`);
  if (isBanned(user, now)) return refused("This account is blocked. Ask a maintainer.");
  if (key.lastUsedAt === null || now - key.lastUsedAt > LAST_USED_MS) {
    database.query.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, key.id)).run();
  }
  return { status: "viewer", viewer: viewerOfUser(user), keyId: key.id };
}
