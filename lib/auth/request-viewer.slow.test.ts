import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createApiKey } from "@/lib/services/account/api-keys";
import { block } from "@/lib/services/account/users";
import { Accounts } from "@/tests/support/accounts";
import { viewerOfRequest } from "./request-viewer";

const HERE = "http://localhost:3000";
let at: Accounts;
let cookie: string;
beforeEach(async () => {
  at = new Accounts();
  await at.join("ada");
  cookie = (await at.session("ada")).get("cookie") ?? "";
  // What a request is answered from is found by the configuration of the process.
  vi.stubEnv("SWE_GAME_BENCH_DATA_DIR", at.dataDir);
});
afterEach(() => {
  vi.unstubAllEnvs();
  at.remove();
});

const ask = (method: string, headers: Record<string, string>) =>
  viewerOfRequest(
    new Request(`${HERE}/api/v1/submissions`, { method, headers: { host: "localhost:3000", ...headers } }),
  );
const status = async (method: string, headers: Record<string, string>) => (await ask(method, headers)).status;

describe("a session cookie", () => {
  test("reads from anywhere, and writes only from a page of this site", async () => {
    expect(await ask("GET", { cookie })).toMatchObject({
      status: "viewer",
      via: "session",
      viewer: { username: "ada", role: "submitter", email: "ada@example.org" },
    });
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect(await status(method, { cookie, origin: HERE })).toBe("viewer");
      for (const origin of [
        "https://evil.example",
        "null",
        "http://localhost:3001",
        `${HERE}.evil.example`,
        "x",
      ])
        expect(await status(method, { cookie, origin }), origin).toBe("refused");
      expect(await status(method, { cookie })).toBe("refused");
    }
  });

  test("writes from the public address where that is told, whatever name the proxy uses inside", async () => {
    vi.stubEnv("SWE_GAME_BENCH_URL", "https://bench.example.org/");
    const inside = { host: "10.0.0.7:3000", origin: "https://bench.example.org" };
    // Over an encrypted address the cookie has the name that says so.
    const secure = `__Secure-${cookie}`;
    expect(await status("POST", { cookie: secure, ...inside })).toBe("viewer");
    expect(await status("POST", { cookie: secure, ...inside, origin: "https://evil.example" })).toBe(
      "refused",
    );
  });

  test("that is forged, cut, or of an account that was blocked since is nobody's", async () => {
    const forged = cookie.replace(/=(.)/, (_, first) => `=${first === "a" ? "b" : "a"}`);
    for (const bad of [forged, cookie.slice(0, -9), "swe-game-bench.session_token=", "other=1"])
      expect(await status("GET", { cookie: bad }), bad).toBe("anonymous");
    block(at.database, at.user("ada"), null, { actor: "cli", now: Date.now() });
    expect(await status("GET", { cookie })).toBe("anonymous");
  });
});

describe("an API key", () => {
  test("writes without a page, and wins over a cookie", async () => {
    const made = createApiKey(at.database, {
      userId: at.user("ada").id,
      name: "k",
      days: null,
      now: Date.now(),
    });
    if (made.status !== "created") throw new Error(made.status);
    const authorization = `Bearer ${made.token}`;
    expect(await ask("POST", { authorization, origin: "https://evil.example" })).toMatchObject({
      status: "viewer",
      via: "key",
    });
    expect(await status("POST", { authorization: `bearer   ${made.token}` })).toBe("viewer");
    expect(await status("GET", { authorization: "Bearer sgb_wrong", cookie })).toBe("refused");
    expect(await status("GET", { authorization: "Basic YWRhOmFkYQ==", cookie })).toBe("refused");
  });
});

test("without either it is nobody, and without a database too", async () => {
  expect(await ask("POST", {})).toEqual({ status: "anonymous" });
  vi.stubEnv("SWE_GAME_BENCH_DATA_DIR", `${at.dataDir}/none`);
  expect(await status("GET", { cookie })).toBe("anonymous");
  expect(await status("GET", { authorization: `Bearer sgb_${"A".repeat(43)}` })).toBe("refused");
});
