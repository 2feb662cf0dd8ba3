import { recordAccountEvent } from "@/lib/auth/account-events";
import { apiKeysOf, endApiKey, insertApiKey } from "@/lib/auth/api-keys";
import type { Database } from "@/lib/db/client";

const DAY_MS = 24 * 3600 * 1000;
/** Working keys a user may have at once. */
export const MOST_KEYS = 20;

export type NewKey =
  | { status: "created"; id: string; token: string; prefix: string }
  | { status: "too-many"; most: number };

/** Makes an API key and logs that, never the key. `days` null: it works until it is revoked. */
export function createApiKey(
  database: Database,
  { userId, name, days, now }: { userId: string; name: string; days: number | null; now: number },
): NewKey {
  return database.write((tx) => {
    const working = apiKeysOf(tx, userId).filter(
      (key) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now),
    );
    if (working.length >= MOST_KEYS) return { status: "too-many", most: MOST_KEYS };
    const expiresAt = days === null ? null : now + days * DAY_MS;
    const key = insertApiKey(tx, { userId, name, expiresAt, now });
    const data = { keyId: key.id, prefix: key.prefix, expiresAt };
    recordAccountEvent(tx, { at: now, actor: userId, kind: "api-key.created", subject: userId, data });
    return { status: "created", ...key };
  });
}

/** Ends a key of this user for good; false when there is no such key that works. */
export function revokeApiKey(
  database: Database,
  { userId, keyId, now }: { userId: string; keyId: string; now: number },
): boolean {
  return database.write((tx) => {
    const key = apiKeysOf(tx, userId).find((one) => one.id === keyId);
    if (!key || !endApiKey(tx, { id: keyId, userId, now })) return false;
    const data = { keyId, prefix: key.prefix };
    recordAccountEvent(tx, { at: now, actor: userId, kind: "api-key.revoked", subject: userId, data });
    return true;
  });
}
