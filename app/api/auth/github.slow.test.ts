import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { events, users } from "@/lib/db/schema";
import { Accounts, cookieOf } from "@/tests/support/accounts";
import { countRows } from "@/tests/support/database";
import { GitHub } from "@/tests/support/github";
import { GET as answer } from "./[...all]/route";
import { GET as start } from "./github/route";

const HERE = "http://localhost:3000";
const app = {
  clientId: "client",
  clientSecret: "client-secret",
  callback: `${HERE}/api/auth/callback/github`,
};
let github: GitHub;
let at: Accounts;
beforeEach(async () => {
  github = new GitHub(app);
  await github.start();
  vi.stubGlobal("fetch", github.fetch);
  at = new Accounts();
  vi.stubEnv("SWE_GAME_BENCH_DATA_DIR", at.dataDir);
  vi.stubEnv("GITHUB_CLIENT_ID", "client");
  vi.stubEnv("GITHUB_CLIENT_SECRET", "client-secret");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  github.stop();
  at.remove();
});

/** Who comes: an address that GitHub shows in the profile, or keeps for the endpoint of addresses. */
function visitor(email: string, { hidden = false } = {}): void {
  github.profile = { id: 77, login: "octo", name: "Octo\u202e Cat\u0000", email: hidden ? null : email };
  github.emails = [
    { email: "other@example.org", primary: false, verified: true },
    { email, primary: true, verified: true },
  ];
}

/** Goes to GitHub and comes back as somebody who agreed. */
async function signIn(next: string): Promise<Response> {
  const going = await start(new Request(`${HERE}/api/auth/github?next=${encodeURIComponent(next)}`));
  const there = new URL(going.headers.get("location") ?? "");
  const back = github.agree(there.href);
  return await answer(new Request(back, { headers: { cookie: cookieOf(going.headers) } }));
}

test("GitHub's visitor gets an account of the weakest role, a clean name and a session, and goes on", async () => {
  visitor("octo@example.org");
  const back = await signIn("/instances?set=sample");
  expect(back.status).toBe(302);
  expect(back.headers.get("location")).toBe("/instances?set=sample");
  const [row] = at.database.query.select().from(users).all();
  expect(row).toMatchObject({
    email: "octo@example.org",
    name: "Octo Cat",
    role: "submitter",
    username: null,
  });
  const session = new Headers({ cookie: cookieOf(back.headers) });
  expect((await at.viewerOf(session))?.user.id).toBe(row?.id);
  expect(at.database.query.select().from(events).all()).toMatchObject([
    { kind: "account.created", data: { by: "github" } },
  ]);
  expect((await signIn("/")).headers.get("location")).toBe("/");
  expect(countRows(at.database, users)).toBe(1);
});

test("an address that GitHub shows to nobody is asked for, and the primary one is taken", async () => {
  visitor("octo@example.org", { hidden: true });
  expect((await signIn("/")).headers.get("location")).toBe("/");
  expect(at.database.query.select().from(users).all()).toMatchObject([{ email: "octo@example.org" }]);
});

test("a code that was used, and an application whose secret is wrong, sign nobody in", async () => {
  visitor("octo@example.org");
  const going = await start(new Request(`${HERE}/api/auth/github`));
  const back = github.agree(going.headers.get("location") ?? "");
  const cookie = cookieOf(going.headers);
  const come = () => answer(new Request(back, { headers: { cookie } }));
  expect((await come()).headers.get("location")).toBe("/");
  const again = await come();
  expect(again.headers.get("location")).toContain("/sign-in?error=");
  expect(cookieOf(again.headers)).not.toMatch(/session_token=[^;]/);
  github.app.clientSecret = "another";
  expect((await signIn("/")).headers.get("location")).toContain("/sign-in?error=");
  app.clientSecret = "client-secret";
});

test("an address that an account with a password has is not taken over", async () => {
  await at.join("octo");
  visitor("octo@example.org");
  const back = await signIn("/");
  expect(back.headers.get("location")).toContain("/sign-in?error=account_not_linked");
  expect(cookieOf(back.headers)).not.toMatch(/session_token=[^;]/);
});

test("where accounts are made by maintainers, GitHub makes none", async () => {
  vi.stubEnv("SWE_GAME_BENCH_SIGN_UP", "closed");
  visitor("octo@example.org");
  expect((await signIn("/")).headers.get("location")).toContain("/sign-in?error=signup_disabled");
  expect(countRows(at.database, users)).toBe(0);
});

test("a way back that this browser did not begin signs nobody in, and leads to no other site", async () => {
  visitor("octo@example.org");
  const going = await start(new Request(`${HERE}/api/auth/github?next=//evil.example`));
  const back = await answer(new Request(github.agree(going.headers.get("location") ?? "")));
  expect(back.headers.get("location")).toMatch(/^(http:\/\/localhost:3000)?\/sign-in\?error=/);
  expect(countRows(at.database, users)).toBe(0);
  expect((await signIn("//evil.example")).headers.get("location")).toBe("/");
});

test("nothing else of the sign-in library is open, and without GitHub nothing is", async () => {
  for (const path of [
    "get-session",
    "ok",
    "error",
    "admin/list-users",
    "callback/google",
    "callback/github/x",
  ])
    expect((await answer(new Request(`${HERE}/api/auth/${path}`))).status, path).toBe(404);
  vi.stubEnv("GITHUB_CLIENT_ID", "");
  const other = new Accounts();
  vi.stubEnv("SWE_GAME_BENCH_DATA_DIR", other.dataDir);
  expect((await start(new Request(`${HERE}/api/auth/github`))).status).toBe(404);
  expect((await answer(new Request(`${HERE}/api/auth/callback/github?code=c`))).status).toBe(404);
  other.remove();
});
