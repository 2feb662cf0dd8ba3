import { applyPatch, isBlank } from "@/evaluator/tree/apply";
import { type DeltaStream, streamDelta, treeDelta } from "@/evaluator/tree/delta";
import type { TreeChange } from "@/evaluator/tree/diff";
import { changeTree } from "@/evaluator/tree/edit";
import { integrityFlags } from "@/evaluator/tree/flags";
import { gradeTree, type Prepared, prepare } from "@/evaluator/tree/graded";
import { MAX_NAMED } from "@/evaluator/tree/limits";
import { type Overwritten, protect, protectionFlags } from "@/evaluator/tree/protect";
import { MemoryObjects, type ObjectSource, Quarantine } from "@/evaluator/tree/quarantine";
import { boundRefusals, refusals, shortened, tooManyFiles } from "@/evaluator/tree/refuse";
import { sizeRefusals } from "@/evaluator/tree/size";
import { touchedFiles } from "@/evaluator/tree/touched";
import { toText } from "@/evaluator/tree/tree-object";
import type { TreeContext, TreeDelta } from "@/evaluator/tree/types";
import type { IntegrityFlag, PatchCheck, Refusal } from "@/lib/domain/patch";

/**
 * The tree pipeline, as one reads it: a patch text is applied to the base (candidate tree), what it
 * may not decide is put back and the hidden tests are laid in (graded tree); the graded tree's hash
 * is the identity of the work. Nothing here runs the project or writes into the mirror.
 */
export type AppliedCheck = Extract<PatchCheck, { status: "applied" }>;

/** A graded tree that can be read for as long as the callback it was given to runs. */
export type GradedTree = {
  /** Hash of the tree that is run. */
  tree: string;
  /** Hash of the tree that warm images hold: the base, scrubbed, without hidden tests. */
  warmTree: string;
  objects: ObjectSource;
  /** What turns the warm tree (or another) into this one. */
  delta(from?: string): Promise<TreeDelta>;
  deltaStream(from?: string): Promise<DeltaStream>;
};

/** Applies one patch text and tells everything about it that needs no run. */
export async function checkPatch(
  ctx: TreeContext,
  patch: Uint8Array | null,
  signal?: AbortSignal,
): Promise<PatchCheck> {
  return await examine(ctx, patch, signal, async (check) => check);
}

/**
 * Checks a patch and, when it may run, gives its graded tree to `use`. The result of `use` is null
 * for a patch that is empty, does not apply or is refused.
 */
export async function withGradedTree<T>(
  ctx: TreeContext,
  patch: Uint8Array | null,
  use: (graded: GradedTree, check: AppliedCheck) => Promise<T>,
  signal?: AbortSignal,
): Promise<{ check: PatchCheck; result: T | null }> {
  return await examine(ctx, patch, signal, async (check, prepared, objects) => {
    if (check.status !== "applied" || check.refusals.length > 0) return { check, result: null };
    return { check, result: await use(gradedTree(check.gradedTree, prepared, objects), check) };
  });
}

/** The same for the base itself: the hidden tests laid over it, no patch. */
export async function withBaseTree<T>(ctx: TreeContext, use: (graded: GradedTree) => Promise<T>): Promise<T> {
  const prepared = await prepare(ctx);
  return await use(gradedTree(prepared.gradedTree, prepared, prepared.objects));
}

/** The tree of the base commit, and what warm images hold of it (scrubbed, no hidden tests). */
export async function baseTree(ctx: TreeContext): Promise<{ tree: string; warmTree: string }> {
  const { tree, warmTree } = await prepare(ctx);
  return { tree, warmTree };
}

/** The base's graded tree: a patch that gives the same one changes nothing and is never run. */
export async function baseGradedTree(ctx: TreeContext): Promise<string> {
  return (await prepare(ctx)).gradedTree;
}

type Examined<T> = (check: PatchCheck, prepared: Prepared, objects: ObjectSource) => Promise<T>;

async function examine<T>(
  ctx: TreeContext,
  patch: Uint8Array | null,
  signal: AbortSignal | undefined,
  use: Examined<T>,
): Promise<T> {
  const prepared = await prepare(ctx);
  if (patch === null || isBlank(patch)) return await use({ status: "empty" }, prepared, prepared.objects);
  return await Quarantine.run(prepared.store, prepared.tree, async (quarantine) => {
    const applied = await applyPatch(quarantine, patch, signal);
    if (applied.status === "too-many") {
      const refused = outOfBounds(prepared, applied.repaired, [], [tooManyFiles(applied.files)]);
      return await use(refused, prepared, prepared.objects);
    }
    if (applied.status !== "applied") return await use(applied, prepared, prepared.objects);
    const changes = quarantine.changes();
    const bounds = boundRefusals(changes);
    if (bounds.length > 0) {
      const refused = outOfBounds(prepared, applied.repaired, changes, bounds);
      return await use(refused, prepared, prepared.objects);
    }
    await quarantine.proveChanged(changes);
    const objects = new MemoryObjects(quarantine.objects(prepared.objects));
    const { kept, overwritten } = protect(changes, prepared.protection);
    const check: AppliedCheck = {
      status: "applied",
      candidateTree: await changeTree(objects, prepared.tree, changes),
      gradedTree: await gradeTree(ctx, prepared, kept, objects),
      touched: touchedFiles(changes),
      refusals: [
        ...refusals(changes, patch, prepared.protection.project),
        ...(await sizeRefusals(changes, patch, quarantine)),
      ],
      flags: await allFlags(changes, overwritten, objects),
      overwritten: overwritten.map(({ change }) => toText(change.path)),
      repaired: applied.repaired,
    };
    return await use(check, prepared, objects);
  });
}

/** A patch of which no tree is made, since its names or their number could fell whoever tries. */
function outOfBounds(
  { tree, gradedTree }: Prepared,
  repaired: boolean,
  changes: readonly TreeChange[],
  refused: Refusal[],
): AppliedCheck {
  const touched = touchedFiles(changes.slice(0, MAX_NAMED));
  return {
    status: "applied",
    candidateTree: tree,
    gradedTree,
    touched: touched.map((file) => ({ ...file, path: shortened(file.path) })),
    refusals: refused,
    flags: [],
    overwritten: [],
    repaired,
  };
}

/** What was undone says more of a path than the rule that its name raises. */
async function allFlags(
  changes: TreeChange[],
  overwritten: Overwritten[],
  objects: ObjectSource,
): Promise<IntegrityFlag[]> {
  const undone = await protectionFlags(overwritten, objects);
  const raised = await integrityFlags(changes, objects);
  const isKnown = (flag: IntegrityFlag) =>
    undone.some((other) => other.rule === flag.rule && other.path === flag.path);
  return [...undone, ...raised.filter((flag) => !isKnown(flag))];
}

function gradedTree(tree: string, { warmTree }: Prepared, objects: ObjectSource): GradedTree {
  return {
    tree,
    warmTree,
    objects,
    delta: (from = warmTree) => treeDelta(objects, from, tree),
    deltaStream: (from = warmTree) => streamDelta(objects, from, tree),
  };
}
