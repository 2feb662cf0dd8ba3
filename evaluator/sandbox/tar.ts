import { Readable } from "node:stream";
import { extract, pack } from "tar-stream";
import { insidePath } from "./inside-path";

/**
 * A tar as a stream, whichever way it was given. The result also ends with an error when the given stream was
 * broken before: to pipe from a destroyed stream would wait for ever.
 */
export function tarStream(tar: Readable | Uint8Array): Readable {
  if (tar instanceof Uint8Array) {
    return Readable.from([Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength)]);
  }
  // Its error reaches whoever reads; without a listener it would end the process before that.
  tar.on("error", () => {});
  return Readable.from(tar);
}

/** A tar of folders owned by root, parents first. */
export function folderTar(folders: readonly string[]): Readable {
  const tar = pack();
  for (const folder of folders) {
    tar.entry({ name: `${folder.replace(/^\/+/, "")}/`, type: "directory", mode: 0o755, uid: 0, gid: 0 });
  }
  tar.finalize();
  // A pack is a stream of another library: wrapped, it errs and closes like all others here.
  return Readable.from(tar);
}

export type FirstFile =
  | { status: "file"; data: Buffer; size: number; mtimeMs: number }
  | { status: "other"; type: string }
  /** The stream ended before what it announced. */
  | { status: "cut" };

/** Reads the first entry of a tar as a file, at most `maxBytes` of it, and leaves the rest unread. */
export async function readFirstFile(source: Readable, maxBytes: number): Promise<FirstFile> {
  const entries = extract();
  source.on("error", (error) => entries.destroy(error));
  source.on("close", () => !source.readableEnded && entries.destroy(new Error("the transfer was cut")));
  source.pipe(entries);
  try {
    for await (const entry of entries) {
      const { type, size = 0, mtime } = entry.header;
      if (type !== "file" && type !== "contiguous-file") return { status: "other", type: type ?? "unknown" };
      const data = await takeBytes(entry as AsyncIterable<Buffer>, Math.min(maxBytes, size));
      if (data.length < Math.min(maxBytes, size)) return { status: "cut" };
      return { status: "file", data, size, mtimeMs: mtime?.getTime() ?? 0 };
    }
    return { status: "cut" };
  } finally {
    entries.on("error", () => {});
    source.unpipe(entries);
    source.destroy();
    entries.destroy();
  }
}

async function takeBytes(stream: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (limit === 0) return Buffer.alloc(0);
  for await (const chunk of stream) {
    chunks.push(chunk.subarray(0, limit - bytes));
    bytes += chunk.length;
    if (bytes >= limit) break;
  }
  return Buffer.concat(chunks);
}

export type TarEntry =
  | { kind: "file"; path: string; mode: number; data: AsyncIterable<Buffer> }
  | { kind: "folder"; path: string; mode: number }
  | { kind: "link"; path: string; target: string };

/**
 * Hands over the entries of a tar one after the other, with paths below `dir`.
 * @throws for a path that leaves `dir`, for hard links, devices and pipes, and for a tar that is cut.
 */
export async function eachTarEntry(
  tar: Readable | Uint8Array,
  dir: string,
  take: (entry: TarEntry) => Promise<void>,
): Promise<void> {
  const entries = extract();
  const source = tarStream(tar);
  source.on("error", (error) => entries.destroy(error));
  source.pipe(entries);
  for await (const entry of entries) {
    const { name, type, mode = 0o644, linkname } = entry.header;
    const path = insidePath(`${dir}/${name}`);
    if (type === "file" || type === "contiguous-file") {
      await take({ kind: "file", path, mode: mode & 0o777, data: entry as AsyncIterable<Buffer> });
    } else if (type === "directory") await take({ kind: "folder", path, mode: mode & 0o777 });
    else if (type === "symlink") await take({ kind: "link", path, target: linkname ?? "" });
    else throw new Error(`the tar holds a ${type ?? "nameless thing"} at ${name}, which is never put`);
    entry.resume();
  }
}
