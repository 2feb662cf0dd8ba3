import { statSync } from "node:fs";
import type { Benchmark } from "@/lib/benchmark/dataset";
import { type Config, readConfig } from "@/lib/config";
import { type Database, openDatabase } from "@/lib/db/client";
import { isMigrated, migrationsFolderOf } from "@/lib/db/migrate";
import { type BenchmarkRead, readBenchmark } from "./benchmark";

/** What the pages read from. A missing or unmigrated database is null: pages then show that nothing is there. */
export type ReadContext = {
  config: Config;
  database: Database | null;
  benchmark: Benchmark;
  /** The dataset folders could not be read: one line a problem. */
  datasetProblems: readonly string[];
};

type Kept = {
  config: Config;
  database: { file: Database; inode: number } | null;
  benchmark: BenchmarkRead | null;
};

/** Instances of this module differ between routes; only the global object is one in a process. */
const kept = globalThis as typeof globalThis & { sweGameBenchRead?: Kept };

/** The context of this process, opened once and looked after again at each call. */
export function readContext(): ReadContext {
  kept.sweGameBenchRead ??= { config: readConfig(), database: null, benchmark: null };
  const state = kept.sweGameBenchRead;
  state.database = reopen(state.config, state.database);
  state.benchmark = readBenchmark(state.config, state.benchmark);
  return {
    config: state.config,
    database: state.database?.file ?? null,
    benchmark: state.benchmark.benchmark,
    datasetProblems: state.benchmark.problems,
  };
}

/** Keeps the open file while it is the one on disk; opens it as soon as it is there and migrated. */
function reopen(config: Config, open: Kept["database"]): Kept["database"] {
  const inode = statSync(config.databaseFile, { throwIfNoEntry: false })?.ino;
  if (open && open.inode === inode) return open;
  open?.file.close();
  if (inode === undefined) return null;
  const file = openDatabase(config.databaseFile, { readonly: true });
  if (isMigrated(file, migrationsFolderOf(config.root))) return { file, inode };
  file.close();
  return null;
}
