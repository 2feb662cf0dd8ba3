import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SuiteRun } from "@/evaluator/run/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { instanceSchema, repoSchema, type TestPlatform } from "@/lib/domain/instance";
import type { LogFinding } from "@/lib/domain/run";
import { resultsFileNames, summaryOf, writeArtifacts } from "./artifacts";
import type { RunResult } from "./evaluate-types";
import { evaluationSummarySchema } from "./summary-schema";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "artifacts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry: InstanceEntry = {
  instance: instanceSchema.parse({
    instance_id: "demo-1",
    repo: "demo",
    benchmark_set: "sample",
    base_sha: "a".repeat(40),
    fix_sha: "b".repeat(40),
    target_files: ["Assets/A.cs"],
    test_class: "T",
    unity_bucket: "2019.4.36f1",
  }),
  repo: repoSchema.parse({
    name: "Demo",
    url: "history:demo",
    unity_buckets: ["2019.4.36f1"],
    standin: true,
  }),
  dataset: { dir: "dataset", instances: [], repos: new Map(), hash: "" },
};

function suiteRun(platform: TestPlatform, xml: string | null, findings: LogFinding[] = []): SuiteRun {
  return {
    observation: {
      suite: { test_platform: platform, test_class: ["T"] },
      end: { kind: "exited", code: 2 },
      xml: xml === null || findings.length > 0 ? null : Buffer.from(xml),
      xmlTruncated: false,
      findings,
      savedLine: true,
      canary: null,
      startedAt: "2026-01-01T00:00:00.000Z",
      durationMs: 12.3,
    },
    log: Buffer.from(`log of ${platform}`),
    foundXml: xml === null ? null : Buffer.from(xml),
  };
}

function result(runs: SuiteRun[]): RunResult {
  return {
    status: "graded",
    check: null,
    grade: { outcome: "failed", reason: "One test failed.", tests: [], notes: ["odd"] },
    runs,
    gradedTree: "c".repeat(40),
    editor: { image: "editor:1", digest: "sha256:1" },
    warm: { image: "warm:1", digest: "sha256:2", made: false, importMs: 0 },
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 100.6,
    editorMs: 50.2,
  };
}

function withSuites(...platforms: TestPlatform[]): InstanceEntry {
  const test_suites = platforms.map((test_platform) => ({ test_platform, test_class: ["T"] }));
  return { ...entry, instance: { ...entry.instance, test_suites } };
}

const text = (name: string) => readFileSync(path.join(folder, name), "utf8");

test("one suite gives one results file, the log, the patch to the byte and a summary that its schema takes", async () => {
  const patch = Buffer.from([0xef, 0xbb, 0xbf, 0x64, 0xff, 0x0a]);
  const names = await writeArtifacts(folder, {
    entry,
    evaluation: result([suiteRun("EditMode", "<x/>")]),
    patch,
  });
  expect(readdirSync(folder).sort()).toEqual([...names].sort());
  expect(names).toEqual(["candidate.patch", "demo-1_results.xml", "unity.log", "summary.json"]);
  expect(readFileSync(path.join(folder, "candidate.patch"))).toEqual(patch);
  expect(text("unity.log")).toBe("log of EditMode");
  const summary = evaluationSummarySchema.parse(JSON.parse(text("summary.json")));
  expect(summary).toMatchObject({
    passed: false,
    outcome: "failed",
    stand_in_editor: true,
    duration_ms: 101,
  });
  expect(summary.suites[0]).toMatchObject({ results_file: "demo-1_results.xml", results_believed: true });
});

test("several suites are told apart by platform, two of one platform by number", () => {
  expect(resultsFileNames(withSuites("EditMode", "PlayMode", "EditMode").instance)).toEqual([
    "demo-1_EditMode_results.xml",
    "demo-1_PlayMode_results.xml",
    "demo-1_EditMode2_results.xml",
  ]);
});

test("a file that was not believed is kept for people and marked", async () => {
  const forged = suiteRun("EditMode", "<forged/>", [{ kind: "tampered", line: "changed" }]);
  const evaluation = result([forged, suiteRun("PlayMode", null)]);
  const two = withSuites("EditMode", "PlayMode");
  await writeArtifacts(folder, { entry: two, evaluation, patch: null });
  expect(text("demo-1_EditMode_results.xml")).toBe("<forged/>");
  const { suites } = summaryOf({ entry: two, evaluation, patch: null });
  expect(suites.map((suite) => [suite.results_believed, suite.results_file])).toEqual([
    [false, "demo-1_EditMode_results.xml"],
    [false, null],
  ]);
});

test("a patch that decides alone leaves itself and a summary, and a failure of ours is no verdict on it", async () => {
  const check = { status: "rejected" as const, message: "does not apply", hints: [] };
  const patch = Buffer.from("x");
  const rejected = {
    status: "patch" as const,
    outcome: "patch-rejected" as const,
    reason: "does not apply",
    check,
  };
  expect(await writeArtifacts(folder, { entry, evaluation: rejected, patch })).toEqual([
    "candidate.patch",
    "summary.json",
  ]);
  expect(JSON.parse(text("summary.json"))).toMatchObject({
    outcome: "patch-rejected",
    patch: { status: "rejected" },
  });
  const broken = {
    status: "infra" as const,
    reason: "sandbox" as const,
    message: "Gone.",
    mend: "Start Docker.",
  };
  expect(summaryOf({ entry, evaluation: broken, patch })).toMatchObject({
    outcome: "infra-error",
    reason: "Gone. Start Docker.",
  });
});
