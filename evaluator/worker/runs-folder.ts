import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "@/lib/db/make-folder";

/** Enough that a disk without room says so. */
const PROBE_BYTES = 64 * 1024;

/** Why results cannot be kept in the runs folder, with what to do; null when a file could be written there. */
export type RunsFolderFault = { message: string; mend: string; cause: unknown };

/** Tries the runs folder before the work whose result it is to keep; makes it where it is missing. */
export function runsFolderFault(folder: string): RunsFolderFault | null {
  let probe: string | null = null;
  try {
    makeFolder(folder);
    probe = mkdtempSync(path.join(folder, ".probe-"));
    writeFileSync(path.join(probe, "probe"), new Uint8Array(PROBE_BYTES));
    return null;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const mend = "SWE_GAME_BENCH_RUNS_DIR chooses it: name a folder that this account may write.";
    return { message: `The runs folder ${folder} cannot be used: ${why}`, mend, cause };
  } finally {
    if (probe !== null) remove(probe);
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The folder went away meanwhile; the next try tells.
  }
}
