import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeArtifacts } from "@/evaluator/artifacts";
import { evaluatePatch, validateInstance } from "@/evaluator/evaluate";
import { evaluationSummarySchema } from "@/evaluator/summary-schema";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";

let kit: SampleEvaluator;

beforeAll(async () => {
  kit = await sampleEvaluator();
});
afterAll(async () => {
  await kit?.close();
});

test.each([
  ["sample-packrat-4", "one suite, files with CRLF and BOM"],
  ["sample-lanternfall-2", "two suites on two platforms"],
  ["sample-tidewater-1", "a project below the repository's root, without assembly definitions"],
])("the gate of %s holds: %s", async (id) => {
  const validation = await validateInstance(kit.deps, { entry: kit.entry(id) });
  expect(validation).toMatchObject({ status: "validated", verdict: { status: "gated" } });
});

test("a run of two suites leaves two results files, one log, the patch and a whole summary", async () => {
  const entry = kit.entry("sample-lanternfall-2");
  const lines: string[] = [];
  const validation = await validateInstance(kit.deps, { entry, onLine: (line) => lines.push(line) });
  if (validation.status !== "validated" || !validation.expected || !validation.base)
    throw new Error("not gated");
  expect(lines.some((line) => line.startsWith("Running tests for PlayMode"))).toBe(true);
  const folder = mkdtempSync(path.join(tmpdir(), "two-suites-"));
  await writeArtifacts(folder, { entry, evaluation: validation.base, patch: null });
  expect(readdirSync(folder).sort()).toEqual([
    "sample-lanternfall-2_EditMode_results.xml",
    "sample-lanternfall-2_PlayMode_results.xml",
    "summary.json",
    "unity.log",
  ]);
  const summary = evaluationSummarySchema.parse(
    JSON.parse(readFileSync(path.join(folder, "summary.json"), "utf8")),
  );
  expect(summary).toMatchObject({ passed: false, outcome: "failed", stand_in_editor: true, patch: null });
  expect(summary.suites.map((suite) => suite.results_believed)).toEqual([true, true]);
  rmSync(folder, { recursive: true });
});

test("a run that is cancelled ends soon, with no verdict and no sandbox left", async () => {
  const entry = kit.entry("sample-packrat-4");
  const cancel = new AbortController();
  const running = evaluatePatch(kit.deps, {
    entry,
    expected: [["any"]],
    patch: new TextEncoder().encode(
      "diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n",
    ),
    signal: cancel.signal,
    onLine: () => cancel.abort(),
  });
  expect(await running).toEqual({ status: "cancelled" });
  const containers = await kit.engine.docker.listContainers({ all: true });
  expect(containers.filter((one) => Object.values(one.Labels).includes(kit.labels.owner ?? "none"))).toEqual(
    [],
  );
});
