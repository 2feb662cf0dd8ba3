import { createHash } from "node:crypto";

/** One line of a git tree object. The name is kept as bytes in latin1, so that any name survives. */
export type TreeEntry = { mode: string; name: string; id: string };

export const MODE_TREE = "40000";
export const MODE_LINK = "120000";
export const MODE_SUBMODULE = "160000";

/** The name of an object: SHA-1 over its header and content, as git computes it. */
export function objectId(type: "blob" | "tree" | "commit", data: Uint8Array): string {
  return createHash("sha1").update(`${type} ${data.length}\0`).update(data).digest("hex");
}

/** Reads the content of a tree object. */
export function parseTree(data: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at);
    const zero = data.indexOf(0, space);
    if (space < 0 || zero < 0 || zero + 21 > data.length) throw new Error("A tree object is damaged.");
    entries.push({
      mode: data.toString("latin1", at, space),
      name: data.toString("latin1", space + 1, zero),
      id: data.toString("hex", zero + 1, zero + 21),
    });
    at = zero + 21;
  }
  return entries;
}

/** Writes entries in git's order: a folder sorts as if its name ended in a slash. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const key = (entry: TreeEntry) => (entry.mode === MODE_TREE ? `${entry.name}/` : entry.name);
  const sorted = [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap((entry) => [
      Buffer.from(`${entry.mode} ${entry.name}\0`, "latin1"),
      Buffer.from(entry.id, "hex"),
    ]),
  );
}

/** Paths cross the border to the rest of the project as UTF-8 text; inside they are latin1 bytes. */
export function toText(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

export function toBytes(path: string): string {
  return Buffer.from(path, "utf8").toString("latin1");
}

/** True for a path whose bytes are UTF-8. */
export function isUtf8(path: string): boolean {
  return toBytes(toText(path)) === path;
}
