import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation } from "./support/command";
import { type SmallDataset, smallDataset } from "./support/dataset";

let installation: Installation;
let dataset: SmallDataset;
beforeAll(async () => {
  installation = new Installation();
  dataset = await smallDataset(installation.dir);
});
afterAll(() => installation.remove());

const run = (...args: string[]) => installation.run(args, dataset.env);
const file = (...parts: string[]) => path.join(dataset.dir, ...parts);

test("oracle writes the patch of every instance from the mirror, and --check proves what is there", async () => {
  const missing = await run("oracle", "--check");
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("game-1: has no oracle patch.");
  expect(missing.stderr).toContain("game-2: has no oracle patch.");
  const made = await run("oracle");
  expect(made.code).toBe(0);
  expect(made.stdout).toBe("2 written, 0 kept.\n");
  expect(made.stderr).toContain("oracle: 1 of 2");
  expect(readFileSync(file("oracle_patches/game-1.patch"), "utf8")).toContain(
    "-    int value = 1;\r\n+    int value = 2;\r\n",
  );
  const checked = await run("oracle", "--check");
  expect([checked.code, checked.stdout]).toEqual([0, "0 written, 2 kept.\n"]);
});

test("oracle does one instance or one set, and makes a spoilt patch anew", async () => {
  writeFileSync(file("oracle_patches/game-1.patch"), "spoilt\n");
  const check = await run("oracle", "--check", "--set", "golden");
  expect(check.code).toBe(1);
  expect(check.stderr).toContain("game-1: the oracle patch is no good: it does not apply to base_sha");
  expect((await run("oracle", "--instance-id", "game-2")).stdout).toBe("0 written, 1 kept.\n");
  const made = await run("oracle", "--set", "golden");
  expect(made.stdout).toBe("1 written, 0 kept.\n");
});

test.each([
  [["oracle", "--instance-id", "nope", "game-1", "no-2"], /Unknown instances: nope, no-2\./],
  [["oracle", "--set", "silver"], /Known sets: golden/],
  [["oracle", "--set", "golden", "--instance-id", "game-1"], /not both/],
  [["oracle", "--check", "--force"], /one of them/],
  [["oracle", "--instance-id"], /argument missing/],
  [["oracle", "--chek"], /Did you mean --check/],
  [["tests", "nope"], /Unknown instances: nope\./],
  [["tests", "--set", "candidates"], /None of these instances has test_paths/],
])("%j is told as wrong input before any work", async (args, words) => {
  const result = await run(...args);
  expect(result.code).toBe(2);
  expect(result.stderr).toMatch(words);
});

test("tests takes the test assembly of the fix, keeps what is there, and replaces it when forced", async () => {
  const taken = await run("tests");
  expect(taken.code).toBe(0);
  expect(taken.stderr).toContain("2 files of Assets/Tests/Editor");
  const written = file("tests/game-1/Assets/Tests/Editor/GameTests.cs");
  expect(readFileSync(written, "utf8")).toBe("class GameTests {}\n");
  expect(existsSync(file("tests/game-1/Assets/Game"))).toBe(false);
  writeFileSync(written, "changed\n");
  expect((await run("tests", "game-1")).stdout).toBe("0 written, 1 kept.\n");
  expect(readFileSync(written, "utf8")).toBe("changed\n");
  expect((await run("tests", "game-1", "--force")).stdout).toBe("1 written, 0 kept.\n");
  expect(readFileSync(written, "utf8")).toBe("class GameTests {}\n");
});

test("tests of an instance whose fix brought none says how they are made", async () => {
  const result = await run("tests", "game-2");
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("game-2: has no test_paths");
  expect(result.stderr).toContain("tests/game-2/ (docs/dataset.md)");
});

test("every problem is told at once, each at its instance; trouble of the machine exits 3", async () => {
  const other = new Installation();
  try {
    const broken = await smallDataset(other.dir, [
      { instance_id: "game-3", benchmark_set: "golden", target_files: ["Assets/Nope.cs"] },
      { instance_id: "game-4", benchmark_set: "golden", repo: "lost" },
    ]);
    const result = await other.run(["oracle"], broken.env);
    expect(result.code).toBe(3);
    expect(result.stdout).toBe("2 written, 0 kept, 2 failed.\n");
    expect(result.stderr).toMatch(/^game-3: .*target_files of the instance\.$/m);
    expect(result.stderr).toMatch(/^game-4: .*\/nowhere\/lost\.git/m);
  } finally {
    other.remove();
  }
});

test("a folder without a dataset is told with the setting that names it", async () => {
  const result = await installation.run(["oracle"], { BENCHMARK_DIR: path.join(installation.dir, "empty") });
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("BENCHMARK_DIR");
});
