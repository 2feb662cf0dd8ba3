import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { events } from "@/lib/db/schema";
import { Accounts, PASSWORD } from "@/tests/support/accounts";
import { changePassword, readOwnAccount, signOutEverywhere } from "./own-account";
import { setRole } from "./users";

const by = { actor: "cli", now: Date.now() };
let at: Accounts;
beforeEach(() => {
  at = new Accounts();
});
afterEach(() => at.remove());

describe("one's own account", () => {
  test("changes its password with the present one, and other sessions end", async () => {
    await at.join("ada");
    const other = await at.session("ada");
    const own = await at.session("ada");
    const change = (current: string) =>
      changePassword(at.site, {
        userId: at.user("ada").id,
        current,
        next: "a new password",
        headers: own,
        now: Date.now(),
      });
    expect(await change("wrong password")).toEqual({ status: "wrong" });
    expect(await at.viewerOf(other)).not.toBeNull();
    expect(await change(PASSWORD)).toEqual({ status: "changed" });
    expect(await at.viewerOf(other)).toBeNull();
    expect(await at.enter("ada")).toEqual({ status: "wrong" });
    expect(await at.enter("ada", "a new password")).toEqual({ status: "signed-in" });
  });

  test("ends all its sessions, and nobody else's", async () => {
    await at.join("ada");
    await at.join("bob");
    const [ada, bob] = [await at.session("ada"), await at.session("bob")];
    expect(readOwnAccount(at.database, at.user("ada").id, Date.now())?.sessions).toHaveLength(2);
    expect(signOutEverywhere(at.database, at.user("ada").id, Date.now())).toBe(2);
    expect(await at.viewerOf(ada)).toBeNull();
    expect(await at.viewerOf(bob)).not.toBeNull();
  });

  test("has its role from the next request on, without signing in again", async () => {
    await at.join("ada");
    const own = await at.session("ada");
    setRole(at.database, at.user("ada"), "maintainer", by);
    expect((await at.viewerOf(own))?.user.role).toBe("maintainer");
    setRole(at.database, at.user("ada"), "submitter", by);
    expect((await at.viewerOf(own))?.user.role).toBe("submitter");
    const roles = at.database.query.select().from(events).where(eq(events.kind, "account.role")).all();
    expect(roles.map(({ data }) => data)).toEqual([
      { from: "submitter", to: "maintainer" },
      { from: "maintainer", to: "submitter" },
    ]);
  });
});
