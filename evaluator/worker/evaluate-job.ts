import { rm } from "node:fs/promises";
import path from "node:path";
import { type EvaluationRow, evaluationById } from "@/lib/db/queries/evaluations";
import { patchBytes } from "@/lib/db/queries/patches";
import type { Grade } from "@/lib/domain/run";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { expectationOf } from "@/lib/services/gates";
import { blockClaim, releaseClaim } from "@/lib/services/queue";
import { type Report, settleEvaluation } from "@/lib/services/settle";
import type { RunningJob, WorkerContext } from "./context";
import { evaluationFolder, writeAttemptFiles, writeFolderWhole } from "./files";
import { withLimit } from "./limit";
import { untilFree } from "./patience";
import type { TreeRequest, TreeResult } from "./types";

/** Runs one evaluation and settles it; an aborted one leaves nothing behind but its claim. */
export async function runEvaluateJob(
  context: WorkerContext,
  job: RunningJob,
  evaluationId: string,
): Promise<void> {
  const row = evaluationById(context.database.query, evaluationId);
  if (row === null) return;
  const request = requestOf(context, row);
  if (request === null) {
    blockClaim(context.database, job.claim);
    return;
  }
  if ("obstacle" in request) return settle(context, job, row, infraReport(row, request.obstacle, true));
  const { instanceId, role } = row;
  const otherImage = await imageObstacle(context, row);
  if (job.signal.aborted) return;
  if (otherImage !== null) return settle(context, job, row, infraReport(row, otherImage, true));
  // Half an hour of work whose result has no place is not begun.
  if (!context.canKeep()) {
    releaseClaim(context.database, job.claim);
    return;
  }
  context.tell({ type: "evaluation-started", evaluationId, instanceId, role });
  const result = await withLimit((signal) => context.evaluator.evaluate({ ...request, signal }), {
    signal: job.signal,
    limitMs: context.timings.jobLimitMs,
    graceMs: context.timings.graceMs,
  });
  if (job.signal.aborted || result.status === "cancelled") return;
  // A sandbox that has gone is not the evaluation's failure: it waits until the sandbox is back.
  if (isInfra(result) && !(await context.probe())) {
    releaseClaim(context.database, job.claim);
    return;
  }
  await settle(context, job, row, await reportOf(context, job, row, result));
}

/** The run's inputs; null while the names to grade against are unknown. */
function requestOf(
  context: WorkerContext,
  row: EvaluationRow,
): Omit<TreeRequest, "signal"> | { obstacle: string } | null {
  const { id: evaluationId, instanceId, role } = row;
  const facts = context.source.find(instanceId);
  if (facts?.definitionHash !== row.definitionHash) {
    return { obstacle: `The definition of ${instanceId} has changed since this run was planned.` };
  }
  if (row.harnessVersion !== HARNESS_VERSION) {
    const versions = `version ${row.harnessVersion} of the harness, and this is version ${HARNESS_VERSION}`;
    return { obstacle: `This run was planned by ${versions}.` };
  }
  const expectation = expectationOf(context.database.query, row);
  if (expectation.status === "missing") return null;
  const patch = row.patchSha256 === null ? null : patchBytes(context.database.query, row.patchSha256);
  if (role === "candidate" && patch === null) return { obstacle: "The patch of this run is not stored." };
  return {
    evaluationId,
    instanceId,
    role,
    patch: role === "candidate" ? patch : null,
    image: { name: row.imageName, digest: row.imageDigest },
    expected: expectation.status === "known" ? expectation.names : null,
    onLine: (line) => context.tell({ type: "evaluation-line", evaluationId, instanceId, role, line }),
  };
}

/** Why the planned editor image cannot be used; another one is never run in its place. */
async function imageObstacle(context: WorkerContext, row: EvaluationRow): Promise<string | null> {
  const planned = `${row.imageName} (${row.imageDigest})`;
  const image = await context.evaluator.image(row.instanceId);
  // A sandbox that does not answer is told by the run itself, which is then tried again.
  if (image.status === "failed") return null;
  if (image.status === "missing")
    return `The editor image that this run was planned for, ${planned}, is not here any more. ${image.reason}`;
  if (image.digest === row.imageDigest) return null;
  return `The editor image that this run was planned for, ${planned}, is not here any more: ${image.name} is ${image.digest} now. Nothing was run.`;
}

function isInfra(result: TreeResult): boolean {
  return result.status === "infra" || (result.status === "graded" && result.grade.outcome === "infra-error");
}

async function reportOf(
  context: WorkerContext,
  job: RunningJob,
  row: EvaluationRow,
  result: Exclude<TreeResult, { status: "cancelled" }>,
): Promise<Report> {
  if (result.status === "infra") return infraReport(row, result.reason, result.final);
  if (result.gradedTree !== row.gradedTree || result.image.digest !== row.imageDigest) {
    const what = result.gradedTree !== row.gradedTree ? "tree" : "editor image";
    return infraReport(row, `Another ${what} was run than the one that was planned.`, true);
  }
  const artifacts = evaluationFolder(row.id, job.claim);
  await writeFolderWhole(context.runsDir, artifacts, (folder) => result.writeFiles(folder));
  const { grade, durationMs, editorMs } = result;
  return {
    evaluationId: row.id,
    grade,
    durationMs: Math.round(durationMs),
    editorMs: Math.round(editorMs),
    artifacts,
  };
}

function infraReport(row: EvaluationRow, reason: string, final: boolean): Report {
  const grade: Grade = { outcome: "infra-error", reason, tests: [], notes: [] };
  return { evaluationId: row.id, grade, durationMs: 0, editorMs: null, artifacts: null, final };
}

async function settle(
  context: WorkerContext,
  job: RunningJob,
  row: EvaluationRow,
  report: Report,
): Promise<void> {
  const of = { evaluationId: row.id, instanceId: row.instanceId, role: row.role };
  const { outcome, reason } = report.grade;
  context.databaseFile.check();
  const result = await untilFree(() => settleEvaluation(context.database, job.claim, report));
  switch (result.status) {
    case "retry":
      await removeFiles(context, report);
      context.tell({ type: "evaluation-retry", ...of, outcome, reason, notBefore: result.notBefore });
      return;
    case "refused":
      await removeFiles(context, report);
      return;
    case "settled": {
      const attemptIds = result.attempts.map((attempt) => attempt.attemptId);
      const { durationMs } = report;
      const attempts = attemptIds.length;
      context.tell({ type: "evaluation-settled", ...of, outcome, reason, durationMs, attempts });
      await writeAttemptFiles(context, { attemptIds });
      for (const experimentId of result.finished) context.tell({ type: "experiment-finished", experimentId });
    }
  }
}

/** Files of a run whose verdict does not count. */
async function removeFiles(context: WorkerContext, { artifacts }: Report): Promise<void> {
  if (artifacts === null) return;
  await rm(path.join(context.runsDir, artifacts), { recursive: true, force: true });
}
