import { HARNESS_VERSION } from "@/lib/domain/version";
import { beginPlan, endPlan, type InstancePlan, planEvaluations } from "@/lib/services/plan";
import type { RunningJob, WorkerContext } from "./context";
import { writeAttemptFiles } from "./files";
import { untilFree } from "./patience";
import { eachAtMost } from "./pool";

const INSTANCES_AT_A_TIME = 4;
/** Few, so that no write keeps others from the database for long. */
const INSTANCES_A_WRITE = 8;

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
  const all = [...plans];
  for (let at = 0; at < all.length && !job.signal.aborted; at += INSTANCES_A_WRITE) {
    await writePlans(context, job, experimentId, new Map(all.slice(at, at + INSTANCES_A_WRITE)));
  }
  if (job.signal.aborted) return;
  const end = await untilFree(() => endPlan(context.database, job.claim, experimentId));
  if (end.status !== "written") return;
  for (const id of end.finished) context.tell({ type: "experiment-finished", experimentId: id });
}

async function writePlans(
  context: WorkerContext,
  job: RunningJob,
  experimentId: string,
  plans: ReadonlyMap<string, InstancePlan>,
): Promise<void> {
  const result = await untilFree(() => planEvaluations(context.database, job.claim, experimentId, plans));
  if (result.status !== "written") return;
  const { attached, cached, unavailable, decided } = result;
  context.tell({ type: "planned", experimentId, attached, cached, unavailable });
  await writeAttemptFiles(context, { attemptIds: decided });
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
