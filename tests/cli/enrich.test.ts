import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type Answer,
  githubIssue,
  PNG,
  type Seen,
  startService,
} from "@/evaluator/dataset/testing/http-service";
import { Installation, until } from "./support/command";
import { type SmallDataset, smallDataset } from "./support/dataset";

const TOKEN = "ghp_endtoendtoken0123456789";
const KEY = "vision-key-endtoend";
let installation: Installation;
let dataset: SmallDataset;
let stop: () => Promise<void> = async () => {};
beforeEach(async () => {
  installation = new Installation();
  dataset = await smallDataset(installation.dir);
});
afterEach(async () => {
  await stop();
  installation.remove();
});

async function github(answer: (request: Seen, earlier: number) => Answer | "hang up") {
  const service = await startService(answer);
  stop = service.stop;
  return { ...service, env: { ...dataset.env, GITHUB_API_URL: service.url, GITHUB_TOKEN: TOKEN } };
}
const issue = (asked: string, body: string) => {
  const number = Number(asked.split("/").at(-1));
  return { body: githubIssue({ number, title: `Title ${number}`, body, pullRequest: number === 2 }) };
};
const text = (id: string) => readFileSync(path.join(dataset.dir, "issues", `${id}.txt`), "utf8");

test("issue texts are written with their images described; token and key are shown nowhere", async () => {
  const { env, seen, url } = await github(({ path: asked }) => {
    if (asked === "/shot.png") return { body: PNG };
    if (asked === "/v1/chat/completions")
      return { body: { choices: [{ message: { role: "assistant", content: "A red error" } }] } };
    return issue(asked, `Broken:\r\n\r\n![shot](${url}/shot.png)`);
  });
  const vision = {
    SWE_GAME_BENCH_VISION_URL: `${url}/v1`,
    SWE_GAME_BENCH_VISION_KEY: KEY,
    SWE_GAME_BENCH_LOG_LEVEL: "debug",
  };
  const result = await installation.run(["enrich"], { ...env, ...vision });
  expect([result.code, result.stdout]).toEqual([0, "2 written, 0 kept.\n"]);
  expect(text("game-1")).toBe("Title 1\n\nBroken:\n\n[image: A red error]\n");
  expect(text("game-2")).toBe("Title 2\n\nBroken:\n\n[image: A red error]\n");
  expect(result.stderr).toContain("game-2 pull request, 1 of 1 images described");
  expect(result.stdout + result.stderr).not.toMatch(new RegExp(`${TOKEN}|${KEY}`));
  const asked = seen.map((one) => `${one.method} ${one.path}`);
  expect(asked.filter((one) => one.startsWith("GET /repos/"))).toEqual([
    "GET /repos/own/game/issues/1",
    "GET /repos/own/game/issues/2",
  ]);
  expect(asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
});

test("what is there is kept, chosen instances alone are asked for, and --force asks again", async () => {
  const { env, seen } = await github(({ path: asked }, earlier) => issue(asked, `Body ${earlier}`));
  await installation.run(["enrich", "game-1"], env);
  expect(readdirSync(path.join(dataset.dir, "issues"))).toEqual(["game-1.txt"]);
  expect((await installation.run(["enrich", "game-1"], env)).stdout).toBe("0 written, 1 kept.\n");
  expect(seen).toHaveLength(1);
  expect((await installation.run(["enrich", "game-1", "--force"], env)).stdout).toBe("1 written, 0 kept.\n");
  expect(text("game-1")).toBe("Title 1\n\nBody 1\n");
});

test("a rate limit is waited for and said", async () => {
  const { env } = await github(({ path: asked }, earlier) =>
    earlier === 0
      ? { code: 429, headers: { "retry-after": "1" }, body: { message: "secondary rate limit" } }
      : issue(asked, "B"),
  );
  const result = await installation.run(["enrich", "game-1"], env);
  expect(result.code).toBe(0);
  expect(result.stderr).toMatch(/GitHub asked to wait \(Retry-After\): waiting \d s/);
  expect(text("game-1")).toBe("Title 1\n\nB\n");
});

test("Ctrl-C in a long wait exits 130 with what was done kept, and the next run goes on there", async () => {
  let limited = true;
  const { env, seen } = await github(({ path: asked }) =>
    asked.endsWith("/2") && limited ? { code: 403, headers: { "retry-after": "600" } } : issue(asked, "B"),
  );
  const { child, finished, output } = installation.start(["enrich"], env);
  await until("the wait", () => output().includes("waiting 1"));
  child.kill("SIGINT");
  const stopped = await finished;
  expect(stopped.code).toBe(130);
  expect(stopped.stdout).toBe("1 written, 0 kept, 1 not begun.\n");
  limited = false;
  const before = seen.length;
  expect((await installation.run(["enrich"], env)).stdout).toBe("1 written, 1 kept.\n");
  expect(seen.slice(before).map((one) => one.path)).toEqual(["/repos/own/game/issues/2"]);
});

test("an issue that is gone exits 1, a service out of reach exits 3, each with what to do", async () => {
  const { env } = await github(({ path: asked }) =>
    asked.endsWith("/1") ? { code: 410 } : issue(asked, "B"),
  );
  const gone = await installation.run(["enrich"], env);
  expect(gone.code).toBe(1);
  expect(gone.stderr).toMatch(/^game-1: own\/game#1: The issue was deleted.*earlier copy\.$/m);
  expect(text("game-2")).toContain("Title 2");
  const refused = await github(() => ({ code: 401 }));
  const token = await installation.run(["enrich", "game-1"], refused.env);
  expect(token.code).toBe(3);
  expect(token.stderr).toContain("Renew GITHUB_TOKEN");
});

test.each([
  [["enrich", "nope"], {}, /Unknown instances: nope/],
  [["enrich", "game-1", "--set", "golden"], {}, /not both/],
  [["enrich"], { GITHUB_TOKEN: "two words secret-part" }, /GITHUB_TOKEN: must be one line/],
  [["enrich"], { GITHUB_API_URL: "not a url" }, /GITHUB_API_URL/],
])("%j with %j is told as wrong input", async (args, env, words) => {
  const result = await installation.run(args, { ...dataset.env, ...env });
  expect(result.code).toBe(2);
  expect(result.stderr).toMatch(words);
  expect(result.stderr).not.toContain("secret-part");
  expect(existsSync(path.join(dataset.dir, "issues"))).toBe(false);
});
