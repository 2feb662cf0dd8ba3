import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Installation } from "./support/command";

let at: Installation;
beforeAll(() => {
  at = new Installation();
});
afterAll(() => at.remove());

const events = () =>
  at.rows("select kind, actor from events order by id").map(({ kind, actor }) => `${actor} ${kind}`);

describe("accounts on the command line", () => {
  test("begin with none, and say how to get one", async () => {
    const list = await at.run(["maintainer", "list"]);
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining("no maintainer yet") });
    const add = await at.run(["maintainer", "add", "ada@example.org"]);
    expect(add).toMatchObject({ code: 2, stdout: "" });
    expect(add.stderr).toContain("No account has the e-mail address ada@example.org.");
    expect(add.stderr).toContain("account add");
    expect(add.stderr).not.toContain("fault of swe-game-bench");
  });

  test("are made with a one-time password, which only the terminal sees", async () => {
    const { code, stdout } = await at.run(["account", "add", "Ada@Example.org", "--name", "Ada Example"]);
    expect(code).toBe(0);
    expect(stdout).toContain("ada <ada@example.org> has an account.");
    const password = /One-time password: ([a-z0-9]{4}(?:-[a-z0-9]{4}){4})\n/.exec(stdout)?.[1] ?? "";
    expect(password).not.toBe("");
    expect(JSON.stringify(at.rows("select * from verifications"))).not.toContain(password);
    expect(at.rows("select name, role, username, display_username from users")).toEqual([
      { name: "Ada Example", role: "submitter", username: "ada", display_username: "Ada" },
    ]);
    expect((await at.run(["account", "add", "ada@example.org"])).code).toBe(2);
    const wrong = await at.run(["account", "add", "no address", "--username", "-"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/email: This is no e-mail address.*\n {2}username: /);
  });

  test("become maintainers and submitters again, by either name, once, and all of it is in the log", async () => {
    expect((await at.run(["maintainer", "add", "ADA"])).stdout).toBe(
      "ada <ada@example.org> is now a maintainer.\n",
    );
    expect((await at.run(["maintainer", "add", "ada@example.org"])).stdout).toContain("was already");
    expect((await at.run(["maintainer", "list"])).stdout).toBe("ada <ada@example.org>\n");
    expect((await at.run(["account", "block", "ada", "--reason", "a test"])).code).toBe(0);
    expect((await at.run(["maintainer", "list"])).stdout).toBe("ada <ada@example.org> (blocked)\n");
    expect((await at.run(["account", "unblock", "ada"])).code).toBe(0);
    const removed = await at.run(["maintainer", "remove", "ada"]);
    expect(removed.stdout).toContain("no longer a maintainer.\nNo maintainer is left");
    expect((await at.run(["account", "reset-password", "ada"])).stdout).toContain("/reset-password");
    expect(events()).toEqual([
      "cli account.created",
      "cli account.one-time-password",
      "cli account.role",
      "cli account.blocked",
      "cli account.unblocked",
      "cli account.role",
      "cli account.one-time-password",
    ]);
  });
});
