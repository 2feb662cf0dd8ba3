const MEND: Readonly<Record<string, string>> = {
  ENOSPC: "Make room on that disk",
  SQLITE_FULL: "Make room on the disk of the data folder",
  EDQUOT: "Make room in that disk's quota",
  EROFS: "Choose a folder that can be written",
  EACCES: "Give this account the right to it",
  EPERM: "Give this account the right to it",
  ENOTDIR: "Choose a folder; a part of this path is a file",
  EMFILE: "Raise the limit of open files (ulimit -n)",
  ENFILE: "Raise the system's limit of open files",
};

/** What to tell of a file or folder that this machine does not give; null for any other error. */
export function diskFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path } = error as NodeJS.ErrnoException;
  const mend = code === undefined ? undefined : MEND[code];
  // What a library wraps is told all the same.
  if (mend === undefined) return diskFault(error.cause);
  const settings = "SWE_GAME_BENCH_DATA_DIR and SWE_GAME_BENCH_RUNS_DIR choose the folders";
  return `${path ?? "A file"} cannot be used: ${error.message}\n${mend} (${settings}), and run the command again.`;
}
