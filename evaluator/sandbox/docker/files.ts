import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { sandboxFailure } from "../failure";
import { ancestry, insidePath, removablePath } from "../inside-path";
import { folderTar, readFirstFile, tarStream } from "../tar";
import type { Done, FileRead, SandboxFailure } from "../types";
import { runCommand } from "./command";
import type { SandboxContainer } from "./container";
import { bounded, statusOf } from "./engine";

/** Bytes of paths in one `rm`; well below what a kernel takes as arguments. */
const ARGUMENT_BYTES = 96 * 1024;
const DONE: Done = { status: "done" };

export async function putTar(
  container: SandboxContainer,
  tar: Readable | Uint8Array,
  dir: string,
): Promise<Done | SandboxFailure> {
  const target = insidePath(dir);
  const source = tarStream(tar);
  try {
    const missing = await missingFolders(container, target);
    if (missing.length > 0) await upload(container, folderTar(missing), "/");
    await upload(container, source, target);
    return DONE;
  } catch (error) {
    source.destroy();
    return container.engine.failure(`put files into ${target}`, error);
  }
}

async function upload(container: SandboxContainer, tar: Readable, dir: string): Promise<void> {
  await container.handle.putArchive(tar, bounded("transfer", { path: dir }));
}

/** Folders on the way to `dir` that are not there yet; existing ones keep their modes and owners. */
async function missingFolders(container: SandboxContainer, dir: string): Promise<string[]> {
  const folders = ancestry(dir);
  let existing = folders.length;
  while (existing > 0 && !(await exists(container, folders[existing - 1] ?? "/"))) existing -= 1;
  return folders.slice(existing);
}

async function exists(container: SandboxContainer, path: string): Promise<boolean> {
  try {
    await container.handle.infoArchive(bounded("quick", { path }));
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

/** Deletes with the image's own `rm`, in as few commands as the length of arguments allows. */
export async function removePaths(
  container: SandboxContainer,
  paths: readonly string[],
): Promise<Done | SandboxFailure> {
  for (const part of chunkPaths(paths.map(removablePath))) {
    const { end, output } = await runCommand(container, {
      argv: ["rm", "-rf", "--", ...part],
      timeoutSeconds: 600,
      outputLimit: 4096,
    });
    if (end.kind === "exited" && end.code === 0) continue;
    const said = Buffer.concat([output.head, output.tail]).toString().trim();
    const how = end.kind === "exited" ? `exit code ${end.code}` : end.kind;
    return sandboxFailure("engine", `Removing files in the sandbox ended with ${how}: ${said}`);
  }
  return DONE;
}

export function chunkPaths(paths: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let room = 0;
  for (const path of paths) {
    const bytes = Buffer.byteLength(path) + 1;
    const last = chunks.at(-1);
    if (last && bytes <= room) last.push(path);
    else {
      chunks.push([path]);
      room = ARGUMENT_BYTES;
    }
    room -= bytes;
  }
  return chunks;
}

export async function readFile(
  container: SandboxContainer,
  path: string,
  maxBytes: number,
): Promise<FileRead | SandboxFailure> {
  const target = insidePath(path);
  const doing = `read ${target}`;
  try {
    const options = bounded("transfer", { path: target });
    const answer = (await container.handle.getArchive(options)) as IncomingMessage;
    answer.on("error", () => {});
    const stat = pathStat(answer);
    const odd = oddKind(stat.mode);
    if (odd) {
      answer.destroy();
      return { status: "refused", found: odd };
    }
    const file = await readFirstFile(answer, maxBytes);
    if (file.status === "other") return { status: "refused", found: file.type };
    if (file.status === "cut") return container.engine.failure(doing, new Error("the transfer was cut"));
    const mtimeMs = stat.mtimeMs ?? file.mtimeMs;
    return { status: "found", data: file.data, truncated: file.size > file.data.length, mtimeMs };
  } catch (error) {
    // 500 "not a directory": something on the way is a file, so nothing can stand there.
    if (/could not find the file|no such file|not a directory/i.test(String(error)))
      return { status: "missing" };
    return container.engine.failure(doing, error);
  }
}

/** Type bits of Go's `fs.FileMode`, which the engine sends along with an archive. */
const ODD_KINDS: [bit: number, kind: string][] = [
  [31, "folder"],
  [27, "link"],
  [26, "device"],
  [25, "pipe"],
  [24, "socket"],
  [21, "device"],
  [19, "irregular file"],
];

function oddKind(mode: number): string | null {
  return ODD_KINDS.find(([bit]) => Math.floor(mode / 2 ** bit) % 2 === 1)?.[1] ?? null;
}

function pathStat(answer: IncomingMessage): { mode: number; mtimeMs: number | null } {
  const header = answer.headers["x-docker-container-path-stat"];
  try {
    const stat: unknown = JSON.parse(Buffer.from(String(header), "base64").toString());
    if (typeof stat !== "object" || stat === null) return { mode: 0, mtimeMs: null };
    const mode = "mode" in stat ? Number(stat.mode) : 0;
    const mtimeMs = "mtime" in stat ? Date.parse(String(stat.mtime)) : Number.NaN;
    return { mode, mtimeMs: Number.isNaN(mtimeMs) ? null : mtimeMs };
  } catch {
    return { mode: 0, mtimeMs: null };
  }
}
