import path from "node:path";
import { BYTES_PER_FILE } from "../disk-charge";
import { ancestry, insidePath } from "../inside-path";
import type { FileRead } from "../types";

type Node =
  | { kind: "file"; data: Buffer; mode: number; mtimeMs: number }
  | { kind: "folder" | "link" | "pipe" | "device" };

function charge(data: Buffer): number {
  return Math.max(data.length, BYTES_PER_FILE);
}

/** A file system in memory: flat, by absolute path. */
export class FakeFiles {
  readonly #nodes = new Map<string, Node>([["/", { kind: "folder" }]]);
  readonly #limitBytes: number;
  #used = 0;

  constructor(limitBytes = Number.POSITIVE_INFINITY) {
    this.#limitBytes = limitBytes;
  }

  get isFull(): boolean {
    return this.#used >= this.#limitBytes;
  }

  /** Writes a file and the folders on its way, replacing whatever stood there. */
  write(inside: string, data: Uint8Array | string, mode = 0o644): void {
    const target = insidePath(inside);
    this.makeFolder(path.posix.dirname(target));
    this.remove(target);
    const bytes = Buffer.from(data);
    this.#nodes.set(target, { kind: "file", data: bytes, mode, mtimeMs: Date.now() });
    this.#used += charge(bytes);
  }

  makeFolder(inside: string): void {
    for (const folder of ancestry(inside)) {
      if (this.#nodes.get(folder)?.kind !== "folder") this.#nodes.set(folder, { kind: "folder" });
    }
  }

  /** Puts something that is neither file nor folder. */
  makeOdd(inside: string, kind: "link" | "pipe" | "device"): void {
    this.#nodes.set(insidePath(inside), { kind });
  }

  remove(inside: string): void {
    const target = insidePath(inside);
    const top = this.#nodes.get(target);
    if (!top) return;
    this.#drop(target, top);
    if (top.kind !== "folder") return;
    for (const [name, node] of this.#nodes) if (name.startsWith(`${target}/`)) this.#drop(name, node);
  }

  #drop(name: string, node: Node): void {
    if (node.kind === "file") this.#used -= charge(node.data);
    this.#nodes.delete(name);
  }

  /** Paths of all files, sorted. */
  list(): string[] {
    return [...this.#nodes].flatMap(([name, node]) => (node.kind === "file" ? [name] : [])).sort();
  }

  /** What stands at a path: the file's bytes and mode, or null for anything else. */
  file(inside: string): { data: Buffer; mode: number } | null {
    const node = this.#nodes.get(insidePath(inside));
    return node?.kind === "file" ? { data: node.data, mode: node.mode } : null;
  }

  read(inside: string, maxBytes: number): FileRead {
    const node = this.#nodes.get(insidePath(inside));
    if (!node) return { status: "missing" };
    if (node.kind !== "file") return { status: "refused", found: node.kind };
    const data = Buffer.from(node.data.subarray(0, maxBytes));
    return { status: "found", data, truncated: data.length < node.data.length, mtimeMs: node.mtimeMs };
  }

  copy(limitBytes: number): FakeFiles {
    const copy = new FakeFiles(limitBytes);
    for (const [name, node] of this.#nodes) copy.#nodes.set(name, node);
    return copy;
  }
}
