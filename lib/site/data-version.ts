import { statSync } from "node:fs";
import { type Database, openDatabase } from "@/lib/db/client";

/**
 * Tells the state of the database as a text that changes with every commit of any other connection, and with
 * the file itself. Takes microseconds. What cannot be read is never the same state twice.
 */
export function watchData(file: string): () => string {
  let open: { inode: number; database: Database } | null = null;
  let unreadable = 0;
  return () => {
    const inode = statSync(file, { throwIfNoEntry: false })?.ino;
    if (inode === undefined) return "no database";
    try {
      if (open?.inode !== inode) {
        open?.database.close();
        open = null;
        open = { inode, database: openDatabase(file, { readonly: true }) };
      }
      return `${inode} ${open.database.connection.pragma("data_version", { simple: true })}`;
    } catch {
      unreadable += 1;
      return `unreadable ${unreadable}`;
    }
  };
}
