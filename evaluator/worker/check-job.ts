import type { WaitingAttempt } from "@/lib/db/queries/attempts";
import { patchBytes } from "@/lib/db/queries/patches";
import type { PatchCheck } from "@/lib/domain/patch";
import { beginCheck, type CheckedPatch, endCheck, recordPatchChecks } from "@/lib/services/patch-check";
import type { RunningJob, WorkerContext } from "./context";
import { writeAttemptFiles } from "./files";
import { untilFree } from "./patience";
import { eachAtMost } from "./pool";

/** Checks that are written together: each transaction costs a few milliseconds. */
const BATCH = 25;

/** Attempts of one instance with one patch text: checked once. */
type Group = { instanceId: string; patchSha256: string | null; attemptIds: number[] };

/** Patch-checks all attempts of an experiment that wait for it; goes on where an earlier worker stopped. */
export async function runCheckJob(
  context: WorkerContext,
  job: RunningJob,
  experimentId: string,
): Promise<void> {
  const begun = beginCheck(context.database, job.claim, experimentId);
  if (begun === null) return;
  const groups = groupsOf(begun.waiting);
  const writer = batchWriter(context, job, {
    experimentId,
    total: begun.waiting.length,
    files: !begun.heldBack,
  });
  let failure: string | null = null;
  await eachAtMost(groups, context.checkers, async (group) => {
    if (job.signal.aborted) return;
    try {
      await writer.add(await checkGroup(context, job, group));
    } catch (error) {
      if (job.signal.aborted) return;
      failure = error instanceof Error ? error.message : String(error);
      context.log.warn({ err: error, experimentId, instanceId: group.instanceId }, "a patch check failed");
    }
  });
  await writer.flush();
  if (job.signal.aborted) return;
  const end = await untilFree(() => endCheck(context.database, job.claim, experimentId, failure));
  if (end.status !== "written") return;
  // What was checked while it was a draft has no files yet.
  const late = begun.heldBack || begun.waiting.length === 0;
  if (late && !end.heldBack) await writeAttemptFiles(context, { experimentId });
  if (failure !== null) context.tell({ type: "job-failed", kind: "check", reason: failure });
  for (const id of end.finished) context.tell({ type: "experiment-finished", experimentId: id });
}

function groupsOf(waiting: readonly WaitingAttempt[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { id, instanceId, patchSha256 } of waiting) {
    const key = `${instanceId} ${patchSha256}`;
    const group = groups.get(key);
    if (group) group.attemptIds.push(id);
    else groups.set(key, { instanceId, patchSha256, attemptIds: [id] });
  }
  return [...groups.values()];
}

async function checkGroup(context: WorkerContext, job: RunningJob, group: Group): Promise<CheckedPatch> {
  const facts = context.source.find(group.instanceId);
  if (facts === null) throw new Error(`The dataset has no instance ${group.instanceId}.`);
  const { attemptIds, instanceId, patchSha256 } = group;
  const bytes = patchSha256 === null ? null : patchBytes(context.database.query, patchSha256);
  const check: PatchCheck =
    bytes === null ? { status: "empty" } : await context.checker.check(instanceId, bytes, job.signal);
  return { attemptIds, check, targetFiles: facts.targetFiles, definitionHash: facts.definitionHash };
}

/** Collects checks and writes them batch by batch, with the attempts' folders unless it is a draft. */
function batchWriter(
  context: WorkerContext,
  job: RunningJob,
  { experimentId, total, files }: { experimentId: string; total: number; files: boolean },
) {
  let batch: CheckedPatch[] = [];
  let done = 0;
  const flush = async () => {
    const full = batch;
    batch = [];
    if (full.length === 0) return;
    const written = await untilFree(() => recordPatchChecks(context.database, job.claim, full));
    if (written.status !== "written") return;
    const attemptIds = full.flatMap((one) => one.attemptIds);
    if (files) await writeAttemptFiles(context, { attemptIds });
    done += attemptIds.length;
    context.tell({ type: "checked", experimentId, done, total });
  };
  return {
    add: async (one: CheckedPatch) => {
      batch.push(one);
      if (batch.length >= BATCH) await flush();
    },
    flush,
  };
}
