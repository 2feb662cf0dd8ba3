import { createHash } from "node:crypto";
import path from "node:path";
import type { Surveyed } from "@/evaluator/baseline/generate-all";
import type { Benchmark } from "@/lib/benchmark/dataset";
import { setHash } from "@/lib/benchmark/hashes";
import type { Database } from "@/lib/db/client";
import type { ExperimentIdentity } from "@/lib/domain/experiment";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { OFFICIAL_K } from "@/lib/domain/predictions/types";
import { type Intake, submittedRows } from "@/lib/services/intake";
import { createExperiment, type ExperimentInput } from "@/lib/services/submit";
import { inputFailure } from "./exit-codes";
import { problemLines } from "./problems";

type Of = Pick<ExperimentInput, "source" | "k"> & { set: BenchmarkSet; benchmark: Benchmark };

/** Stores an accepted file as an experiment, or finds the one that it already is. */
export function storeExperiment(database: Database, intake: Intake, of: Of) {
  if (!intake.identity) throw inputFailure(`${intake.file} names no agent and model.`);
  const { benchmark, ...input } = of;
  const result = createExperiment(database, {
    ...input,
    fileName: path.basename(intake.file),
    fileSha256: intake.fileSha256,
    identity: intake.identity,
    instanceIds: intake.instanceIds,
    official: intake.official,
    datasetHash: setHash(benchmark, of.set),
    rows: submittedRows(intake),
  });
  if (result.status !== "refused") return result;
  throw inputFailure(`${intake.file} was not stored.\n${problemLines(result.problems, 0).join("\n")}`);
}

type Generated = {
  identity: ExperimentIdentity;
  set: BenchmarkSet;
  k: number;
  /** In dataset order. */
  instanceIds: readonly string[];
  /** No instances were chosen: those are the whole set. */
  whole: boolean;
  benchmark: Benchmark;
};

/** Stores generated runs as an experiment, or finds the one that they already are: no file goes between. */
export function storeGenerated(database: Database, runs: Surveyed["finished"], of: Generated) {
  const { benchmark, set, k, instanceIds } = of;
  const lines = runs.map(
    ({ instanceId, runId, generation }) => `${instanceId} ${runId} ${generation.patch_sha256 ?? "-"}`,
  );
  const result = createExperiment(database, {
    source: "baseline",
    identity: of.identity,
    set,
    k,
    instanceIds,
    fileName: "pass-at-k",
    fileSha256: createHash("sha256").update(lines.join("\n")).digest("hex"),
    official: of.whole && k === OFFICIAL_K,
    datasetHash: setHash(benchmark, set),
    rows: runs,
  });
  if (result.status !== "refused") return result;
  throw inputFailure(`The generated runs were not stored.\n${problemLines(result.problems, 0).join("\n")}`);
}
