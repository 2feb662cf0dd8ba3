import { HARNESS_VERSION } from "@/lib/domain/version";
import { beginPlan, type InstancePlan, planEvaluations } from "@/lib/services/plan";
import type { RunningJob, WorkerContext } from "./context";
import { writeAttemptFiles } from "./files";
import { eachAtMost } from "./pool";

const INSTANCES_AT_A_TIME = 4;

/** Points the checked attempts of an experiment to evaluations; needs the editor images, so the sandbox. */
export async function runPlanJob(
  context: WorkerContext,
  job: RunningJob,
  experimentId: string,
): Promise<void> {
  const instanceIds = beginPlan(context.database, job.claim, experimentId);
  if (instanceIds === null) return;
  const plans = new Map<string, InstancePlan>();
  await eachAtMost(instanceIds, INSTANCES_AT_A_TIME, async (instanceId) => {
    if (!job.signal.aborted) plans.set(instanceId, await planOf(context, job, instanceId));
  });
  if (job.signal.aborted) return;
  const result = planEvaluations(context.database, job.claim, experimentId, plans);
  if (result.status !== "written") return;
  const { attached, cached, unavailable, finished, decided } = result;
  context.tell({ type: "planned", experimentId, attached, cached, unavailable });
  await writeAttemptFiles(context, { attemptIds: decided });
  for (const id of finished) context.tell({ type: "experiment-finished", experimentId: id });
}

/** @throws when the sandbox does not answer, so that the job is tried again. */
async function planOf(context: WorkerContext, job: RunningJob, instanceId: string): Promise<InstancePlan> {
  const facts = context.source.find(instanceId);
  if (facts === null) return { status: "unavailable", reason: `The dataset has no instance ${instanceId}.` };
  const image = await context.evaluator.image(instanceId);
  if (image.status === "failed") throw new Error(image.reason);
  if (image.status === "missing") return { status: "unavailable", reason: image.reason };
  const trees = await context.checker.gateTrees(instanceId, job.signal);
  if (trees.status !== "ready") return trees;
  const { definitionHash } = facts;
  const gate = { instanceId, definitionHash, imageDigest: image.digest, harnessVersion: HARNESS_VERSION };
  return {
    status: "ready",
    subject: { gate, imageName: image.name, baseTree: trees.base, oracleTree: trees.oracle },
  };
}
