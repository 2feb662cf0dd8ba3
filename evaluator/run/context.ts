import { buildContext } from "@/evaluator/tree/context";
import { GitError } from "@/evaluator/tree/git";
import { HookError, loadHook } from "@/evaluator/tree/hook";
import type { Mirror, TreeContext, TreeHook } from "@/evaluator/tree/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readHiddenTests, readOraclePatch } from "@/lib/benchmark/files";
import { type InfraFailure, infra } from "./types";

/** The dataset lacks something without which an instance cannot be run. */
export class ContextError extends Error {}

/** What kept a context from being made, as the failure that is ours; null for an error that is no such thing. */
export function contextFailure(error: unknown): InfraFailure | null {
  if (error instanceof ContextError || error instanceof HookError)
    return infra("dataset", error.message, "Complete the dataset folder.", error);
  return error instanceof GitError ? infra("git", error.message, "", error) : null;
}

/**
 * The tree context of an instance from the files of its dataset folder. A patch can be checked without
 * hidden tests; what runs them asks `requireHiddenTests` first.
 * @throws ContextError with what is missing
 */
async function readTreeContext(
  { instance, repo, dataset }: InstanceEntry,
  mirror: Mirror,
  hook?: TreeHook,
): Promise<TreeContext> {
  const id = instance.instance_id;
  const made = await buildContext({
    mirror,
    instance,
    repo,
    hiddenTests: readHiddenTests(dataset, id),
    oraclePatch: readOraclePatch(dataset, id),
    ...(hook ? { hook } : {}),
  });
  if (made.status === "ready") return made.ctx;
  throw new ContextError(made.message, { cause: made.cause });
}

/** @throws ContextError when the instance has no hidden tests, so that no run of it could be graded */
export function requireHiddenTests({ hiddenTests, instance }: TreeContext): void {
  if (hiddenTests.length > 0) return;
  const id = instance.instance_id;
  throw new ContextError(
    `${id} has no hidden tests; \`swe-game-bench tests\` takes them from the fix commit, where it has some, ` +
      `or they are put under tests/${id}/ in the dataset folder.`,
  );
}

async function readHook(entry: InstanceEntry): Promise<TreeHook | undefined> {
  return await loadHook(entry).catch((cause: unknown) => {
    if (cause instanceof HookError) throw new ContextError(cause.message, { cause });
    throw cause;
  });
}

/** One context object for each instance, made when it is first needed. */
export function treeContexts(
  mirrorOf: (entry: InstanceEntry) => Promise<Mirror>,
  hookOf: (entry: InstanceEntry) => Promise<TreeHook | undefined> = readHook,
): (entry: InstanceEntry) => Promise<TreeContext> {
  const known = new Map<InstanceEntry["instance"], Promise<TreeContext>>();
  return async (entry) => {
    const made =
      known.get(entry.instance) ??
      Promise.all([mirrorOf(entry), hookOf(entry)]).then(([mirror, hook]) =>
        readTreeContext(entry, mirror, hook),
      );
    known.set(entry.instance, made);
    made.catch(() => known.delete(entry.instance));
    return await made;
  };
}
