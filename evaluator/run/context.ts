import { resolveHiddenTests } from "@/evaluator/tree/inject";
import { checkPatch } from "@/evaluator/tree/pipeline";
import type { Mirror, TreeContext, TreeHook } from "@/evaluator/tree/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readHiddenTests, readOraclePatch } from "@/lib/benchmark/files";

/** The dataset lacks something without which an instance cannot be run. */
export class ContextError extends Error {}

/**
 * Gathers all that decides an instance's graded trees: hidden tests with their main assembly, and the paths
 * that the developers' fix changes, which protection leaves alone.
 * @throws ContextError with what is missing
 */
export async function buildTreeContext(
  { instance, repo, dataset }: InstanceEntry,
  mirror: Mirror,
  hook?: TreeHook,
): Promise<TreeContext> {
  const id = instance.instance_id;
  const resolved = resolveHiddenTests(readHiddenTests(dataset, id), instance.main_asmdef ?? repo.main_asmdef);
  if (resolved.status === "unresolved") throw new ContextError(`${id}: ${resolved.message}`);
  if (resolved.files.length === 0)
    throw new ContextError(`${id} has no hidden tests in ${dataset.dir}/tests/${id}.`);
  if (repo.hook && !hook)
    throw new ContextError(`${id}: the hook ${repo.hook} of ${instance.repo} was not loaded.`);
  const context: TreeContext = { mirror, instance, repo, hiddenTests: resolved.files, oraclePaths: [], hook };
  const oracle = readOraclePatch(dataset, id);
  const check = oracle ? await checkPatch(context, oracle) : null;
  const oraclePaths = check?.status === "applied" ? check.touched.map((file) => file.path) : [];
  return { ...context, oraclePaths };
}

/** One context object for each instance, made when it is first needed. */
export function treeContexts(
  mirrorOf: (entry: InstanceEntry) => Promise<Mirror>,
  hookOf: (entry: InstanceEntry) => Promise<TreeHook | undefined> = async () => undefined,
): (entry: InstanceEntry) => Promise<TreeContext> {
  const known = new Map<InstanceEntry["instance"], Promise<TreeContext>>();
  return async (entry) => {
    const made =
      known.get(entry.instance) ??
      Promise.all([mirrorOf(entry), hookOf(entry)]).then(([mirror, hook]) =>
        buildTreeContext(entry, mirror, hook),
      );
    known.set(entry.instance, made);
    made.catch(() => known.delete(entry.instance));
    return await made;
  };
}
