import { resolveHiddenTests, surroundingsOf } from "@/evaluator/tree/inject";
import { oraclePatch } from "@/evaluator/tree/oracle";
import { checkPatch } from "@/evaluator/tree/pipeline";
import type { Mirror, TreeContext, TreeHook } from "@/evaluator/tree/types";
import type { Instance, Repo } from "@/lib/domain/instance";

export type ContextInput = {
  mirror: Mirror;
  instance: Instance;
  repo: Repo;
  /** Hidden tests as the dataset has them. */
  hiddenTests: readonly { path: string; data: Uint8Array }[];
  /** The stored oracle patch; without it the history's one is taken. */
  oraclePatch?: Uint8Array | null;
  hook?: TreeHook;
};

export type ContextResult =
  | { status: "ready"; ctx: TreeContext }
  | { status: "context-failed"; message: string; cause?: unknown };

/** Puts together all that decides the graded trees of an instance, beside the patch. */
export async function buildContext(input: ContextInput): Promise<ContextResult> {
  const { mirror, instance, repo, hook } = input;
  const tests = resolveHiddenTests(input.hiddenTests, surroundingsOf(instance, repo));
  if (tests.status === "unresolved") {
    return { status: "context-failed", message: `${instance.instance_id}: ${tests.message}` };
  }
  if (repo.hook && !hook) {
    const message = `${instance.instance_id}: the hook ${repo.hook} of ${instance.repo} was not loaded.`;
    return { status: "context-failed", message };
  }
  const common = { mirror, instance, repo, ...(hook === undefined ? {} : { hook }) };
  const text = input.oraclePatch ?? (await oraclePatch(mirror, instance));
  const check = await checkPatch({ ...common, hiddenTests: [], oraclePaths: [] }, text);
  if (check.status !== "applied") {
    const why = check.status === "empty" ? "it is empty." : check.message;
    return {
      status: "context-failed",
      message: `${instance.instance_id}: the oracle patch does not apply to base_sha: ${why}`,
    };
  }
  const oraclePaths = check.touched.map((file) => file.path);
  return { status: "ready", ctx: { ...common, hiddenTests: tests.files, oraclePaths } };
}
