import { writeArtifacts } from "@/evaluator/artifacts";
import { evaluateBase, evaluateOracle, evaluatePatch } from "@/evaluator/evaluate";
import type { Evaluation, EvaluatorDeps, OracleEvaluation, RunResult } from "@/evaluator/evaluate-types";
import { ContextError, requireHiddenTests } from "@/evaluator/run/context";
import { ready } from "@/evaluator/run/ready";
import type { InfraFailure } from "@/evaluator/run/types";
import { GitError } from "@/evaluator/tree/git";
import { baseGradedTree, checkPatch } from "@/evaluator/tree/pipeline";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { readOraclePatch } from "@/lib/benchmark/files";
import { removeLeftovers } from "./leftovers";
import type { Checker, GateTrees, ImageLookup, TreeEvaluator, TreeRequest, TreeResult } from "./types";

/** Patch checks of the real tree pipeline. */
export function createChecker(deps: Pick<EvaluatorDeps, "contextOf">, benchmark: Benchmark): Checker {
  return {
    async check(instanceId, patch, signal) {
      return await checkPatch(await deps.contextOf(entryOf(benchmark, instanceId)), patch, signal);
    },
    async gateTrees(instanceId, signal) {
      try {
        return await gateTreesOf(deps, entryOf(benchmark, instanceId), signal);
      } catch (error) {
        if (error instanceof ContextError) return { status: "unavailable", reason: error.message };
        throw error;
      }
    },
  };
}

async function gateTreesOf(
  deps: Pick<EvaluatorDeps, "contextOf">,
  entry: InstanceEntry,
  signal: AbortSignal,
): Promise<GateTrees> {
  const id = entry.instance.instance_id;
  const patch = readOraclePatch(entry.dataset, id);
  if (!patch)
    return {
      status: "unavailable",
      reason: `${id} has no oracle patch; \`swe-game-bench oracle\` makes it.`,
    };
  const context = await deps.contextOf(entry);
  requireHiddenTests(context);
  const check = await checkPatch(context, patch, signal);
  if (check.status !== "applied" || check.refusals.length > 0) {
    return {
      status: "unavailable",
      reason: `The oracle patch of ${id} cannot be used: it is ${check.status}.`,
    };
  }
  return { status: "ready", base: await baseGradedTree(context), oracle: check.gradedTree };
}

/** Runs of the real evaluator. `prepareImage` may make an editor image that is missing (the stand-in's). */
export function createTreeEvaluator(
  deps: EvaluatorDeps,
  benchmark: Benchmark,
  options: { prepareImage?: (entry: InstanceEntry) => Promise<void> } = {},
): TreeEvaluator {
  return {
    async probe() {
      const probe = await deps.sandbox.probe();
      return probe.ok
        ? { ok: true, note: `${deps.sandbox.kind} ${probe.version}` }
        : { ok: false, note: `${probe.message} ${probe.mend}`.trim() };
    },
    image: (instanceId) => findImage(deps, entryOf(benchmark, instanceId), options.prepareImage),
    evaluate: (request) => evaluate(deps, entryOf(benchmark, request.instanceId), request),
    async reap(workerIds) {
      const results = await Promise.all(workerIds.map((owner) => deps.sandbox.reap({ owner })));
      return results.every((result) => result.status === "reaped");
    },
    reapGone: () => removeLeftovers(deps.sandbox, deps.log),
  };
}

async function findImage(
  deps: EvaluatorDeps,
  entry: InstanceEntry,
  prepareImage: ((entry: InstanceEntry) => Promise<void>) | undefined,
): Promise<ImageLookup> {
  let found = await ready(deps, entry);
  if (found.status === "infra" && found.reason === "image" && prepareImage) {
    await prepareImage(entry);
    found = await ready(deps, entry);
  }
  if (found.status === "ready")
    return { status: "found", name: found.editor.name, digest: found.editor.digest };
  const reason = `${found.message} ${found.mend}`.trim();
  return { status: found.reason === "sandbox" ? "failed" : "missing", reason };
}

async function evaluate(
  deps: EvaluatorDeps,
  entry: InstanceEntry,
  request: TreeRequest,
): Promise<TreeResult> {
  try {
    const evaluation = await run(deps, entry, request);
    return resultOf(entry, request, evaluation);
  } catch (error) {
    if (request.signal.aborted) return { status: "cancelled" };
    if (error instanceof GitError) return { status: "infra", reason: error.message, final: false };
    throw error;
  }
}

async function run(
  deps: EvaluatorDeps,
  entry: InstanceEntry,
  { role, patch, expected, signal, onLine }: TreeRequest,
): Promise<Evaluation | OracleEvaluation> {
  const request = { entry, signal, ...(onLine ? { onLine } : {}) };
  if (role === "oracle") return await evaluateOracle(deps, request);
  if (role === "base") return await evaluateBase(deps, { ...request, expected: expected ?? [] });
  return await evaluatePatch(deps, {
    ...request,
    expected: expected ?? [],
    patch: patch ?? new Uint8Array(),
  });
}

function resultOf(
  entry: InstanceEntry,
  request: TreeRequest,
  evaluation: Evaluation | OracleEvaluation,
): TreeResult {
  switch (evaluation.status) {
    case "cancelled":
      return { status: "cancelled" };
    case "infra":
      return {
        status: "infra",
        reason: `${evaluation.message} ${evaluation.mend}`.trim(),
        final: isFinal(evaluation),
      };
    case "patch":
      return {
        status: "infra",
        reason: `The patch that was planned to run is now ${evaluation.outcome}.`,
        final: true,
      };
    case "oracle":
      return graded(entry, request, evaluation.run);
    case "graded":
      return graded(entry, request, evaluation);
  }
}

/** A dataset that lacks something lacks it at the next try too. */
function isFinal(failure: InfraFailure): boolean {
  return failure.reason === "dataset";
}

function graded(entry: InstanceEntry, request: TreeRequest, run: RunResult): TreeResult {
  return {
    status: "graded",
    grade: run.grade,
    gradedTree: run.gradedTree,
    image: { name: run.editor.image, digest: run.editor.digest },
    durationMs: run.durationMs,
    editorMs: run.editorMs,
    async writeFiles(folder) {
      await writeArtifacts(folder, { entry, evaluation: run, patch: request.patch });
    },
  };
}

function entryOf(benchmark: Benchmark, instanceId: string): InstanceEntry {
  const entry = benchmark.instances.get(instanceId);
  if (!entry) throw new ContextError(`The dataset has no instance ${instanceId}.`);
  return entry;
}
