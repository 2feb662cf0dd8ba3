import path from "node:path";
import BetterSqlite3, { type Database as Connection, type RunResult } from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { makeFolder } from "./make-folder";
import * as schema from "./schema";

/** A database or a transaction on it: all that queries need. */
export type Queryable = BaseSQLiteDatabase<"sync", RunResult, typeof schema>;

/** An open database file. Close it when the process is done with it. */
export type Database = {
  readonly file: string;
  readonly query: Queryable;
  /** The driver's own connection, for pragmas and tests. */
  readonly connection: Connection;
  /**
   * Runs `work` in one transaction that takes the write lock first: a transaction that reads and then
   * writes would otherwise fail with SQLITE_BUSY whatever the timeout.
   */
  write<T>(work: (tx: Queryable) => T): T;
  close(): void;
};

/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/** Opens a SQLite file with the pragmas that several processes at once need; creates it unless read-only. */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Database {
  const readonly = options.readonly ?? false;
  if (!readonly) makeFolder(path.dirname(file));
  const connection = new BetterSqlite3(file, { readonly, fileMustExist: readonly, timeout: BUSY_TIMEOUT_MS });
  if (!readonly) {
    switchToWriteAheadLog(connection);
    connection.pragma("synchronous = NORMAL");
  }
  connection.pragma("foreign_keys = ON");
  const query = drizzle(connection, { schema });
  return {
    file,
    query,
    connection,
    write: (work) => query.transaction((tx) => work(tx), { behavior: "immediate" }),
    close: () => connection.close(),
  };
}

/**
 * Several processes that open a new file at once get SQLITE_BUSY here at once: SQLite does not wait for the
 * lock that changing the journal mode takes, whatever the timeout.
 */
function switchToWriteAheadLog(connection: Connection): void {
  for (const end = Date.now() + BUSY_TIMEOUT_MS; ; pauseHere(10)) {
    try {
      connection.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      const busy = error instanceof BetterSqlite3.SqliteError && error.code.startsWith("SQLITE_BUSY");
      if (!busy || Date.now() > end) throw error;
    }
  }
}

/** Waits without giving way: opening is synchronous, like every call of the driver. */
function pauseHere(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
