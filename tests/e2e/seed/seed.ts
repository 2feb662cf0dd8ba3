import { mkdirSync } from "node:fs";
import path from "node:path";
import { instancesOfSet } from "@/lib/benchmark/dataset";
import { loadBenchmark } from "@/lib/benchmark/load";
import { openDatabase } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Outcome } from "@/lib/domain/outcome";
import { verifyExperiment } from "@/lib/services/audit/verify";
import { registerWorker } from "@/lib/services/workers";
import { type AttemptPlan, diffOf, drawAttempt, type Strength } from "@/scripts/synthetic/attempt-plan";
import { checkAndPlan, type Drive, handIn, NOW, type Submission, settle } from "@/scripts/synthetic/drive";
import { HOSTILE, writeDataset } from "./dataset";

export type Folders = { root: string; dataDir: string; runsDir: string; benchmarkDir: string };
type Stage = "done" | "half" | "queued";

const HOUR = 3_600_000;

/** Fills a database with made-up systems in every stage that a page can show. */
export function seedSite(folders: Folders): void {
  mkdirSync(folders.dataDir, { recursive: true });
  writeDataset(folders.benchmarkDir);
  const sampleDir = path.join(folders.root, "benchmark", "sample");
  const benchmark = loadBenchmark({ benchmarkDir: folders.benchmarkDir, sampleDir });
  const database = openDatabase(path.join(folders.dataDir, "swe-game-bench.sqlite"));
  migrateDatabase(database, path.join(folders.root, "drizzle"));
  const drive: Drive = { database, runsDir: folders.runsDir, entries: benchmark.instances };
  const idsOf = (set: BenchmarkSet) =>
    instancesOfSet(benchmark, set).map((entry) => entry.instance.instance_id);
  let at = NOW - 72 * HOUR;
  const add = (system: SeedSystem, stage: Stage, change: Partial<Submission> = {}) => {
    at += HOUR;
    return run(drive, submissionOf(drive, system, { at, instanceIds: idsOf("sample"), ...change }), stage);
  };
  add({ ...SYSTEMS.strong, seed: "earlier" }, "done");
  const strong = add(SYSTEMS.strong, "done");
  const maintainer = { actor: { id: "cli", name: "Seeded Maintainer" }, now: at + HOUR };
  verifyExperiment(database, strong, { reason: "Agreement 98 of 100 attempts." }, maintainer);
  add(SYSTEMS.close, "done");
  add(SYSTEMS.middle, "done");
  add(SYSTEMS.weak, "done");
  add(SYSTEMS.noise, "done");
  add(SYSTEMS.hostile, "done");
  add(SYSTEMS.broken, "done");
  add(SYSTEMS.smoke, "done", { official: false, instanceIds: idsOf("sample").slice(0, 2), k: 3 });
  add({ ...SYSTEMS.middle, agent: "synthetic-golden" }, "done", {
    set: "golden",
    instanceIds: idsOf("golden"),
  });
  add(SYSTEMS.running, "half");
  add(SYSTEMS.queued, "queued");
  const worker = {
    id: "seeded-worker",
    host: "test",
    pid: 1,
    processMark: "",
    canEvaluate: true,
    sandboxNote: "Docker 20.10.24",
  };
  // Alive for as long as any test runs.
  registerWorker(database, worker, Date.now() + 24 * HOUR);
  database.close();
}

type SeedSystem = {
  agent: string;
  model: string;
  temperature: string | null;
  strength: Strength;
  seed?: string;
};

const SYSTEMS = {
  strong: system("synthetic-strong", "model-large", "0.2", { pass: 0.75, patchProblem: 0.03 }),
  close: system("synthetic-close", "model-large-preview", "0.2", { pass: 0.66, patchProblem: 0.05 }),
  middle: system("synthetic-middle", "model-medium", null, { pass: 0.3, patchProblem: 0.12 }),
  weak: system("synthetic-weak", "model-small", "0.8", { pass: 0.08, patchProblem: 0.3 }),
  noise: system("synthetic-noise", "none", null, { pass: 0, patchProblem: 0.9 }),
  hostile: system(HOSTILE[0], HOSTILE[1], null, { pass: 0.2, patchProblem: 0.2 }),
  broken: system("synthetic-broken-machinery", "model-medium", "0", {
    pass: 0.3,
    patchProblem: 0.1,
    infra: 0.2,
  }),
  smoke: system("synthetic-smoke", "model-small", null, { pass: 0.5, patchProblem: 0 }),
  running: system("synthetic-running", "model-large", "1", { pass: 0.5, patchProblem: 0.1, own: true }),
  queued: system("synthetic-queued", "model-large", null, { pass: 0.5, patchProblem: 0.1 }),
};

function system(agent: string, model: string, temperature: string | null, strength: Strength): SeedSystem {
  return { agent, model, temperature, strength };
}

function submissionOf(
  drive: Drive,
  one: SeedSystem,
  change: Partial<Submission> & Pick<Submission, "at" | "instanceIds">,
): Submission {
  const { agent, model, temperature, strength } = one;
  const seed = `${agent} ${one.seed ?? ""}`;
  return {
    identity: { agent, model, temperature },
    set: "sample",
    official: true,
    k: 10,
    plan: (id, run) =>
      special(drawAttempt(seed, strength, { id, targets: targetsOf(drive, id) }, run), agent, run),
    ...change,
  };
}

/** Attempts that a test looks for: hostile paths, a very long patch. */
function special(plan: AttemptPlan, agent: string, run: number): AttemptPlan {
  if (agent !== HOSTILE[0] || plan.check.status !== "applied" || plan.check.refusals.length > 0) return plan;
  if (run === 1) {
    const path = `Assets/${HOSTILE[5].replace("/", "")}\u202e.cs`;
    const touched = plan.check.touched.map((file) => ({ ...file, path }));
    return { ...plan, patch: diffOf(path, HOSTILE.join(" ")), check: { ...plan.check, touched } };
  }
  return run === 2 ? { ...plan, patch: longDiff() } : plan;
}

function longDiff(): string {
  const lines = Array.from({ length: 900 }, (_, index) => `+    int field${index} = ${index};`);
  return `diff --git a/Assets/Long.cs b/Assets/Long.cs\nnew file mode 100644\n--- /dev/null\n+++ b/Assets/Long.cs\n@@ -0,0 +1,900 @@\n${lines.join("\n")}\n`;
}

const targetsOf = (drive: Drive, id: string) => drive.entries.get(id)?.instance.target_files ?? [];

function run(drive: Drive, submission: Submission, stage: Stage): string {
  const id = handIn(drive, submission);
  if (stage === "queued") return id;
  checkAndPlan(drive, submission, id);
  const outcomes = new Map<string, Outcome>();
  for (const instanceId of submission.instanceIds) {
    for (let runId = 1; runId <= submission.k; runId += 1) {
      const plan = submission.plan(instanceId, runId);
      if (plan.check.status === "applied") outcomes.set(plan.check.gradedTree, plan.outcome);
    }
  }
  settle(
    drive,
    outcomes,
    stage === "half" ? { at: submission.at, limit: 24, running: 2 } : { at: submission.at },
  );
  return id;
}
