import { copyFile, stat, utimes } from "node:fs/promises";

/**
 * Copies an index of git together with its time. By that time git tells which files may have changed since without
 * a trace in their size and time, and reads those again; a copy of a later time would hide such a change. Git
 * compares whole seconds on most systems, so the part of a second is left off, which only makes it read more.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { atime, mtimeMs } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, Math.floor(mtimeMs / 1000));
}
