import { Readable } from "node:stream";
import { extract, type Pack, pack } from "tar-stream";
import type { TreeFile } from "@/evaluator/tree/types";

/** Small files and empty folders of ours, and a whole tar below a folder. Paths are relative to the tar's root. */
export type TarParts = {
  files: readonly TreeFile[];
  folders?: readonly string[];
  below?: { folder: string; tar: Uint8Array };
};

/**
 * One tar of it all: handing files to a container costs as much as starting a program there, whatever their
 * number, so it is done once.
 */
export async function tarOf({ files, folders = [], below }: TarParts): Promise<Uint8Array> {
  const archive = pack();
  const packed = collect(archive);
  for (const name of folders) archive.entry({ name, type: "directory", mode: 0o755 });
  if (below) await copyBelow(archive, below.folder, below.tar);
  for (const file of files) {
    archive.entry({ name: file.path, mode: file.mode === "100755" ? 0o755 : 0o644 }, Buffer.from(file.data));
  }
  archive.finalize();
  return await packed;
}

async function collect(archive: Pack): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of archive as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function copyBelow(archive: Pack, folder: string, tar: Uint8Array): Promise<void> {
  const reader = extract();
  Readable.from([Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength)]).pipe(reader);
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    // The long name of a pax header would stand in the way of the new one.
    archive.entry(
      { ...entry.header, name: `${folder}/${entry.header.name}`, pax: null },
      Buffer.concat(chunks),
    );
  }
}
