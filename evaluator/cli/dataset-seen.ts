import { DatasetError, loadBenchmark } from "@/lib/benchmark/load";
import type { Database } from "@/lib/db/client";
import { noteDataset } from "@/lib/services/changes/dataset";
import type { CommandContext } from "./context";

/** Tells the public when the dataset is not what it was at the last start. One that cannot be read is passed over. */
export function lookAtDataset(context: CommandContext, database: Database): void {
  try {
    const changed = noteDataset(database, loadBenchmark(context.config));
    for (const set of changed) context.err.write(`The ${set} set has changed; /changes says how.\n`);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
  }
}
