import { existsSync } from "node:fs";
import path from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { Database } from "./client";

export class MigrationError extends Error {}

/** How long a second process waits for the first one's migrations. */
const LOCK_TIMEOUT_MS = 60_000;

/**
 * Brings a database to the schema of this code; safe when two processes do it at once.
 * @returns how many migrations were applied.
 * @throws MigrationError when the database is newer than the code, or its history is another one.
 */
export function migrateDatabase(database: Database, migrationsFolder: string): number {
  const known = readMigrationFiles({ migrationsFolder });
  return withLock(database.file, () => {
    const before = appliedHashes(database);
    compareHistory(database.file, before, known);
    if (before.length < known.length) applyAll(database, migrationsFolder);
    const after = appliedHashes(database);
    // The migrator skips, in silence, a migration older than the last applied one.
    if (after.length !== known.length) {
      throw new MigrationError(
        `${database.file} holds ${after.length} migrations, the code has ${known.length}: one was made ` +
          "out of order. Give the later migration a later time in drizzle/meta/_journal.json.",
      );
    }
    return after.length - before.length;
  });
}

/** True when the database has every migration of the code and no other. */
export function isMigrated(database: Database, migrationsFolder: string): boolean {
  const known = readMigrationFiles({ migrationsFolder }).map((migration) => migration.hash);
  return appliedHashes(database).join() === known.join();
}

function applyAll(database: Database, migrationsFolder: string): void {
  const { connection } = database;
  // Inside the migrator's transaction this pragma does nothing, and a table rebuild would then delete
  // the rows that refer to the table.
  connection.pragma("foreign_keys = OFF");
  try {
    migrate(drizzle(connection), { migrationsFolder });
    const broken = connection.pragma("foreign_key_check");
    if (Array.isArray(broken) && broken.length > 0) {
      throw new MigrationError(
        `After migrating ${database.file}, ${broken.length} rows refer to rows that do not exist: ` +
          `${JSON.stringify(broken.slice(0, 3))}. Restore the file from a backup.`,
      );
    }
  } finally {
    connection.pragma("foreign_keys = ON");
  }
}

function compareHistory(file: string, applied: readonly string[], known: readonly MigrationMeta[]): void {
  if (applied.length > known.length) {
    throw new MigrationError(
      `${file} is newer than this version of the code (${applied.length} migrations, the code knows ` +
        `${known.length}). Update the code, or point SWE_GAME_BENCH_DATA_DIR to another folder.`,
    );
  }
  const other = applied.findIndex((hash, index) => known[index]?.hash !== hash);
  if (other >= 0) {
    throw new MigrationError(
      `${file} was made by other code: its migration ${other + 1} is not the one in drizzle/. ` +
        "Use the code that made it, or point SWE_GAME_BENCH_DATA_DIR to another folder.",
    );
  }
}

function appliedHashes(database: Database): string[] {
  const { connection } = database;
  const table = connection
    .prepare("select 1 from sqlite_master where type = 'table' and name = '__drizzle_migrations'")
    .get();
  if (table === undefined) return [];
  return connection
    .prepare<[], { hash: string }>("select hash from __drizzle_migrations order by created_at, rowid")
    .all()
    .map((row) => row.hash);
}

/** An exclusive lock that the system drops when the process dies: a transaction on a file of its own. */
function withLock<T>(file: string, work: () => T): T {
  const lockFile = path.join(path.dirname(file), `.${path.basename(file)}.migrate`);
  const lock = new BetterSqlite3(lockFile, { timeout: LOCK_TIMEOUT_MS });
  try {
    lock.exec("begin exclusive");
    return work();
  } finally {
    if (lock.inTransaction) lock.exec("rollback");
    lock.close();
  }
}

/** Where the migrations of a checkout are. */
export function migrationsFolderOf(root: string): string {
  const folder = path.join(root, "drizzle");
  if (!existsSync(path.join(folder, "meta", "_journal.json"))) {
    throw new MigrationError(`No migrations in ${folder}: run this inside the checkout.`);
  }
  return folder;
}
