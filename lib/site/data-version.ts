import { type Database, openDatabase } from "@/lib/db/client";
import { fileIdentity } from "@/lib/db/file-identity";

/**
 * Tells the state of the database as a text that changes with every commit of any other connection, and with
 * the file itself. Takes microseconds. What cannot be read is never the same state twice.
 */
export function watchData(file: string): () => string {
  let open: { identity: string; database: Database } | null = null;
  let unreadable = 0;
  return () => {
    const identity = fileIdentity(file);
    if (identity === null) return "no database";
    try {
      if (open?.identity !== identity) {
        open?.database.close();
        open = null;
        open = { identity, database: openDatabase(file, { readonly: true }) };
      }
      return `${identity} ${open.database.connection.pragma("data_version", { simple: true })}`;
    } catch {
      unreadable += 1;
      return `unreadable ${unreadable}`;
    }
  };
}
