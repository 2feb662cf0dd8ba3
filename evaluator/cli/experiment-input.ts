import path from "node:path";
import type { Benchmark } from "@/lib/benchmark/dataset";
import { setHash } from "@/lib/benchmark/hashes";
import type { Database } from "@/lib/db/client";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { type Intake, submittedRows } from "@/lib/services/intake";
import { createExperiment, type ExperimentInput } from "@/lib/services/submit";
import { inputFailure } from "./exit-codes";
import { problemLines } from "./problems";

type Of = Pick<ExperimentInput, "source" | "k" | "verified"> & { set: BenchmarkSet; benchmark: Benchmark };

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
