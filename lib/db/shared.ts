import type { Config } from "@/lib/config";
import { type Database, openDatabase } from "./client";
import { fileIdentity } from "./file-identity";
import { isMigrated, migrationsFolderOf } from "./migrate";

/** Instances of this module differ between routes; only the global object is one in a process. */
const shared = globalThis as typeof globalThis & {
  sweGameBenchWrite?: { file: string; identity: string; database: Database };
};

/**
 * The site's one connection that may write; never close it. Null while there is no database, or while it is
 * not one that this code can read: then nobody has an account here either.
 */
export function sharedDatabase(config: Pick<Config, "databaseFile" | "root">): Database | null {
  const file = config.databaseFile;
  const identity = fileIdentity(file);
  const kept = shared.sweGameBenchWrite;
  if (kept && kept.file === file && kept.identity === identity) return kept.database;
  kept?.database.close();
  delete shared.sweGameBenchWrite;
  if (identity === null) return null;
  const database = openDatabase(file);
  if (!isMigrated(database, migrationsFolderOf(config.root))) {
    database.close();
    return null;
  }
  shared.sweGameBenchWrite = { file, identity, database };
  return database;
}
