import { existsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEND: Readonly<Record<string, string>> = {
  ENOSPC: "Make room on that disk",
  SQLITE_FULL: "Make room on the disk of the data folder",
  EDQUOT: "Make room in that disk's quota",
  EROFS: "Choose a folder that can be written",
  EACCES: "Give this account the right to it",
  EPERM: "Give this account the right to it",
  ENOTDIR: "Choose a folder; a part of this path is a file",
  SQLITE_READONLY: "Give this account the right to write the database",
  SQLITE_CANTOPEN: "Give this account the right to the data folder",
  SQLITE_IOERR: "Look after that disk",
  SQLITE_CORRUPT: "The database is damaged: put a backup in its place, or move it away for an empty one",
  SQLITE_NOTADB: "The database is damaged: put a backup in its place, or move it away for an empty one",
  EMFILE: "Raise the limit of open files (ulimit -n)",
  ENFILE: "Raise the system's limit of open files",
};

/** A database whose schema is not what its history says: somebody took a part away, or a copy was cut short. */
const INCOMPLETE = /no such (table|column)|already exists|duplicate column/;
const SETTINGS = "SWE_GAME_BENCH_DATA_DIR, SWE_GAME_BENCH_RUNS_DIR and TMPDIR choose the folders";

/** What to tell of a file, folder or database that this machine does not give; null for any other error. */
export function diskFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { path } = error as NodeJS.ErrnoException;
  const mend = mendOf(error);
  // What a library wraps is told all the same.
  if (mend === null) return diskFault(error.cause);
  const { code = "" } = error as NodeJS.ErrnoException;
  const what = path ?? (code.startsWith("SQLITE") ? "The database" : "A file");
  return `${what} cannot be used: ${error.message}\n${mend} (${SETTINGS}), and run the command again.`;
}

function mendOf(error: NodeJS.ErrnoException): string | null {
  const { code = "", message, path } = error;
  if (code === "SQLITE_ERROR" && INCOMPLETE.test(message)) return MEND.SQLITE_CORRUPT ?? null;
  if (code === "ENOENT" && path?.startsWith(tmpdir()) && !existsSync(tmpdir()))
    return "Make the folder for temporary files, or name another";
  // SQLite's longer codes say more of the same: SQLITE_IOERR_WRITE.
  const [short] = /^SQLITE_[A-Z]+/.exec(code) ?? [code];
  return MEND[short] ?? null;
}
