import { Readable } from "node:stream";
import { pack } from "tar-stream";
import type { TreeFile } from "@/evaluator/tree/types";

/** A tar of a few small files (a licence, a canary) and empty folders. */
export function tarOf(files: readonly TreeFile[], folders: readonly string[] = []): Readable {
  const archive = pack();
  for (const name of folders) archive.entry({ name, type: "directory", mode: 0o755 });
  for (const file of files) {
    archive.entry({ name: file.path, mode: file.mode === "100755" ? 0o755 : 0o644 }, Buffer.from(file.data));
  }
  archive.finalize();
  return Readable.from(archive as AsyncIterable<Buffer>);
}
