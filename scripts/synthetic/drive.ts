import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { definitionHash } from "@/lib/benchmark/hashes";
import type { Database } from "@/lib/db/client";
import { evaluationById } from "@/lib/db/queries/evaluations";
import { suitesOf } from "@/lib/domain/instance";
import type { Outcome } from "@/lib/domain/outcome";
import type { Grade, TestResult } from "@/lib/domain/run";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { beginCheck, endCheck, recordPatchChecks } from "@/lib/services/patch-check";
import { beginPlan, endPlan, type InstancePlan, planEvaluations } from "@/lib/services/plan";
import { claimJob, type JobKind } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { createExperiment, type ExperimentInput } from "@/lib/services/submit";
import { type AttemptPlan, chance } from "./attempt-plan";

/** A moment in the seeded past; every page of the tests shows the same dates. */
export const NOW = Date.UTC(2026, 10, 29, 12, 0, 0);
const WORKER = "seed";
const LEASE_MS = 3_600_000;

export type Drive = { database: Database; runsDir: string; entries: ReadonlyMap<string, InstanceEntry> };
export type Submission = Pick<ExperimentInput, "identity" | "set" | "instanceIds" | "official"> & {
  k: number;
  at: number;
  plan: (instanceId: string, run: number) => AttemptPlan;
};

/** Hands in a submission by the services that the command line uses. */
export function handIn({ database }: Drive, one: Submission): string {
  const plans = one.instanceIds.flatMap((instanceId) =>
    Array.from({ length: one.k }, (_, index) => ({
      instanceId,
      runId: index + 1,
      ...one.plan(instanceId, index + 1),
    })),
  );
  const hash = createHash("sha256").update(JSON.stringify(plans.map((plan) => plan.patch)));
  const result = createExperiment(database, {
    source: one.set === "sample" ? "sample" : "cli",
    fileName: "predictions.jsonl",
    fileSha256: hash.digest("hex"),
    identity: one.identity,
    set: one.set,
    k: one.k,
    instanceIds: one.instanceIds,
    official: one.official,
    datasetHash: createHash("sha256").update("seeded dataset").digest("hex"),
    rows: plans.map(({ instanceId, runId, patch }) => ({
      instanceId,
      runId,
      patch: patch === null ? null : Buffer.from(patch),
    })),
    now: one.at,
  });
  if (result.status === "refused") throw new Error(result.problems.map((problem) => problem.message).join());
  return result.experimentId;
}

/** Checks and plans an experiment, as the worker does. */
export function checkAndPlan(drive: Drive, one: Submission, experimentId: string): void {
  const check = take(drive, "check", one.at);
  const begun = check && beginCheck(drive.database, check.claim, experimentId);
  if (!check || !begun) throw new Error("The check of a seeded experiment could not begin.");
  const batch = begun.waiting.map((attempt) => ({
    attemptIds: [attempt.id],
    check: one.plan(attempt.instanceId, attempt.runId).check,
    targetFiles: entryOf(drive, attempt.instanceId).instance.target_files,
    definitionHash: hashOf(drive, attempt.instanceId),
  }));
  recordPatchChecks(drive.database, check.claim, batch, one.at);
  endCheck(drive.database, check.claim, experimentId, null, one.at);
  const plan = take(drive, "plan", one.at);
  const ids = plan && beginPlan(drive.database, plan.claim, experimentId);
  if (!plan || !ids) return;
  const plans = new Map(ids.map((id) => [id, planFor(drive, id)]));
  planEvaluations(drive.database, plan.claim, experimentId, plans, one.at);
  endPlan(drive.database, plan.claim, experimentId, one.at);
}

/** Settles queued evaluations in their order; stops after `limit`, and leaves `running` claimed. */
export function settle(
  drive: Drive,
  outcomeOf: ReadonlyMap<string, Outcome>,
  options: { at: number; limit?: number; running?: number; notes?: (tree: string) => Partial<Grade> },
): void {
  let { at } = options;
  for (let settled = 0; settled < (options.limit ?? Number.POSITIVE_INFINITY); settled += 1) {
    const job = take(drive, "evaluate", at);
    if (job?.kind !== "evaluate") return;
    const row = evaluationById(drive.database.query, job.evaluationId);
    if (!row) throw new Error("A seeded evaluation is not there.");
    const outcome =
      row.role === "oracle"
        ? "passed"
        : row.role === "base"
          ? "failed"
          : (outcomeOf.get(row.gradedTree) ?? "failed");
    const entry = entryOf(drive, row.instanceId);
    const editorMs = 900 + Math.round(4000 * chance(row.id));
    const artifacts = outcome === "infra-error" ? null : writeLog(drive, row.id, outcome);
    at += editorMs;
    settleEvaluation(
      drive.database,
      job.claim,
      {
        evaluationId: row.id,
        grade: { ...gradeOf(entry, outcome), ...options.notes?.(row.gradedTree) },
        durationMs: editorMs + 320,
        editorMs,
        artifacts,
        final: true,
      },
      at,
    );
  }
  for (let running = 0; running < (options.running ?? 0); running += 1) take(drive, "evaluate", at);
}

