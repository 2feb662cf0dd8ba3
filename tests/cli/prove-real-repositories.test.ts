import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Installation, root } from "./support/command";
import { smallDataset } from "./support/dataset";

const run = promisify(execFile);
let installation: Installation;
beforeEach(() => {
  installation = new Installation();
});
afterEach(() => installation.remove());

async function prove(env: Record<string, string>, ...args: string[]) {
  const tsx = path.join(root, "node_modules", ".bin", "tsx");
  const script = path.join(root, "scripts", "prove-real-repositories.ts");
  const options = { cwd: root, env: { ...process.env, ...env } };
  return await run(tsx, [script, ...args], options).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: { code: number; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
  );
}

test("a folder of mirrors is proven and the result written as a document without paths of the machine", async () => {
  const { env } = await smallDataset(installation.dir);
  const out = path.join(installation.dir, "result.md");
  const result = await prove({ BENCHMARK_DIR: env.BENCHMARK_DIR }, env.REPO_MIRROR_DIR, "--out", out);
  expect(result.stderr).toContain("2 instances, 0 deviations.");
  expect(result.code).toBe(0);
  const text = readFileSync(out, "utf8");
  expect(text).toContain("| `game` | 2 | 2 of 2 | 2 |");
  expect(text).toContain("| golden | 1 | 10 | 1.000 | 1.000 | 10 | 10 |");
  expect(text).toContain("| its CRLF line ends became LF | `patch-rejected` | 2 of 2 |");
  expect(text).toMatch(/## Deviations\n\nNone\.\n$/);
  expect(text).not.toContain(installation.dir);
});

test("what does not hold is listed, and the exit code says so", async () => {
  const { env, dir } = await smallDataset(installation.dir);
  const rows = JSON.parse(readFileSync(path.join(dir, "instances.json"), "utf8"));
  rows[1].target_files = ["Assets/Game/Game.cs", "Assets/Nope.cs"];
  writeFileSync(path.join(dir, "instances.json"), JSON.stringify(rows));
  const out = path.join(installation.dir, "result.md");
  const result = await prove({ BENCHMARK_DIR: dir, REPO_MIRROR_DIR: env.REPO_MIRROR_DIR }, "--out", out);
  expect(result.code).toBe(1);
  expect(readFileSync(out, "utf8")).toContain("- game-2: the oracle patch is no good");
});

test("no folder, or one without any of the repositories, is told", async () => {
  const { env } = await smallDataset(installation.dir);
  expect(await prove({ REPO_MIRROR_DIR: "" })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Usage"),
  });
  const empty = await prove({ BENCHMARK_DIR: env.BENCHMARK_DIR }, installation.dir);
  expect(empty).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("None of the dataset's repositories"),
  });
});
