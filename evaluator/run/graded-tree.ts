import { Readable } from "node:stream";
import type { RunRequest } from "@/evaluator/evaluate-types";
import { EMPTY_TREE } from "@/evaluator/tree/bare";
import { streamDelta } from "@/evaluator/tree/delta";
import type { GradedTree } from "@/evaluator/tree/pipeline";
import type { TreeContext } from "@/evaluator/tree/types";
import { suitesOf } from "@/lib/domain/instance";
import type { Ready } from "./ready";
import { diskIsFull, ensureRoom } from "./room";
import { runSuites } from "./run-suites";
import type { Cancelled, InfraFailure, RunDeps, SuiteRun } from "./types";
import { ensureWarmImage, type WarmImage } from "./warm-image";

export type GradedJob = RunRequest & { context: TreeContext; graded: GradedTree };
export type GradedRan = {
  status: "ran";
  runs: SuiteRun[];
  editorMs: number;
  warm: WarmImage;
  warmMs: number;
};

/**
 * Runs the hidden tests on a graded tree: in the warm image of its base, which is made when it is not there.
 * Another process may take the image away for room between the two; then it is made and used once more.
 */
export async function runGraded(
  deps: RunDeps,
  prepared: Ready,
  job: GradedJob,
): Promise<GradedRan | InfraFailure | Cancelled> {
  const first = await runOnce(deps, prepared, job);
  const lostImage = first.status === "infra" && first.reason === "image";
  return lostImage ? await runOnce(deps, prepared, job) : first;
}

async function runOnce(
  deps: RunDeps,
  prepared: Ready,
  job: GradedJob,
): Promise<GradedRan | InfraFailure | Cancelled> {
  const { graded, context, signal, onLine } = job;
  const { licence, limits } = prepared;
  const projectPath = context.repo.project_path;
  const before = performance.now();
  const warm = await warmBase(deps, prepared, job);
  if (warm.status !== "warm") return warm;
  const warmMs = warm.made ? performance.now() - before : 0;
  const ran = await runSuites(
    deps,
    { image: warm.image, limits, licence, projectPath, diskIsFull: () => diskIsFull(deps) },
    {
      key: `${context.instance.instance_id}/${graded.tree}`,
      suites: suitesOf(context.instance),
      hiddenTests: context.hiddenTests,
      delta: await graded.delta(),
      signal,
      onLine,
    },
  );
  return ran.status === "ran" ? { ...ran, warm, warmMs } : ran;
}

/** The warm image of a job's base, which is made when it is not there. */
export async function warmBase(
  deps: RunDeps,
  { kind, editor, licence, limits }: Ready,
  { graded, context, signal, onLine }: Pick<GradedJob, "graded" | "context" | "signal" | "onLine">,
): Promise<WarmImage | InfraFailure | Cancelled> {
  const noRoom = await ensureRoom(deps, limits.freeDiskBytes);
  if (noRoom) return noRoom;
  const source = {
    repoKey: context.instance.repo,
    kind,
    editor,
    projectPath: context.repo.project_path,
    tree: graded.warmTree,
    tar: () => wholeTree(graded),
  };
  return await ensureWarmImage(deps, source, { licence, limits, signal, onLine });
}

/** All files of the warm tree: its difference from nothing. */
async function wholeTree(graded: GradedTree): Promise<Readable> {
  const { tar } = await streamDelta(graded.objects, EMPTY_TREE, graded.warmTree);
  return Readable.from(tar);
}
