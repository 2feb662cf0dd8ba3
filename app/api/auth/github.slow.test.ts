import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { events, users } from "@/lib/db/schema";
import { Accounts, cookieOf } from "@/tests/support/accounts";
import { countRows } from "@/tests/support/database";
import { GET as answer } from "./[...all]/route";
import { GET as start } from "./github/route";

const HERE = "http://localhost:3000";
let at: Accounts;
beforeEach(() => {
  at = new Accounts();
  vi.stubEnv("SWE_GAME_BENCH_DATA_DIR", at.dataDir);
  vi.stubEnv("GITHUB_CLIENT_ID", "client");
  vi.stubEnv("GITHUB_CLIENT_SECRET", "client-secret");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  at.remove();
});

/** GitHub as far as signing in asks it: the token, the user, the addresses. */
function github(email: string): void {
  const answers: Record<string, unknown> = {
    "https://github.com/login/oauth/access_token": {
      access_token: "t",
      token_type: "bearer",
      scope: "user:email",
    },
    "https://api.github.com/user": {
      id: 77,
      login: "octo",
      name: "Octo\u202e Cat\u0000",
      email,
      avatar_url: "x",
    },
    "https://api.github.com/user/emails": [{ email, primary: true, verified: true, visibility: null }],
  };
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!(url in answers)) throw new Error(`nobody expected ${url}`);
    return Response.json(answers[url]);
  });
}

/** Goes to GitHub and comes back as somebody who agreed. */
async function signIn(next: string): Promise<Response> {
  const going = await start(new Request(`${HERE}/api/auth/github?next=${encodeURIComponent(next)}`));
  const there = new URL(going.headers.get("location") ?? "");
  expect(`${there.origin}${there.pathname}`).toBe("https://github.com/login/oauth/authorize");
  expect(there.searchParams.get("redirect_uri")).toBe(`${HERE}/api/auth/callback/github`);
  const back = `${HERE}/api/auth/callback/github?code=c&state=${there.searchParams.get("state")}`;
  return await answer(new Request(back, { headers: { cookie: cookieOf(going.headers) } }));
}

test("GitHub's visitor gets an account of the weakest role, a clean name and a session, and goes on", async () => {
  github("octo@example.org");
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

test("an address that an account with a password has is not taken over", async () => {
  await at.join("octo");
  github("octo@example.org");
  const back = await signIn("/");
  expect(back.headers.get("location")).toContain("/sign-in?error=account_not_linked");
  expect(cookieOf(back.headers)).not.toMatch(/session_token=[^;]/);
});

test("where accounts are made by maintainers, GitHub makes none", async () => {
  vi.stubEnv("SWE_GAME_BENCH_SIGN_UP", "closed");
  github("octo@example.org");
  expect((await signIn("/")).headers.get("location")).toContain("/sign-in?error=signup_disabled");
  expect(countRows(at.database, users)).toBe(0);
});

test("a way back that this browser did not begin signs nobody in, and leads to no other site", async () => {
  github("octo@example.org");
  const going = await start(new Request(`${HERE}/api/auth/github?next=//evil.example`));
  const state = new URL(going.headers.get("location") ?? "").searchParams.get("state");
  const back = await answer(new Request(`${HERE}/api/auth/callback/github?code=c&state=${state}`));
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