function take({ database }: Drive, kind: JobKind, now: number) {
  return claimJob(database, { workerId: WORKER, kinds: [kind], leaseMs: LEASE_MS, now });
}

function entryOf({ entries }: Drive, instanceId: string): InstanceEntry {
  const entry = entries.get(instanceId);
  if (!entry) throw new Error(`${instanceId} is not in the seeded datasets.`);
  return entry;
}

const hashOf = (drive: Drive, instanceId: string) => {
  const entry = entryOf(drive, instanceId);
  return definitionHash(entry.dataset, entry.instance);
};

function planFor(drive: Drive, instanceId: string): InstancePlan {
  const { instance } = entryOf(drive, instanceId);
  const imageDigest = `sha256:${createHash("sha256").update(instance.unity_bucket).digest("hex")}`;
  return {
    status: "ready",
    subject: {
      gate: {
        instanceId,
        definitionHash: hashOf(drive, instanceId),
        imageDigest,
        harnessVersion: HARNESS_VERSION,
      },
      imageName: `swe-game-bench/standin-editor:${instance.unity_bucket}`,
      baseTree: `base tree of ${instanceId}`,
      oracleTree: `oracle tree of ${instanceId}`,
    },
  };
}

const REASONS: Partial<Record<Outcome, string>> = {
  passed: "All 4 expected tests passed.",
  failed: "2 of 4 expected tests did not pass.",
  "compile-error":
    "Assets/Synthetic/Items/Satchel.cs(36,13): error CS0103: The name 'started' does not exist.",
  "timed-out": "The run reached its limit of 30 s and was stopped.",
  "out-of-memory": "The run reached its limit of 1024 MB and was stopped.",
  "infra-error": "The container engine went away during the run.",
};

function gradeOf(entry: InstanceEntry, outcome: Outcome): Grade {
  const reason = REASONS[outcome] ?? "The editor ended without a readable results file.";
  if (outcome !== "passed" && outcome !== "failed") return { outcome, reason, tests: [], notes: [] };
  const tests = suitesOf(entry.instance).flatMap((suite, index) =>
    ["AddsToTheOpenStack", "FillsTheNextSlot(40,0)", "KeepsWhatDoesNotFit", 'Names("a<b & c")'].map(
      (name, at) => testCase(index, `${suite.test_class[0]}.${name}`, outcome === "passed" || at < 2),
    ),
  );
  return { outcome, reason, tests, notes: [] };
}

function testCase(suite: number, fullName: string, passed: boolean): TestResult {
  return {
    suite,
    fullName,
    className: fullName.split(".")[0] ?? "",
    result: passed ? "Passed" : "Failed",
    label: null,
    durationMs: 3 + Math.round(20 * chance(fullName)),
    message: passed ? null : "  Expected: 5\n  But was:  0",
    stackTrace: passed ? null : "at SampleTests.Case () [0x00012] in Assets/InjectedPRTests/Case.cs:41",
    expected: true,
  };
}

function writeLog({ runsDir }: Drive, evaluationId: string, outcome: Outcome): string {
  const folder = path.posix.join("evaluations", evaluationId.slice(0, 2), evaluationId, "1");
  mkdirSync(path.join(runsDir, folder), { recursive: true });
  const lines = [
    "[Licensing::Module] Serial number assigned",
    "COMMAND LINE ARGUMENTS: unity-editor -batchmode -nographics -runTests -testPlatform EditMode",
    ...Array.from(
      { length: 400 },
      (_, index) => `Refreshing native plugins compatible for Editor in ${index} ms`,
    ),
    outcome === "compile-error" ? "Scripts have compiler errors." : "Saving results to: /results/results.xml",
    "\u001b[31m</pre><script>alert(1)</script>\u001b[0m",
    "Exiting batchmode successfully now!",
  ];
  writeFileSync(path.join(runsDir, folder, "unity.log"), `${lines.join("\n")}\n`);
  return folder;
}
