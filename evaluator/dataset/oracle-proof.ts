import { lookUp } from "@/evaluator/tree/diff";
import { type AppliedCheck, type GradedTree, withGradedTree } from "@/evaluator/tree/pipeline";
import { mirrorObjects } from "@/evaluator/tree/quarantine";
import { storeOf } from "@/evaluator/tree/store";
import { toBytes } from "@/evaluator/tree/tree-object";
import type { Mirror, TreeContext } from "@/evaluator/tree/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { fileHit } from "@/lib/domain/patch";

/** What is wrong with an oracle patch, each as one sentence; empty when it is proven. */
export type OracleProof = { problems: string[]; touched: number };

/**
 * Proves an oracle patch through the pipeline that every patch takes: it applies to the base, is not
 * refused, touches the target files and no others, and leaves each with the bytes and mode of the fix.
 */
export async function proveOracle(
  mirror: Mirror,
  { instance, repo }: InstanceEntry,
  patch: Uint8Array,
  signal?: AbortSignal,
): Promise<OracleProof> {
  // Scrub steps, hooks and hidden tests come after the candidate tree, which alone is judged here.
  const ctx: TreeContext = {
    mirror,
    instance,
    repo: { ...repo, scrub: [] },
    hiddenTests: [],
    oraclePaths: instance.target_files,
  };
  const { check, result } = await withGradedTree(
    ctx,
    patch,
    (graded, applied) => compareWithFix(ctx, graded, applied),
    signal,
  );
  if (check.status === "empty") return { problems: ["it is empty"], touched: 0 };
  if (check.status !== "applied")
    return { problems: [`it does not apply to base_sha: ${check.message}`], touched: 0 };
  const problems = check.refusals.map((refusal) => `it would be refused: ${refusal.message}`);
  const { touched } = check;
  const targets = new Set(instance.target_files);
  const others = touched.map((file) => file.path).filter((path) => !targets.has(path));
  if (others.length > 0) problems.push(`it changes files that are no targets: ${others.join(", ")}`);
  if (!fileHit(touched, instance.target_files).all) {
    const hit = new Set(touched.filter((file) => file.contentChanged).map((file) => file.path));
    const missed = instance.target_files.filter((path) => !hit.has(path));
    problems.push(`it leaves target files as they are: ${missed.join(", ")}`);
  }
  return { problems: [...problems, ...(result ?? [])], touched: touched.length };
}

/** Target files whose content or mode is not the one of the fix. */
async function compareWithFix(ctx: TreeContext, graded: GradedTree, check: AppliedCheck): Promise<string[]> {
  const store = await storeOf(ctx.mirror);
  const fixTree = await store.treeOf(ctx.instance.fix_sha);
  const different: string[] = [];
  for (const target of ctx.instance.target_files) {
    const ours = await lookUp(graded.objects, check.candidateTree, toBytes(target));
    const theirs = await lookUp(mirrorObjects(store), fixTree, toBytes(target));
    if (ours?.id !== theirs?.id || ours?.mode !== theirs?.mode) different.push(target);
  }
  return different.length === 0 ? [] : [`it does not give the fix's bytes for ${different.join(", ")}`];
}
