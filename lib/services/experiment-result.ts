import { createHash } from "node:crypto";
import { asc, eq, inArray } from "drizzle-orm";
import type { Benchmark } from "@/lib/benchmark/dataset";
import type { Queryable } from "@/lib/db/client";
import { attempts, evaluations, experiments, submissions, testResults } from "@/lib/db/schema";
import type { AttemptResult, ExperimentResult, Provenance } from "@/lib/domain/experiment";
import type { TestResult } from "@/lib/domain/run";

type ExperimentRow = typeof experiments.$inferSelect;
type Row = { attempt: typeof attempts.$inferSelect; evaluation: typeof evaluations.$inferSelect | null };

/**
 * An experiment with everything that reports say about it; null when there is none of that id. Test cases
 * make up most of it and are left out on request: no metric needs them.
 */
export function loadExperimentResult(
  q: Queryable,
  experimentId: string,
  benchmark: Benchmark,
  options: { withoutTests?: boolean } = {},
): ExperimentResult | null {
  const found = q
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(eq(experiments.id, experimentId))
    .get();
  if (!found) return null;
  const { experiment, submission } = found;
  const rows: Row[] = q
    .select({ attempt: attempts, evaluation: evaluations })
    .from(attempts)
    .leftJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
    .where(eq(attempts.experimentId, experimentId))
    .orderBy(asc(attempts.instanceId), asc(attempts.runId))
    .all();
  const evaluationIds = new Set(rows.flatMap(({ evaluation }) => evaluation?.id ?? []));
  const tests = options.withoutTests ? new Map() : testsOf(q, [...evaluationIds]);
  return {
    identity: { agent: experiment.agent, model: experiment.model, temperature: experiment.temperature },
    set: experiment.set,
    k: experiment.k,
    verified: experiment.verified,
    expectedInstanceIds: experiment.instanceIds,
    official: experiment.official,
    attempts: rows.map((row) => attemptOf(row, tests)),
    provenance: provenanceOf(experiment, rows, benchmark),
    logs: null,
    logsUrl: submission.about.logsUrl ?? null,
    submitter: submission.userId,
  };
}

function attemptOf({ attempt, evaluation }: Row, tests: ReadonlyMap<string, TestResult[]>): AttemptResult {
  const shown = attempt.state === "done" && evaluation?.state === "settled";
  return {
    instanceId: attempt.instanceId,
    runId: attempt.runId,
    outcome: attempt.outcome,
    reason: attempt.reason,
    applied: attempt.parseable,
    fileHit: attempt.fileHit ?? false,
    fileHitAny: attempt.fileHitAny ?? false,
    touched: (attempt.touched ?? []).filter((file) => file.contentChanged).map((file) => file.path),
    patchSha256: attempt.patchSha256,
    gradedTree: attempt.gradedTree,
    tests: shown ? (tests.get(evaluation.id) ?? []) : [],
    durationMs: shown ? evaluation.durationMs : null,
  };
}

const BATCH = 400;

function testsOf(q: Queryable, evaluationIds: readonly string[]): Map<string, TestResult[]> {
  const byEvaluation = new Map<string, TestResult[]>();
  for (let at = 0; at < evaluationIds.length; at += BATCH) {
    const batch = evaluationIds.slice(at, at + BATCH);
    const rows = q
      .select()
      .from(testResults)
      .where(inArray(testResults.evaluationId, batch))
      .orderBy(asc(testResults.id))
      .all();
    for (const { evaluationId, id: _id, ...test } of rows) {
      const list = byEvaluation.get(evaluationId) ?? [];
      list.push(test);
      byEvaluation.set(evaluationId, list);
    }
  }
  return byEvaluation;
}

function provenanceOf(experiment: ExperimentRow, rows: readonly Row[], benchmark: Benchmark): Provenance {
  const images: Record<string, string> = {};
  for (const { evaluation } of rows) {
    const bucket = evaluation
      ? benchmark.instances.get(evaluation.instanceId)?.instance.unity_bucket
      : undefined;
    if (evaluation && bucket) images[bucket] = evaluation.imageDigest;
  }
  return {
    harnessVersion: experiment.harnessVersion,
    datasetDigest: experiment.datasetHash,
    predictionsDigest: predictionsDigest(rows),
    images,
    submittedAt: new Date(experiment.createdAt).toISOString(),
    completedAt: experiment.finishedAt === null ? null : new Date(experiment.finishedAt).toISOString(),
  };
}

/** SHA-256 over "instance run patch" lines in order of instance and run: the file's row order is no part of it. */
function predictionsDigest(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ attempt }) => `${attempt.instanceId} ${attempt.runId} ${attempt.patchSha256 ?? "-"}`,
  );
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
