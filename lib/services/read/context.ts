import type { Benchmark } from "@/lib/benchmark/dataset";
import { type Config, readConfig } from "@/lib/config";
import { type Database, openDatabase } from "@/lib/db/client";
import { fileIdentity } from "@/lib/db/file-identity";
import { isMigrated, migrationsFolderOf } from "@/lib/db/migrate";
import { type BenchmarkRead, readBenchmark } from "./benchmark";

/** What the pages read from. A missing or unmigrated database is null: pages then show that nothing is there. */
export type ReadContext = {
  config: Config;
  database: Database | null;
  benchmark: Benchmark;
  /** What could not be read, and how to mend it: one line a problem. */
  problems: readonly string[];
};

/** The file on disk by its identity; `database` is null when it is not one that this code can read. */
type Kept = { identity: string; database: Database | null } | null;

const NOT_MIGRATED =
  "The database was made by another version of this site, or is being made just now. Run npx swe-game-bench migrate.";

/** Makes a reader that opens things once and looks after them again at each call. */
export function createContextReader(configOf: () => Config): () => ReadContext {
  const config = configOf();
  let kept: Kept = null;
  let dataset: BenchmarkRead | null = null;
  return () => {
    kept = reopen(config, kept);
    dataset = readBenchmark(config, dataset);
    const unreadable = kept !== null && kept.database === null;
    return {
      config,
      database: kept?.database ?? null,
      benchmark: dataset.benchmark,
      problems: [...(unreadable ? [NOT_MIGRATED] : []), ...dataset.problems],
    };
  };
}

/** Instances of this module differ between routes; only the global object is one in a process. */
const shared = globalThis as typeof globalThis & { sweGameBenchRead?: () => ReadContext };

/** The context of this process. */
export function readContext(): ReadContext {
  shared.sweGameBenchRead ??= createContextReader(readConfig);
  return shared.sweGameBenchRead();
}

/** Keeps the open file while it is the one on disk; looks again at one that was not migrated. */
function reopen(config: Config, open: Kept): Kept {
  const identity = fileIdentity(config.databaseFile);
  if (open?.database && open.identity === identity) return open;
  open?.database?.close();
  if (identity === null) return null;
  const database = openDatabase(config.databaseFile, { readonly: true });
  if (isMigrated(database, migrationsFolderOf(config.root))) return { identity, database };
  database.close();
  return { identity, database: null };
}
