import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { treeContexts } from "@/evaluator/run/context";
import { readOraclePatch } from "@/lib/benchmark/files";
import { loadBenchmark } from "@/lib/benchmark/load";
import { readConfig } from "@/lib/config";
import { createChecker } from "./compose";
import { mirrors } from "./evaluator-deps";

const ID = "sample-packrat-1";
let root = "";

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "compose-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a patch of an instance without hidden tests is checked, and the gate says what is missing", async () => {
  const sampleDir = path.join(root, "sample");
  cpSync(path.resolve("benchmark/sample"), sampleDir, { recursive: true });
  rmSync(path.join(sampleDir, "tests", ID), { recursive: true });
  const benchmark = loadBenchmark({ benchmarkDir: path.join(root, "none"), sampleDir });
  const config = readConfig({ SWE_GAME_BENCH_DATA_DIR: path.join(root, "data") });
  const checker = createChecker({ contextOf: treeContexts(mirrors(config, benchmark)) }, benchmark);
  const signal = new AbortController().signal;

  const entry = benchmark.instances.get(ID);
  const oracle = entry ? readOraclePatch(entry.dataset, ID) : null;
  const check = await checker.check(ID, oracle ?? new Uint8Array(), signal);
  expect(check.status).toBe("applied");
  expect(check.status === "applied" && check.touched.length).toBeGreaterThan(0);

  const trees = await checker.gateTrees(ID, signal);
  expect(trees).toMatchObject({
    status: "unavailable",
    reason: expect.stringContaining(`${ID} has no hidden tests`),
  });
});
