import type { TreeChange } from "@/evaluator/tree/diff";
import { changeTree, editTree, type TreeEdit } from "@/evaluator/tree/edit";
import { layFiles } from "@/evaluator/tree/inject";
import { type Protection, protectionOf } from "@/evaluator/tree/protect";
import { MemoryObjects, mirrorObjects, type ObjectSource } from "@/evaluator/tree/quarantine";
import { scrubTree } from "@/evaluator/tree/scrub";
import { type MirrorStore, storeOf } from "@/evaluator/tree/store";
import type { TreeContext } from "@/evaluator/tree/types";

/** What is the same for every patch of one instance. */
export type Prepared = {
  store: MirrorStore;
  /** Tree of the base commit. */
  tree: string;
  /** The base, scrubbed, without hidden tests. */
  warmTree: string;
  /** The base, scrubbed, with hidden tests. */
  gradedTree: string;
  hidden: readonly TreeEdit[];
  protection: Protection;
  /** The mirror, and the objects that preparing made. */
  objects: MemoryObjects;
};

const known = new WeakMap<TreeContext, { store: MirrorStore; made: Promise<Prepared> }>();

/** Prepares an instance once for each context object, as long as its mirror stays open. */
export async function prepare(ctx: TreeContext): Promise<Prepared> {
  const store = await storeOf(ctx.mirror);
  const before = known.get(ctx);
  if (before?.store === store) return await before.made;
  const made = prepareNow(ctx, store);
  known.set(ctx, { store, made });
  made.catch(() => known.delete(ctx));
  return await made;
}

async function prepareNow(ctx: TreeContext, store: MirrorStore): Promise<Prepared> {
  const objects = new MemoryObjects(mirrorObjects(store));
  const tree = await store.treeOf(ctx.instance.base_sha);
  const protection = await protectionOf(ctx, tree, objects);
  const warmTree = await scrubTree(ctx, tree, protection.project, objects);
  const emptied = protection.emptiedFolders.map((path) => ({ path, entry: null }));
  const hidden = [...emptied, ...layFiles(ctx.hiddenTests, objects)];
  const gradedTree = await editTree(objects, warmTree, hidden);
  return { store, tree, warmTree, gradedTree, hidden, protection, objects };
}

/**
 * The graded tree: the base with the changes that a patch may make, scrubbed like the base, and with
 * the hidden tests laid in last, so that nothing can stand over them. A pure function of its inputs.
 */
export async function gradeTree(
  ctx: TreeContext,
  prepared: Prepared,
  kept: readonly TreeChange[],
  objects: ObjectSource,
): Promise<string> {
  const changed = await changeTree(objects, prepared.tree, kept);
  if (changed === prepared.tree) return prepared.gradedTree;
  const scrubbed = await scrubTree(ctx, changed, prepared.protection.project, objects);
  return await editTree(objects, scrubbed, prepared.hidden);
}
