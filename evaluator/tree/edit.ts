import { EMPTY_TREE } from "@/evaluator/tree/bare";
import { entriesOf, type Side, type TreeChange } from "@/evaluator/tree/diff";
import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { encodeTree, MODE_TREE, type TreeEntry } from "@/evaluator/tree/tree-object";

/** Puts a file or folder at a path, or takes away what is there (`entry: null`). Later edits win. */
export type TreeEdit = { path: string; entry: Side | null };

type Node = { entry?: Side | null; children: Map<string, Node> };

/**
 * The tree that comes of edits to another one. Where a file and a folder claim one path the edit
 * wins over what was there, and an addition below a path wins over a file at it. Empty folders go.
 */
export async function editTree(
  source: ObjectSource,
  root: string,
  edits: readonly TreeEdit[],
): Promise<string> {
  if (edits.length === 0) return root;
  const plan: Node = { children: new Map() };
  for (const edit of edits) note(plan, edit);
  const result = await editFolder(source, root, plan);
  return result ?? EMPTY_TREE;
}

/** The tree that comes of the changes of a difference. */
export async function changeTree(
  source: ObjectSource,
  root: string,
  changes: readonly TreeChange[],
): Promise<string> {
  return await editTree(
    source,
    root,
    changes.map(({ path, new: side }) => ({ path, entry: side ?? null })),
  );
}

function note(plan: Node, edit: TreeEdit): void {
  let node = plan;
  for (const name of edit.path.split("/")) {
    const next = node.children.get(name) ?? { children: new Map() };
    node.children.set(name, next);
    node = next;
  }
  node.entry = edit.entry;
  // A whole folder or file put here, or taken away, ends what earlier edits said about its inside.
  node.children.clear();
}

/** The new folder's name, or null when nothing is left in it. */
async function editFolder(
  source: ObjectSource,
  folder: string | undefined,
  plan: Node,
): Promise<string | null> {
  const entries = new Map((await entriesOf(source, folder)).map((entry) => [entry.name, entry]));
  for (const [name, node] of plan.children) {
    const entry = await editEntry(source, entries.get(name), node, name);
    if (entry === null) entries.delete(name);
    else entries.set(name, entry);
  }
  if (entries.size === 0) return null;
  return source.put("tree", encodeTree([...entries.values()]));
}

async function editEntry(
  source: ObjectSource,
  existing: TreeEntry | undefined,
  node: Node,
  name: string,
): Promise<TreeEntry | null> {
  const start = node.entry === undefined ? existing : node.entry;
  if (node.children.size === 0) return start ? { mode: start.mode, name, id: start.id } : null;
  const isFolder = start?.mode === MODE_TREE;
  if (start && !isFolder && !adds(node)) return { mode: start.mode, name, id: start.id };
  const id = await editFolder(source, isFolder ? start.id : undefined, node);
  return id === null ? null : { mode: MODE_TREE, name, id };
}

function adds(node: Node): boolean {
  return [...node.children.values()].some((child) => Boolean(child.entry) || adds(child));
}
