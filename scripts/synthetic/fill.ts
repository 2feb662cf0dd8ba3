import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { instancesOfSet } from "@/lib/benchmark/dataset";
import { loadBenchmark } from "@/lib/benchmark/load";
import { openDatabase } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import { markSynthetic } from "@/lib/db/synthetic";
import type { Outcome } from "@/lib/domain/outcome";
import { verifyExperiment } from "@/lib/services/audit/verify";
import { checkAndPlan, type Drive, handIn, type Submission, settle } from "./drive";
import { syntheticSubmission } from "./systems";

export type Filling = {
  root: string;
  dataDir: string;
  experiments: number;
  onProgress?: (done: number) => void;
};

/** Of every ten systems so many are verified. */
const VERIFIED_OF_TEN = 6;

/**
 * Makes experiments with the services that the command line and the worker use, in a database of its own that
 * is marked as made up. Refuses a folder that has a database already.
 */
export function fillSynthetic({ root, dataDir, experiments, onProgress }: Filling): void {
  const file = path.join(dataDir, "swe-game-bench.sqlite");
  if (existsSync(file)) throw new Error(`${file} exists; made-up systems go into a database of their own.`);
  mkdirSync(dataDir, { recursive: true });
  const folders = {
    benchmarkDir: path.join(root, "benchmark"),
    sampleDir: path.join(root, "benchmark", "sample"),
  };
  const benchmark = loadBenchmark(folders);
  const database = openDatabase(file);
  try {
    migrateDatabase(database, path.join(root, "drizzle"));
    markSynthetic(database);
    const drive: Drive = { database, runsDir: path.join(dataDir, "runs"), entries: benchmark.instances };
    const ids = instancesOfSet(benchmark, "sample").map((entry) => entry.instance.instance_id);
    const targetsOf = (id: string) => benchmark.instances.get(id)?.instance.target_files ?? [];
    for (let index = 0; index < experiments; index += 1) {
      const submission = syntheticSubmission(index, ids, targetsOf);
      const id = evaluate(drive, submission);
      if (index % 10 < VERIFIED_OF_TEN) {
        const maintainer = { actor: { id: "cli", name: "Synthetic Maintainer" }, now: submission.at + 1 };
        const marked = verifyExperiment(
          database,
          id,
          { reason: "Made up for a measurement of speed." },
          maintainer,
        );
        if (marked.status === "refused") throw new Error(marked.message);
      }
      onProgress?.(index + 1);
    }
  } finally {
    database.close();
  }
}

function evaluate(drive: Drive, submission: Submission): string {
  const id = handIn(drive, submission);
  checkAndPlan(drive, submission, id);
  const outcomes = new Map<string, Outcome>();
  for (const instanceId of submission.instanceIds) {
    for (let run = 1; run <= submission.k; run += 1) {
      const { check, outcome } = submission.plan(instanceId, run);
      if (check.status === "applied") outcomes.set(check.gradedTree, outcome);
    }
  }
  settle(drive, outcomes, { at: submission.at });
  return id;
}
