import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apiKeys, events } from "@/lib/db/schema";
import { createApiKey, MOST_KEYS, revokeApiKey } from "@/lib/services/account/api-keys";
import { addAccount, block, setRole, unblock } from "@/lib/services/account/users";
import { temporaryDatabase } from "@/tests/support/database";
import { viewerOfApiKey } from "./api-keys";

const NOW = 1_800_000_000_000;
const DAY = 24 * 3600 * 1000;
const by = { actor: "cli", now: NOW };
let store: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  store = temporaryDatabase();
});
afterEach(() => store.remove());

function user(name = "ada") {
  const row = addAccount(store.database, { email: `${name}@example.org`, username: name, name }, by);
  if (!row) throw new Error(`${name} is there already`);
  return row;
}

function key(userId: string, days: number | null = null) {
  const made = createApiKey(store.database, { userId, name: "laptop", days, now: NOW });
  if (made.status !== "created") throw new Error(made.status);
  return made;
}

const ask = (token: string, now = NOW) => viewerOfApiKey(store.database, token, now);

describe("an API key", () => {
  test("speaks for its owner with the role that the owner has now", () => {
    const ada = user();
    const { token, id } = key(ada.id);
    expect(token).toMatch(/^sgb_[A-Za-z0-9_-]{43}$/);
    expect(ask(token)).toMatchObject({
      status: "viewer",
      keyId: id,
      viewer: { id: ada.id, role: "submitter" },
    });
    setRole(store.database, ada, "maintainer", by);
    expect(ask(token)).toMatchObject({ viewer: { role: "maintainer" } });
  });

  test("is kept as its hash alone, and the log of events names it by its first digits", () => {
    const { token, prefix } = key(user().id);
    const rows = JSON.stringify([
      store.database.query.select().from(apiKeys).all(),
      store.database.query.select().from(events).all(),
    ]);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(token.slice(0, 14));
    expect(rows).toContain(createHash("sha256").update(token).digest("hex"));
    expect(rows).toContain(prefix);
  });

  test("is refused when it is unknown, misshapen, revoked, expired, or its owner is blocked", () => {
    const ada = user();
    const kept = key(ada.id);
    const short = key(ada.id, 30);
    expect(ask(short.token, NOW + 30 * DAY - 1).status).toBe("viewer");
    const refusals = [
      ask(`sgb_${"A".repeat(43)}`),
      ask("sgb_short"),
      ask(`${kept.token} `),
      ask(short.token, NOW + 30 * DAY),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => "refused"));
    for (const refusal of refusals) expect(JSON.stringify(refusal)).not.toContain(kept.token.slice(10));
    block(store.database, ada, "spam", by);
    expect(ask(kept.token)).toMatchObject({ status: "refused", message: expect.stringContaining("blocked") });
    unblock(store.database, ada, by);
    expect(ask(kept.token).status).toBe("viewer");
    expect(revokeApiKey(store.database, { userId: ada.id, keyId: kept.id, now: NOW })).toBe(true);
    expect(ask(kept.token)).toMatchObject({ status: "refused", message: expect.stringContaining("revoked") });
  });

  test("is revoked by its owner only, and once", () => {
    const ada = user();
    const bob = user("bob");
    const { id, token } = key(ada.id);
    expect(revokeApiKey(store.database, { userId: bob.id, keyId: id, now: NOW })).toBe(false);
    expect(ask(token).status).toBe("viewer");
    expect(revokeApiKey(store.database, { userId: ada.id, keyId: id, now: NOW })).toBe(true);
    expect(revokeApiKey(store.database, { userId: ada.id, keyId: id, now: NOW })).toBe(false);
    const kinds = store.database.query
      .select()
      .from(events)
      .where(eq(events.subject, ada.id))
      .all()
      .map(({ kind }) => kind);
    expect(kinds).toEqual(["account.created", "api-key.created", "api-key.revoked"]);
  });

  test("tells when it was last used, to the minute", () => {
    const { token, id } = key(user().id);
    const lastUsed = () =>
      store.database.query.select().from(apiKeys).where(eq(apiKeys.id, id)).get()?.lastUsedAt;
    expect(lastUsed()).toBeNull();
    ask(token, NOW + 5);
    ask(token, NOW + 30_000);
    expect(lastUsed()).toBe(NOW + 5);
    ask(token, NOW + 70_000);
    expect(lastUsed()).toBe(NOW + 70_000);
  });

  test("is one of a bounded number that work; expired and revoked ones do not count", () => {
    const ada = user();
    const first = key(ada.id, 30);
    for (let index = 1; index < MOST_KEYS; index += 1) key(ada.id);
    const another = (now: number) =>
      createApiKey(store.database, { userId: ada.id, name: "x", days: null, now }).status;
    expect(another(NOW)).toBe("too-many");
    expect(another(NOW + 31 * DAY)).toBe("created");
    expect(ask(first.token, NOW + 31 * DAY).status).toBe("refused");
  });
});
