import Database from "better-sqlite3";

/** Reads a database of another process without touching it. */
export class DatabaseSync {
  constructor(private readonly file: string) {}

  all(sql: string): Record<string, unknown>[] {
    const database = new Database(this.file, { readonly: true, fileMustExist: true });
    try {
      return database.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  }
}
