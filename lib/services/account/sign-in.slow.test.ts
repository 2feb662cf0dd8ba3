import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAuth } from "@/lib/auth/options";
import { readConfig } from "@/lib/config";
import { accounts, events, sessions, users } from "@/lib/db/schema";
import { Accounts, PASSWORD } from "@/tests/support/accounts";
import { countRows } from "@/tests/support/database";
import { issueOneTimePassword } from "./one-time-password";
import { signIn } from "./sign-in";
import { block } from "./users";

const by = { actor: "cli", now: Date.now() };
let at: Accounts;
beforeEach(() => {
  at = new Accounts();
});
afterEach(() => at.remove());

describe("signing up", () => {
  test("makes a submitter, whatever role is sent along, and writes it into the log", async () => {
    expect(await at.join("Ada", { role: "maintainer" })).toEqual({ status: "signed-up" });
    expect(at.user("ada")).toMatchObject({ role: "submitter", username: "ada", displayUsername: "Ada" });
    expect(at.database.query.select().from(events).all()).toMatchObject([
      { kind: "account.created", subject: at.user("ada").id, data: { by: "password" } },
    ]);
  });

  test("is refused for a name or an address that is taken in any case, in the same words", async () => {
    await at.join("ada");
    expect(await at.join("ADA", { email: "new@example.org" })).toEqual({ status: "taken" });
    expect(await at.join("new", { email: "ADA@example.org" })).toEqual({ status: "taken" });
    expect(countRows(at.database, users)).toBe(1);
  });

  test("of one name twice at once gives one account", async () => {
    const results = await Promise.all([at.join("ada"), at.join("ada", { email: "b@example.org" })]);
    expect(results.map(({ status }) => status).sort()).toEqual(["signed-up", "taken"]);
    expect(countRows(at.database, users)).toBe(1);
  });

  test("is refused where it is closed, by us and by the library itself", async () => {
    at.remove();
    at = new Accounts({ SWE_GAME_BENCH_SIGN_UP: "closed" });
    expect(await at.join("ada")).toEqual({ status: "closed" });
    const body = { name: "a", email: "a@example.org", password: PASSWORD };
    await expect(at.site.auth.api.signUpEmail({ body })).rejects.toThrow();
    expect(countRows(at.database, users)).toBe(0);
  });
});

describe("signing in", () => {
  test("works by address and by user name in any case, and the password is kept as a hash", async () => {
    await at.join("ada");
    for (const login of ["ada", "ADA", " ada@Example.org "])
      expect(await at.enter(login), login).toEqual({ status: "signed-in" });
    expect(JSON.stringify(at.database.query.select().from(accounts).all())).not.toContain(PASSWORD);
  });

  test("does not tell an unknown name from a wrong password, nor from an account without one", async () => {
    await at.join("ada");
    await at.join("bob");
    issueOneTimePassword(at.database, at.user("bob"), by);
    for (const login of ["ada", "ada@example.org", "nobody", "nobody@example.org", "bob", "@", ""])
      expect(await at.enter(login, "wrong password"), login).toEqual({ status: "wrong" });
    expect(await at.enter("ada", "x".repeat(5000))).toEqual({ status: "wrong" });
  });

  test("stops after ten tries even when they come at once and the next one is right", async () => {
    await at.join("ada");
    at.spend("sign-in", "ada", 2);
    const tries = Array.from({ length: 6 }, () => at.enter("ADA", "wrong password"));
    const results = (await Promise.all(tries)).map(({ status }) => status);
    expect(results.sort()).toEqual([...Array(4).fill("throttled"), "wrong", "wrong"]);
    for (const headers of [new Headers(), new Headers({ "x-forwarded-for": "203.0.113.9" })])
      expect((await at.enter("ada", PASSWORD, headers)).status).toBe("throttled");
    // The address is limited apart: that it still works does not tell whose it is.
    expect((await at.enter("ada@example.org")).status).toBe("signed-in");
  });

  test("limits names that do not exist the same way", async () => {
    at.spend("sign-in", "nobody", 1);
    expect((await at.enter("nobody", "wrong password")).status).toBe("wrong");
    expect((await at.enter("nobody", "wrong password")).status).toBe("throttled");
  });

  test("is for accounts that are not blocked; the others learn it only with the right password", async () => {
    await at.join("ada");
    const before = await at.session("ada");
    block(at.database, at.user("ada"), null, by);
    expect(await at.enter("ada")).toEqual({ status: "blocked" });
    expect(await at.enter("ada", "wrong password")).toEqual({ status: "wrong" });
    expect(await at.viewerOf(before)).toBeNull();
    expect(countRows(at.database, sessions)).toBe(0);
  });

  test("never takes up a session that the browser brings, and ends it", async () => {
    await at.join("ada");
    await at.join("mallory");
    const planted = await at.session("mallory");
    await at.enter("ada", PASSWORD, planted);
    expect(await at.viewerOf(planted)).toBeNull();
    const forged = new Headers({ cookie: "swe-game-bench.session_token=chosen.c2lnbmF0dXJl" });
    await at.enter("ada", PASSWORD, forged);
    expect(await at.viewerOf(forged)).toBeNull();
  });

  test("counts by address only where a proxy is named, and then by its last entry", async () => {
    const from = (value: string) => new Headers({ "x-real-ip": value });
    await at.join("ada");
    at.spend("sign-in-address", "203.0.113.9", 0);
    expect((await at.enter("ada", PASSWORD, from("203.0.113.9"))).status).toBe("signed-in");
    const behind = { ...at.site, config: readConfig({ SWE_GAME_BENCH_ADDRESS_HEADER: "X-Real-IP" }) };
    const enterFrom = async (value: string) => {
      const input = { login: "ada", password: PASSWORD, headers: from(value), now: Date.now() };
      return (await signIn(behind, input)).status;
    };
    expect(await enterFrom("forged, 203.0.113.9")).toBe("throttled");
    expect(await enterFrom("203.0.113.9, 203.0.113.10")).toBe("signed-in");
  });
});

test("a session cookie is for HTTP alone, a week, and over an encrypted address encrypted", async () => {
  await at.join("ada");
  const setCookie = async (env: Record<string, string>) => {
    const other = new Accounts(env);
    const auth = createAuth(other.site.config, at.database);
    const body = { email: "ada@example.org", password: PASSWORD };
    const { headers } = await auth.api.signInEmail({ body, returnHeaders: true });
    other.remove();
    return headers.getSetCookie()[0];
  };
  expect(await setCookie({})).toMatch(
    /^swe-game-bench\.session_token=.*Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(await setCookie({ SWE_GAME_BENCH_URL: "https://bench.example.org" })).toMatch(
    /^__Secure-swe-game-bench\.session_token=.*HttpOnly; Secure; SameSite=Lax$/,
  );
});
