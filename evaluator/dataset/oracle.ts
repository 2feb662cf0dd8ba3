import path from "node:path";
import { oraclePatch } from "@/evaluator/tree/oracle";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readOraclePatch } from "@/lib/benchmark/files";
import type { MirrorAccess } from "./mirror-access";
import { proveOracle } from "./oracle-proof";
import { datasetFailure, type ItemOutcome, type WorkItem, type WorkWatcher, workThrough } from "./work";
import { writeWhole } from "./write-whole";

export type OracleSettings = {
  mirrorOf: MirrorAccess;
  /** Prove the patches that are there and write nothing. */
  check: boolean;
  /** Another folder for the patches; the dataset's `oracle_patches` when absent. */
  outDir?: string;
};

const MEND = "Check base_sha, fix_sha and target_files of the instance.";

/** Makes the oracle patch of each instance from git history, and proves it before it is written. */
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
  const stored = readOraclePatch(dataset, instance.instance_id);
  if (settings.check && stored === null)
    return datasetFailure(
      "has no oracle patch.",
      `Make it with \`swe-game-bench oracle --instance-id ${instance.instance_id}\`.`,
    );
  const access = await settings.mirrorOf(entry, signal);
  if (access.status === "failed") return access;
  const patch = settings.check && stored !== null ? stored : await oraclePatch(access.mirror, instance);
  const proof = await proveOracle(access.mirror, entry, patch, signal);
  if (proof.problems.length > 0)
    return datasetFailure(`the oracle patch is no good: ${proof.problems.join("; ")}.`, MEND);
  const note = `${proof.touched} ${proof.touched === 1 ? "file" : "files"}, ${patch.length} bytes`;
  if (settings.check) return { status: "kept", note: `${note}, proven` };
  if (settings.outDir === undefined && stored !== null && Buffer.from(stored).equals(patch))
    return { status: "kept", note: `${note}, unchanged` };
  const folder = settings.outDir ?? path.join(dataset.dir, "oracle_patches");
  await writeWhole(path.join(folder, `${instance.instance_id}.patch`), patch);
  return { status: "written", note };
}
