import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { missing } from "@/evaluator/tree/store";
import { MODE_TREE, type TreeEntry } from "@/evaluator/tree/tree-object";

/** A file on one side of a difference; mode as six digits. */
export type Side = { mode: string; id: string };
/** One path that differs. Paths are bytes in latin1. */
export type TreeChange = { path: string; old?: Side; new?: Side };

/**
 * The difference of two trees, file by file, as `git diff-tree -r --raw --no-renames` gives it:
 * sorted by path, a rename as one deletion and one addition. Folders that are equal are not read.
 */
export async function diffTrees(
  source: Pick<ObjectSource, "tree">,
  from: string,
  to: string,
): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  await compareFolders(source, from, to, "", changes);
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Tree = string | undefined;

async function compareFolders(
  source: Pick<ObjectSource, "tree">,
  from: Tree,
  to: Tree,
  prefix: string,
  changes: TreeChange[],
): Promise<void> {
  if (from === to) return;
  const before = byName(await entriesOf(source, from));
  const after = byName(await entriesOf(source, to));
  const names = new Set([...before.keys(), ...after.keys()]);
  for (const name of names) {
    const old = before.get(name);
    const now = after.get(name);
    if (old?.id === now?.id && old?.mode === now?.mode) continue;
    const path = prefix + name;
    const oldFile = asFile(old);
    const newFile = asFile(now);
    if (oldFile?.id !== newFile?.id || oldFile?.mode !== newFile?.mode) {
      changes.push({ path, ...(oldFile && { old: oldFile }), ...(newFile && { new: newFile }) });
    }
    await compareFolders(source, asFolder(old), asFolder(now), `${path}/`, changes);
  }
}

export async function entriesOf(source: Pick<ObjectSource, "tree">, id: Tree): Promise<TreeEntry[]> {
  if (id === undefined) return [];
  const entries = await source.tree(id);
  if (entries === null) throw missing(`the tree ${id}`);
  return entries;
}

function byName(entries: readonly TreeEntry[]): Map<string, TreeEntry> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function asFolder(entry: TreeEntry | undefined): Tree {
  return entry?.mode === MODE_TREE ? entry.id : undefined;
}

function asFile(entry: TreeEntry | undefined): Side | undefined {
  return entry === undefined || entry.mode === MODE_TREE
    ? undefined
    : { mode: canonical(entry.mode), id: entry.id };
}

/** Old repositories hold modes like 100664; git takes them for one of its two. */
function canonical(mode: string): string {
  if (!mode.startsWith("100")) return mode;
  return Number.parseInt(mode, 8) & 0o100 ? "100755" : "100644";
}

/** What stands at a path of a tree: a file, a folder, or nothing. */
export async function lookUp(
  source: Pick<ObjectSource, "tree">,
  root: string,
  path: string,
): Promise<Side | null> {
  let at: Side = { mode: MODE_TREE, id: root };
  for (const name of path.split("/")) {
    if (at.mode !== MODE_TREE) return null;
    const entry = (await entriesOf(source, at.id)).find((candidate) => candidate.name === name);
    if (entry === undefined) return null;
    at = { mode: entry.mode === MODE_TREE ? MODE_TREE : canonical(entry.mode), id: entry.id };
  }
  return at;
}
