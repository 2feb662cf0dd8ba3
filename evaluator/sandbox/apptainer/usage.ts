import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { BYTES_PER_FILE } from "../disk-charge";

/**
 * Bytes that programs of a sandbox wrote, each file charged as if on a disk of its own share. A folder that
 * cannot be looked into counts as endless: nothing may hide from the limit.
 */
export async function writtenBytes(folders: readonly string[]): Promise<number> {
  const sums = await Promise.all(folders.map(usedBelow));
  return sums.reduce((all, bytes) => all + bytes, 0);
}

async function usedBelow(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (entries instanceof Error)
    return entries.code === "ENOENT" || entries.code === "ENOTDIR" ? 0 : Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const full = path.join(folder, entry.name);
    const stats = await lstat(full).catch(() => null);
    bytes += Math.max((stats?.blocks ?? 0) * 512, BYTES_PER_FILE);
    if (entry.isDirectory()) bytes += await usedBelow(full);
  }
  return bytes;
}
