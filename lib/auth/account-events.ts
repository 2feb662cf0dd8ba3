import type { Queryable } from "@/lib/db/client";
import { insertEvent } from "@/lib/db/queries/events";
import type { Role } from "@/lib/domain/access";

/** What the log of events holds about accounts. The subject is the user's id. */
export type AccountEventFacts = {
  "account.created": { by: "password" | "github" | "cli" };
  "account.role": { from: Role; to: Role };
  "account.blocked": { reason: string | null };
  "account.unblocked": Record<string, never>;
  "account.password-changed": { by: "owner" | "one-time-password" };
  "account.one-time-password": { expiresAt: number };
  "account.signed-out-everywhere": { sessions: number };
  "api-key.created": { keyId: string; prefix: string; expiresAt: number | null };
  "api-key.revoked": { keyId: string; prefix: string };
};

/** Adds one event about an account; `actor` is a user's id, or the name of a part of this installation. */
export function recordAccountEvent<K extends keyof AccountEventFacts>(
  q: Queryable,
  event: { at: number; actor: string; kind: K; subject: string; data: AccountEventFacts[K] },
): void {
  insertEvent(q, event);
}
