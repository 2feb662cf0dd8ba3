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

type Kept = { file: Database; inode: number } | null;

/** Makes a reader that opens things once and looks after them again at each call. */
export function createContextReader(configOf: () => Config): () => ReadContext {
  const config = configOf();
  let database: Kept = null;
  let benchmark: BenchmarkRead | null = null;
  return () => {
    database = reopen(config, database);
    benchmark = readBenchmark(config, benchmark);
    const { benchmark: read, problems } = benchmark;
    return { config, database: database?.file ?? null, benchmark: read, datasetProblems: problems };
  };
}

/** Instances of this module differ between routes; only the global object is one in a process. */
const shared = globalThis as typeof globalThis & { sweGameBenchRead?: () => ReadContext };

/** The context of this process. */
export function readContext(): ReadContext {
  shared.sweGameBenchRead ??= createContextReader(readConfig);
  return shared.sweGameBenchRead();
}

/** Keeps the open file while it is the one on disk; opens it as soon as it is there and migrated. */
function reopen(config: Config, open: Kept): Kept {
  const inode = statSync(config.databaseFile, { throwIfNoEntry: false })?.ino;
  if (open && open.inode === inode) return open;
  open?.file.close();
  if (inode === undefined) return null;
  const file = openDatabase(config.databaseFile, { readonly: true });
  if (isMigrated(file, migrationsFolderOf(config.root))) return { file, inode };
  file.close();
  return null;
}
