import { contextFailure, requireHiddenTests } from "@/evaluator/run/context";
import { runGraded } from "@/evaluator/run/graded-tree";
import { type Ready, ready } from "@/evaluator/run/ready";
import { type Cancelled, type InfraFailure, infra } from "@/evaluator/run/types";
import { type GradedTree, withBaseTree, withGradedTree } from "@/evaluator/tree/pipeline";
import { readOraclePatch } from "@/lib/benchmark/files";
import { expectedFromOracle, gateVerdict } from "@/lib/domain/gate";
import { grade } from "@/lib/domain/grade";
import type { PatchOutcome } from "@/lib/domain/outcome";
import type { PatchCheck } from "@/lib/domain/patch";
import type { Grade, RunObservation } from "@/lib/domain/run";
import type {
  EvaluateRequest,
  Evaluation,
  EvaluatorDeps,
  OracleEvaluation,
  PatchResult,
  RunRequest,
  RunResult,
  Validation,
} from "./evaluate-types";

/**
 * One evaluation, as one reads it: the patch is applied to the base and what it may not decide is put back
 * (`tree/`), the graded tree is run in a throw-away sandbox (`run/`), and what the run left behind is graded
 * outside (`lib/domain`). The result is a function of the instance, the patch and the editor image.
 */
export async function evaluatePatch(
  deps: EvaluatorDeps,
  request: EvaluateRequest & { patch: Uint8Array },
): Promise<Evaluation> {
  return await run(deps, request, request.patch, (observations) => grade(observations, request.expected));
}

/** The base with the hidden tests and no patch: it must fail. */
export async function evaluateBase(
  deps: EvaluatorDeps,
  request: EvaluateRequest,
): Promise<RunResult | InfraFailure | Cancelled> {
  const result = await run(deps, request, null, (observations) => grade(observations, request.expected));
  if (result.status === "patch") throw new Error("The base has no patch that could decide.");
  return result;
}

/** The developers' fix: it must pass, and its passed tests are what every attempt must pass. */
export async function evaluateOracle(deps: EvaluatorDeps, request: RunRequest): Promise<OracleEvaluation> {
  const { instance_id: id } = request.entry.instance;
  const patch = readOraclePatch(request.entry.dataset, id);
  if (!patch)
    return infra("dataset", `${id} has no oracle patch.`, `Run swe-game-bench oracle --instance-id ${id}.`);
  let expected: OracleExpectation = { names: null };
  const result = await run(deps, request, patch, (observations) => {
    const found = gradeOracle(observations);
    expected = found;
    return found.grade;
  });
  return result.status === "graded" ? { status: "oracle", run: result, expected: expected.names } : result;
}

/** The gate of an instance: the base fails and the oracle passes. */
export async function validateInstance(
  deps: EvaluatorDeps,
  request: RunRequest,
): Promise<Validation | InfraFailure | Cancelled> {
  const oracle = await evaluateOracle(deps, request);
  if (oracle.status === "infra" || oracle.status === "cancelled") return oracle;
  if (oracle.status === "patch") return notGated(oracle, { outcome: oracle.outcome, reason: oracle.reason });
  if (oracle.expected === null) return notGated(oracle.run, oracle.run.grade);
  const base = await evaluateBase(deps, { ...request, expected: oracle.expected });
  if (base.status !== "graded") return base;
  return {
    status: "validated",
    verdict: gateVerdict(base.grade, oracle.run.grade),
    oracle: oracle.run,
    base,
    expected: oracle.expected,
  };
}

function notGated(oracle: RunResult | PatchResult, fault: Pick<Grade, "outcome" | "reason">): Validation {
  const unknown = { outcome: "infra-error" as const, reason: "The base was not run." };
  return { status: "validated", verdict: gateVerdict(unknown, fault), oracle, base: null, expected: null };
}

type OracleExpectation = { names: string[][] | null };

function gradeOracle(observations: readonly RunObservation[]): OracleExpectation & { grade: Grade } {
  const reading = expectedFromOracle(observations);
  if (reading.ok) return { names: reading.expected, grade: grade(observations, reading.expected) };
  const { outcome, problem } = reading;
  return { names: null, grade: { outcome, reason: problem, tests: [], notes: [] } };
}

/** Applies, runs and grades; `patch` null means the base itself. */
async function run(
  deps: EvaluatorDeps,
  request: RunRequest,
  patch: Uint8Array | null,
  gradeRuns: (observations: readonly RunObservation[]) => Grade,
): Promise<Evaluation> {
  const begun = { at: new Date(), clock: performance.now() };
  try {
    const [context, prepared] = await Promise.all([
      deps.contextOf(request.entry),
      ready(deps, request.entry),
    ]);
    if (prepared.status !== "ready") return prepared;
    requireHiddenTests(context);
    const use = async (graded: GradedTree, check: RunResult["check"]): Promise<Evaluation> => {
      const ran = await runGraded(deps, prepared, { ...request, context, graded });
      if (ran.status !== "ran") return ran;
      return resultOf(prepared, {
        begun,
        check,
        graded,
        ran,
        grade: gradeRuns(ran.runs.map((one) => one.observation)),
      });
    };
    if (patch === null) return await withBaseTree(context, (graded) => use(graded, null));
    const { check, result } = await withGradedTree(context, patch, use, request.signal);
    return result ?? patchResult(check);
  } catch (error) {
    if (request.signal?.aborted) return { status: "cancelled" };
    const failure = contextFailure(error);
    if (failure) return failure;
    throw error;
  }
}

type Ran = Extract<Awaited<ReturnType<typeof runGraded>>, { status: "ran" }>;
type Finished = {
  begun: { at: Date; clock: number };
  check: RunResult["check"];
  graded: GradedTree;
  ran: Ran;
  grade: Grade;
};

function resultOf(prepared: Ready, { begun, check, graded, ran, grade: verdict }: Finished): RunResult {
  const { image, digest, made, importMs } = ran.warm;
  return {
    status: "graded",
    check,
    grade: verdict,
    runs: ran.runs,
    gradedTree: graded.tree,
    editor: { image: prepared.editor.name, digest: prepared.editor.digest },
    warm: { image, digest, made, importMs },
    startedAt: begun.at.toISOString(),
    durationMs: performance.now() - begun.clock - ran.warmMs,
    editorMs: ran.editorMs,
  };
}

/** What a patch that is not run comes to. */
function patchResult(check: PatchCheck): PatchResult {
  const as = (outcome: PatchOutcome, reason: string): PatchResult => ({
    status: "patch",
    outcome,
    reason,
    check,
  });
  switch (check.status) {
    case "empty":
      return as("patch-empty", "The attempt holds no patch.");
    case "malformed":
      return as("patch-malformed", check.message);
    case "rejected":
      return as("patch-rejected", check.message);
    case "applied":
      return as(
        "patch-refused",
        check.refusals[0]?.message ?? "The patch touches paths that no patch may touch.",
      );
  }
}
