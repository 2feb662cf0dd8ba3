import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import type { TreeContext } from "@/evaluator/tree/types";
import { createChecker } from "@/evaluator/worker/compose";
import { instanceSource } from "@/evaluator/worker/instance-source";
import type { TreeEvaluator } from "@/evaluator/worker/types";
import { newWorkerId, runWorker } from "@/evaluator/worker/worker";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrateDatabase, migrationsFolderOf } from "@/lib/db/migrate";
import { waitingAttempts } from "@/lib/db/queries/attempts";
import { attempts } from "@/lib/db/schema";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { problemText } from "@/lib/domain/problem";
import { createLogger } from "@/lib/log";
import { inspectPredictions, submittedRows } from "@/lib/services/intake";
import { createExperiment } from "@/lib/services/submit";
import type { Expected } from "./damage";

const K = 10;

/** Ten attempts an instance, by run_id. */
export type Attempts = ReadonlyMap<string, readonly (string | null)[]>;
export type CheckedAttempt = Expected & { instanceId: string; runId: number; reason: string | null };

/** Writes a predictions file in the documented format, row by row. */
export function writePredictions(file: string, agent: string, rows: Attempts): void {
  const handle = openSync(file, "w");
  try {
    for (const [instanceId, patches] of rows) {
      patches.forEach((patch, index) => {
        const row = { instance_id: instanceId, run_id: index + 1, agent, model: "none", model_patch: patch };
        writeSync(handle, `${JSON.stringify(row)}\n`);
      });
    }
  } finally {
    closeSync(handle);
  }
}

/** Where a set's checks happen: all of it in a folder that goes afterwards. */
export type Bench = {
  dir: string;
  root: string;
  benchmark: Benchmark;
  contextOf: (entry: InstanceEntry) => Promise<TreeContext>;
};

/**
 * Hands in a predictions file as `evaluate-predictions` does (inspect, store, check) and stops before any
 * editor would run. Answers what each attempt is by its patch alone.
 */
export async function handIn(bench: Bench, set: BenchmarkSet, file: string): Promise<CheckedAttempt[]> {
  const intake = await inspectPredictions(file, bench.benchmark, { set, k: K });
  if (intake.status !== "accepted" || intake.identity === null || !intake.official)
    throw new Error(`${path.basename(file)} is not accepted: ${intake.problems.map(problemText).join(" ")}`);
  const database = openDatabase(path.join(bench.dir, "prove.sqlite"));
  try {
    migrateDatabase(database, migrationsFolderOf(bench.root));
    const made = createExperiment(database, {
      source: "cli",
      fileName: path.basename(file),
      fileSha256: intake.fileSha256,
      identity: intake.identity,
      set,
      k: K,
      instanceIds: intake.instanceIds,
      official: intake.official,
      datasetHash: bench.benchmark.datasets[0]?.hash ?? "",
      rows: submittedRows(intake),
    });
    if (made.status === "refused") throw new Error(made.problems.map(problemText).join(" "));
    const { experimentId } = made;
    const left = () => waitingAttempts(database.query, experimentId).length;
    const stop = new AbortController();
    await runWorker({
      workerId: newWorkerId(),
      database,
      source: instanceSource(bench.benchmark),
      checker: createChecker(bench, bench.benchmark),
      evaluator: NO_EDITOR,
      runsDir: path.join(bench.dir, "runs"),
      log: createLogger("prove", "warn"),
      slots: 1,
      checkers: 2,
      signal: stop.signal,
      until: () => left() === 0,
      timings: { pollMs: 20 },
    });
    return readAttempts(database, experimentId);
  } finally {
    database.close();
  }
}

/** No sandbox: the worker checks patches and plans nothing. */
const NO_EDITOR: TreeEvaluator = {
  probe: async () => ({ ok: false, note: "patches are only checked here" }),
  image: async () => ({ status: "missing", reason: "patches are only checked here" }),
  evaluate: async () => ({ status: "cancelled" }),
  reap: async () => true,
  reapGone: async () => undefined,
};

function readAttempts(database: Database, experimentId: string): CheckedAttempt[] {
  const rows = database.query.select().from(attempts).where(eq(attempts.experimentId, experimentId)).all();
  return rows.map((row) => ({
    instanceId: row.instanceId,
    runId: row.runId,
    parseable: row.parseable === true,
    fileHit: row.fileHit === true,
    outcome: row.outcome,
    reason: row.reason,
  }));
}

/** Instances with at least one attempt that has it, over all instances: parseable@10 and filehit@10. */
export function rateOf(checked: readonly CheckedAttempt[], bit: "parseable" | "fileHit"): number {
  const instances = new Set(checked.map((attempt) => attempt.instanceId));
  const hit = new Set(checked.filter((attempt) => attempt[bit]).map((attempt) => attempt.instanceId));
  return hit.size / instances.size;
}
