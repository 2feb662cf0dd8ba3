import Database from "better-sqlite3";

/** A database of another process: read without touching it, or changed on purpose. */
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

  run(sql: string): void {
    const database = new Database(this.file, { fileMustExist: true });
    try {
      database.exec(sql);
    } finally {
      database.close();
    }
  }
}
