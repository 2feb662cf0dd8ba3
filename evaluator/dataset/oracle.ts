import path from "node:path";
import { oraclePatch } from "@/evaluator/tree/oracle";
import { writeWhole } from "@/evaluator/write-whole";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readOraclePatch } from "@/lib/benchmark/files";
import type { MirrorAccess } from "./mirror-access";
import { type OracleProof, proveOracle } from "./oracle-proof";
import { datasetFailure, type ItemOutcome, type WorkItem, type WorkWatcher, workThrough } from "./work";

export type OracleSettings = {
  mirrorOf: MirrorAccess;
  /** Prove the patches that are there and write nothing. */
  check: boolean;
  /** Write every patch anew, also where a proven one is there. */
  force: boolean;
  /** Another folder for the patches; the dataset's `oracle_patches` when absent. */
  outDir?: string;
};

const MEND = "Check base_sha, fix_sha and target_files of the instance.";

/**
 * Makes the oracle patch of each instance from git history, and proves it before it is written. A patch that
 * is there and proven is kept as it is: other bytes of the same effect would end the instance's gate.
 */
export async function regenerateOracles(
  entries: readonly InstanceEntry[],
  settings: OracleSettings,
  watcher: WorkWatcher = {},
  signal?: AbortSignal,
): Promise<WorkItem[]> {
  return await workThrough(entries, (entry) => oneOracle(entry, settings, signal), watcher, signal);
}

async function oneOracle(
  entry: InstanceEntry,
  settings: OracleSettings,
  signal: AbortSignal | undefined,
): Promise<ItemOutcome> {
  const { instance, dataset } = entry;
  const stored = settings.force ? null : readOraclePatch(dataset, instance.instance_id);
  if (settings.check && stored === null)
    return datasetFailure(
      "has no oracle patch.",
      `Make it with \`swe-game-bench oracle --instance-id ${instance.instance_id}\`.`,
    );
  const access = await settings.mirrorOf(entry, signal);
  if (access.status === "failed") return access;
  if (stored !== null) {
    const proof = await proveOracle(access.mirror, entry, stored, signal);
    if (proof.problems.length === 0) return { status: "kept", note: `${noteOf(proof, stored)}, proven` };
    if (settings.check) return noGood(proof);
  }
  const patch = await oraclePatch(access.mirror, instance);
  const proof = await proveOracle(access.mirror, entry, patch, signal);
  if (proof.problems.length > 0) return noGood(proof);
  const folder = settings.outDir ?? path.join(dataset.dir, "oracle_patches");
  await writeWhole(path.join(folder, `${instance.instance_id}.patch`), patch);
  return { status: "written", note: noteOf(proof, patch) };
}

function noGood(proof: OracleProof): ItemOutcome {
  return datasetFailure(`the oracle patch is no good: ${proof.problems.join("; ")}.`, MEND);
}

function noteOf(proof: OracleProof, patch: Uint8Array): string {
  return `${proof.touched} ${proof.touched === 1 ? "file" : "files"}, ${patch.length} bytes`;
}
