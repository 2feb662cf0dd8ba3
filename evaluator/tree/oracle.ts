import { DIFF } from "@/evaluator/tree/bare";
import { mustGit } from "@/evaluator/tree/git";
import { checkPatch } from "@/evaluator/tree/pipeline";
import { storeOf } from "@/evaluator/tree/store";
import type { Mirror, TreeContext } from "@/evaluator/tree/types";
import type { Instance } from "@/lib/domain/instance";
import type { PatchCheck } from "@/lib/domain/patch";

/** The developers' fix restricted to the target files, from the git history; empty when they are equal. */
export async function oraclePatch(
  mirror: Mirror,
  instance: Pick<Instance, "base_sha" | "fix_sha" | "target_files">,
): Promise<Buffer> {
  const store = await storeOf(mirror);
  const trees = [await store.treeOf(instance.base_sha), await store.treeOf(instance.fix_sha)];
  return await mustGit([...DIFF, "-r", ...trees, "--", ...instance.target_files], store.gitOptions({}));
}

/** Checks the oracle patch like any other: the stored text, or the one that the history gives. */
export async function oracleCheck(ctx: TreeContext, stored?: Uint8Array | null): Promise<PatchCheck> {
  return await checkPatch(ctx, stored ?? (await oraclePatch(ctx.mirror, ctx.instance)));
}
