import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { count, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";

export const MIGRATIONS = path.resolve(import.meta.dirname, "../../drizzle");

/** A folder that `remove` deletes with all that is in it. */
export function temporaryFolder(): { dir: string; remove(): void } {
  const dir = mkdtempSync(path.join(tmpdir(), "swe-game-bench-test-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A migrated database file in a folder of its own. */
export function temporaryDatabase(file = "test.sqlite"): { database: Database; dir: string; remove(): void } {
  const { dir, remove } = temporaryFolder();
  const database = openDatabase(path.join(dir, file));
  migrateDatabase(database, MIGRATIONS);
  return {
    database,
    dir,
    remove: () => {
      database.close();
      remove();
    },
  };
}

/** Rows of a table, all or those that meet a condition. */
export function countRows(database: Database, table: SQLiteTable, where?: SQL): number {
  return database.query.select({ count: count() }).from(table).where(where).get()?.count ?? 0;
}
