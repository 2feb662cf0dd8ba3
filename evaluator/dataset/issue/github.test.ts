import { afterEach, expect, test } from "vitest";
import { type Answer, fakeClock, githubIssue, type Seen, startService } from "../testing/http-service";
import { createGithubClient } from "./github";

const TOKEN = "ghp_testtoken0123456789";
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function ask(
  answer: (request: Seen, earlier: number) => Answer | "hang up",
  token: string | null = TOKEN,
) {
  const service = await startService(answer);
  stops.push(service.stop);
  const clock = fakeClock();
  const waits: string[] = [];
  const client = createGithubClient(
    { apiUrl: service.url, token: token ?? undefined },
    { clock, onWait: (why) => waits.push(why) },
  );
  const address = { owner: "own", name: "game", number: 7 };
  return { result: await client.issue(address), ...service, clock, waits, client, address };
}

const found: Answer = { body: githubIssue({ number: 7, title: "Title", body: "Body" }) };

test("one request with the documented headers gives title and body, and nothing else", async () => {
  const { result, seen } = await ask(() => found);
  expect(result).toEqual({ status: "found", title: "Title", body: "Body", isPullRequest: false });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: "GET", path: "/repos/own/game/issues/7" });
  expect(seen[0]?.headers).toMatchObject({
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    authorization: `Bearer ${TOKEN}`,
  });
});

test("a pull request and an empty body are read, and without a token none is sent", async () => {
  const body = githubIssue({ number: 7, title: "A fix", body: null, pullRequest: true });
  const { result, seen } = await ask(() => ({ body }), null);
  expect(result).toEqual({ status: "found", title: "A fix", body: "", isPullRequest: true });
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

test("Retry-After is waited for, in seconds and as a date of the server's clock", async () => {
  const date = "Thu, 01 Jan 2026 05:00:00 GMT";
  const { result, clock } = await ask((_request, earlier) =>
    earlier === 0
      ? {
          code: 403,
          headers: { "retry-after": "7" },
          body: { message: "You have exceeded a secondary rate limit" },
        }
      : earlier === 1
        ? { code: 429, headers: { date, "retry-after": "Thu, 01 Jan 2026 05:00:20 GMT" } }
        : found,
  );
  expect(result.status).toBe("found");
  expect(clock.slept).toEqual([7500, 20_500]);
});

test("a used-up hourly limit is waited out by the server's clock, even when ours is hours off", async () => {
  const { result, clock, waits } = await ask((_request, earlier) =>
    earlier === 0
      ? {
          code: 403,
          headers: {
            date: "Sat, 01 Mar 2025 10:00:00 GMT",
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset": String(Date.parse("2025-03-01T10:15:00Z") / 1000),
          },
          body: { message: "API rate limit exceeded for user ID 7." },
        }
      : found,
  );
  expect(result.status).toBe("found");
  expect(clock.slept).toEqual([15 * 60_000 + 500]);
  expect(waits.join()).toContain("hourly rate limit");
});

test("the last answer of a window makes the next request wait before it is sent", async () => {
  const { client, address, clock, seen } = await ask(() => ({
    ...found,
    headers: {
      date: "Thu, 01 Jan 2026 00:00:00 GMT",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Date.parse("2026-01-01T00:01:00Z") / 1000),
    },
  }));
  expect(clock.slept).toEqual([]);
  await client.issue(address);
  expect(clock.slept).toEqual([60_500]);
  expect(seen).toHaveLength(2);
});

test("a secondary limit without any time is waited for a minute at least, longer each time, then given up", async () => {
  const { result, clock } = await ask(() => ({
    code: 403,
    body: { message: "You have exceeded a secondary rate limit. Please wait a few minutes" },
  }));
  expect(result).toMatchObject({
    status: "failed",
    kind: "infrastructure",
    message: expect.stringContaining("secondary"),
  });
  expect(clock.slept[0]).toBeGreaterThanOrEqual(60_000);
  expect(clock.slept[1]).toBeGreaterThan(clock.slept[0] ?? 0);
});

test("a wait longer than a window is not waited for", async () => {
  const { result, clock } = await ask(() => ({ code: 429, headers: { "retry-after": "86400" } }));
  expect(result).toMatchObject({ status: "failed", kind: "infrastructure" });
  expect(clock.slept).toEqual([]);
});

test("server errors and broken connections are tried again with growing waits, and at last told", async () => {
  const once = await ask((_request, earlier) =>
    earlier === 0 ? { code: 502 } : earlier === 1 ? "hang up" : found,
  );
  expect(once.result.status).toBe("found");
  expect(once.clock.slept).toEqual([750, 1500]);
  const never = await ask(() => "hang up");
  expect(never.result).toMatchObject({
    kind: "infrastructure",
    message: expect.stringContaining("could not be reached"),
  });
  expect(never.seen.length).toBe(6);
});

test.each([
  [404, "dataset", "no such issue"],
  [410, "dataset", "deleted"],
  [451, "dataset", "withdrawn"],
  [401, "infrastructure", "token"],
  [403, "infrastructure", "access"],
])("%i is told at once as what it is", async (code, kind, words) => {
  const { result, seen } = await ask(() => ({
    code,
    body: { message: "Resource protected by organization SAML enforcement." },
  }));
  expect(result).toMatchObject({ status: "failed", kind, message: expect.stringContaining(words) });
  expect(seen).toHaveLength(1);
  expect(JSON.stringify(result)).not.toContain(TOKEN);
});

test("a renamed repository is followed on the same host", async () => {
  const { result, seen } = await ask(({ path }) =>
    path === "/repos/own/game/issues/7"
      ? { code: 301, headers: { location: "/repositories/42/issues/7" } }
      : found,
  );
  expect(result.status).toBe("found");
  expect(seen.map((one) => one.path)).toEqual(["/repos/own/game/issues/7", "/repositories/42/issues/7"]);
});

test("a redirect to another host gets neither a request nor the token, and endless ones end", async () => {
  const other = await startService(() => found);
  stops.push(other.stop);
  const away = await ask(() => ({ code: 302, headers: { location: `${other.url}/steal` } }));
  expect(away.result).toMatchObject({ status: "failed", message: expect.stringContaining("another place") });
  expect(other.seen).toEqual([]);
  const loop = await ask(() => ({ code: 301, headers: { location: "/repos/own/game/issues/7" } }));
  expect(loop.result.status).toBe("failed");
  expect(loop.seen).toHaveLength(4);
});

test.each([
  ["no JSON", "<html>proxy login</html>", "not JSON"],
  ["another shape", { message: "hello" }, "not an issue"],
  ["far too large", `{"title":"x","body":"${"y".repeat(5_000_000)}"}`, "larger"],
])("an answer that is %s is told and not written", async (_name, body, words) => {
  const { result } = await ask(() => ({ body }));
  expect(result).toMatchObject({ status: "failed", message: expect.stringContaining(words) });
});
