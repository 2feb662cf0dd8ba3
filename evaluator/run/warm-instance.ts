import type { EvaluatorDeps, RunRequest } from "@/evaluator/evaluate-types";
import { withBaseTree } from "@/evaluator/tree/pipeline";
import { contextFailure } from "./context";
import { warmBase } from "./graded-tree";
import { ready } from "./ready";
import type { Cancelled, InfraFailure } from "./types";
import type { WarmImage } from "./warm-image";

/** Makes an instance's warm image ahead of its first evaluation: the base project, imported once. */
export async function warmInstance(
  deps: EvaluatorDeps,
  request: RunRequest,
): Promise<WarmImage | InfraFailure | Cancelled> {
  try {
    const prepared = await ready(deps, request.entry);
    if (prepared.status !== "ready") return prepared;
    const context = await deps.contextOf(request.entry);
    return await withBaseTree(context, (graded) => warmBase(deps, prepared, { ...request, context, graded }));
  } catch (error) {
    if (request.signal?.aborted) return { status: "cancelled" };
    const failure = contextFailure(error);
    if (failure) return failure;
    throw error;
  }
}
