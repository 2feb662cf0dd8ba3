import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Accounts } from "@/tests/support/accounts";
import { issueOneTimePassword, redeemOneTimePassword } from "./one-time-password";

const by = { actor: "cli", now: Date.now() };
let at: Accounts;
beforeEach(() => {
  at = new Accounts();
});
afterEach(() => at.remove());

describe("a one-time password", () => {
  const redeem = (login: string, oneTimePassword: string, now = Date.now()) =>
    redeemOneTimePassword(at.database, {
      login,
      oneTimePassword,
      hashNewPassword: async () => (await at.site.auth.$context).password.hash("a new password"),
      now,
    });

  test("replaces the password, ends the sessions, and sets a new one once", async () => {
    await at.join("ada");
    const before = await at.session("ada");
    const { password } = issueOneTimePassword(at.database, at.user("ada"), by);
    expect(await at.viewerOf(before)).toBeNull();
    expect(await at.enter("ada")).toEqual({ status: "wrong" });
    expect(await at.enter("ada", password)).toEqual({ status: "wrong" });
    expect(await redeem("ada@example.org", ` ${password.toUpperCase().replaceAll("-", " ")}`)).toEqual({
      status: "set",
      email: "ada@example.org",
    });
    expect(await at.enter("ada", "a new password")).toEqual({ status: "signed-in" });
    expect(await redeem("ada", password)).toEqual({ status: "wrong" });
  });

  test("is good for its own account, for a day, until the next one is made, and cannot be guessed at", async () => {
    await at.join("ada");
    await at.join("bob");
    const first = issueOneTimePassword(at.database, at.user("ada"), by).password;
    const { password, expiresAt } = issueOneTimePassword(at.database, at.user("ada"), by);
    for (const [login, word, now] of [
      ["bob", password, Date.now()],
      ["nobody", password, Date.now()],
      ["ada", first, Date.now()],
      ["ada", "", Date.now()],
      ["ada", password, expiresAt],
    ] as const)
      expect(await redeem(login, word, now), login).toEqual({ status: "wrong" });
    at.spend("one-time-password", "ada", 0);
    expect((await redeem("ada", password)).status).toBe("throttled");
  });

  test("is in no table and in no event", async () => {
    await at.join("ada");
    const { password } = issueOneTimePassword(at.database, at.user("ada"), by);
    const dump = at.database.connection.serialize().toString("latin1");
    expect(dump).not.toContain(password);
    expect(dump).not.toContain(password.replaceAll("-", ""));
  });
});
