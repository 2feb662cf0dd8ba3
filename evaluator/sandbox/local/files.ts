import { constants, type Stats } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, realpath, rm, symlink } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { BYTES_PER_FILE } from "../disk-charge";
import { ancestry, insidePath, removablePath } from "../inside-path";
import { eachTarEntry, type TarEntry } from "../tar";
import type { FileRead } from "../types";

/** A folder that stands for the root of a sandbox. Nothing here follows a link that leads out of it. */
export class SandboxFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Where a path inside stands on this machine. */
  real(inside: string): string {
    return path.join(this.root, insidePath(inside));
  }

  /** @throws for links out of the folder, for odd entries, and what the file system throws. */
  async put(tar: Readable | Uint8Array, dir: string): Promise<void> {
    // Folders found to be inside need no second look, until the tar itself brings a link.
    const known = new Set<string>();
    await this.#makeFolders(insidePath(dir), known);
    await eachTarEntry(tar, insidePath(dir), (entry) => this.#putEntry(entry, known));
  }

  async #putEntry(entry: TarEntry, known: Set<string>): Promise<void> {
    const target = this.real(entry.path);
    if (target === path.join(this.root, "/")) return;
    await this.#makeFolders(path.posix.dirname(entry.path), known);
    const present = await lstat(target).catch(() => null);
    if (entry.kind === "folder" && present?.isDirectory()) return chmod(target, entry.mode);
    if (present || entry.kind === "link") known.clear();
    if (present) await rm(target, { recursive: true });
    if (entry.kind === "folder") await mkdir(target, { mode: entry.mode });
    else if (entry.kind === "link") await symlink(entry.target, target);
    else await writeNew(target, entry.mode, entry.data);
  }

  async #makeFolders(inside: string, known: Set<string>): Promise<void> {
    if (known.has(inside)) return;
    for (const folder of ancestry(inside)) {
      if (known.has(folder)) continue;
      if (!(await this.#stays(this.real(folder)))) await mkdir(this.real(folder), { mode: 0o755 });
      known.add(folder);
    }
  }

  /** True when the path exists and is inside, false when nothing is there. @throws when it leads out. */
  async #stays(target: string): Promise<boolean> {
    const resolved = await realpath(target).catch(() => null);
    if (resolved === null) return false;
    if (!isBelow(await realpath(this.root), resolved)) throw new Error(`${target} leads out of the sandbox`);
    return true;
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const inside of paths.map(removablePath)) {
      const target = this.real(inside);
      // A parent that leads out means that nothing of the sandbox stands at this path.
      const here = await this.#stays(path.dirname(target)).catch(() => false);
      if (here) await rm(target, { recursive: true, force: true });
    }
  }

  async read(inside: string, maxBytes: number): Promise<FileRead> {
    const target = this.real(inside);
    try {
      if (!(await this.#stays(path.dirname(target)))) return { status: "missing" };
    } catch {
      return { status: "refused", found: "link" };
    }
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(target, flags).catch((error: NodeJS.ErrnoException) => error);
    if (handle instanceof Error) return explainUnopened(target, handle);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { status: "refused", found: kindOf(stats) };
      const wanted = Math.min(maxBytes, stats.size);
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, 0);
      const truncated = stats.size > bytesRead;
      return { status: "found", data: buffer.subarray(0, bytesRead), truncated, mtimeMs: stats.mtimeMs };
    } finally {
      await handle.close();
    }
  }

  /** Bytes in use, each file charged as if on a disk of its own share. */
  async usedBytes(): Promise<number> {
    return usedBelow(this.root);
  }
}

async function usedBelow(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const full = path.join(folder, entry.name);
    const stats = await lstat(full).catch(() => null);
    bytes += Math.max((stats?.blocks ?? 0) * 512, BYTES_PER_FILE);
    if (entry.isDirectory()) bytes += await usedBelow(full);
  }
  return bytes;
}

function isBelow(root: string, target: string): boolean {
  return target === root || target.startsWith(root + path.sep);
}

async function writeNew(target: string, mode: number, data: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(target, "wx", mode);
  try {
    for await (const chunk of data) await handle.writeFile(chunk);
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

async function explainUnopened(target: string, error: NodeJS.ErrnoException): Promise<FileRead> {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return { status: "missing" };
  // A link (ELOOP), a socket or a pipe (ENXIO) cannot be opened this way, and is no file either.
  const stats = await lstat(target).catch(() => null);
  if (stats && !stats.isFile()) return { status: "refused", found: kindOf(stats) };
  throw error;
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "folder";
  if (stats.isFIFO()) return "pipe";
  if (stats.isSocket()) return "socket";
  return "device";
}
