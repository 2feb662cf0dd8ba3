import { type Pack, pack } from "tar-stream";
import { EMPTY_TREE } from "@/evaluator/tree/bare";
import { diffTrees, lookUp, type TreeChange } from "@/evaluator/tree/diff";
import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { missing } from "@/evaluator/tree/store";
import { MODE_TREE, toText } from "@/evaluator/tree/tree-object";
import type { TreeDelta } from "@/evaluator/tree/types";

type Objects = Pick<ObjectSource, "blob" | "tree">;

/** The same difference with its tar as a stream, for trees that do not fit into memory. */
export type DeltaStream = { tar: AsyncIterable<Uint8Array>; deletions: string[]; files: number };

/**
 * What turns a folder that holds `from` into one that holds `to`: first remove `deletions`, then unpack
 * the tar over it. Links and submodules are neither written nor expected to be there: nothing that a
 * repository holds can lead out of the folder. Files are dated `mtime`, newer than any import.
 */
export async function streamDelta(
  objects: Objects,
  from: string,
  to: string,
  mtime = new Date(),
): Promise<DeltaStream> {
  const changes = await diffTrees(objects, from, to);
  const written = changes.filter((change) => isRegular(change.new));
  const gone = changes.filter((change) => isRegular(change.old) && !isRegular(change.new));
  return {
    tar: writeTar(objects, written, mtime),
    deletions: [...(await wholeFolders(objects, to, gone)), ...(await inTheWay(objects, from, written))],
    files: written.length,
  };
}

/** The difference of two trees, ready to be put into a sandbox. */
export async function treeDelta(
  objects: Objects,
  from: string,
  to: string,
  mtime?: Date,
): Promise<TreeDelta> {
  const stream = await streamDelta(objects, from, to, mtime);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream.tar) chunks.push(chunk);
  return { tar: Buffer.concat(chunks), deletions: stream.deletions, files: stream.files };
}

function isRegular(side: TreeChange["new"]): boolean {
  return side?.mode.startsWith("100") ?? false;
}

async function* writeTar(
  objects: Objects,
  changes: readonly TreeChange[],
  mtime: Date,
): AsyncGenerator<Uint8Array> {
  const tar = pack();
  const write = async () => {
    for (const change of changes) await writeEntry(tar, change, objects, mtime);
    tar.finalize();
  };
  const writing = write().catch((error: unknown) => tar.destroy(asError(error)));
  for await (const chunk of tar as AsyncIterable<Buffer>) yield chunk;
  await writing;
}

async function writeEntry(
  tar: Pack,
  { path, new: side }: TreeChange,
  objects: Objects,
  mtime: Date,
): Promise<void> {
  if (side === undefined) return;
  const data = await objects.blob(side.id);
  if (data === null) throw missing(`the file ${toText(path)} (${side.id})`);
  const mode = side.mode === "100755" ? 0o755 : 0o644;
  const header = { name: toText(path), type: "file" as const, mode, mtime, size: data.length };
  // Written through the entry's own stream, which waits until the reader has room.
  await new Promise<void>((resolve, reject) => {
    tar.entry(header, (error) => (error ? reject(error) : resolve())).end(data);
  });
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}

/** Deleted files; a folder of which nothing is left is named once, with all that the editor put in it. */
async function wholeFolders(objects: Objects, to: string, gone: readonly TreeChange[]): Promise<string[]> {
  const paths = new Set<string>();
  const left = new Map<string, boolean>();
  for (const { path } of gone) {
    const parts = path.split("/");
    let top = path;
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join("/");
      const stays = left.get(folder) ?? (await lookUp(objects, to, folder))?.mode === MODE_TREE;
      left.set(folder, stays);
      if (stays) continue;
      top = folder;
      break;
    }
    paths.add(toText(top));
  }
  return [...paths];
}

/**
 * New paths at which the editor may have left something of the other kind, such as `Some.cs.meta` where a patch
 * brings a folder of that name, or its folder `Logs` in the place of a file: unpacking would fail at them.
 */
async function inTheWay(objects: Objects, from: string, written: readonly TreeChange[]): Promise<string[]> {
  if (from === EMPTY_TREE) return [];
  const paths = new Set<string>();
  for (const { path, old } of written) {
    const parts = path.split("/");
    const looksOdd = parts.slice(0, -1).some(likeFile) || !likeFile(parts.at(-1) ?? "");
    if (old !== undefined || !looksOdd) continue;
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const top = parts.slice(0, depth).join("/");
      const there = await lookUp(objects, from, top);
      if (there !== null) continue;
      paths.add(toText(top));
      break;
    }
  }
  return [...paths];
}

/** A name as the editor gives to files; its folders have no ending, or begin with a dot. */
function likeFile(name: string): boolean {
  return name.lastIndexOf(".") > 0;
}
