import { fileIdentity } from "@/lib/db/file-identity";
import { WorkerFault } from "./worker-fault";

/** Tells whether the opened database is still the one that stands below its name. */
export type DatabaseWatch = {
  /** @throws WorkerFault when the file was removed or replaced: what is written goes nowhere. */
  check(): void;
};

/**
 * Remembers which file it is. A process that holds a removed file open goes on writing to it without any error,
 * and all of it is gone when the process ends.
 */
export function watchDatabaseFile(file: string): DatabaseWatch {
  const before = fileIdentity(file);
  return {
    check() {
      const now = fileIdentity(file);
      if (now !== null && now === before) return;
      const what = now === null ? "was removed" : "was replaced by another file";
      throw new WorkerFault(
        `The database ${file} ${what} while it was in use, so nothing more can be stored.`,
        "Put it back from a backup, or begin with an empty one, and run the command again.",
      );
    },
  };
}
