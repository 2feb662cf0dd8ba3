import { asc, eq } from "drizzle-orm";
import { attempts, evaluations } from "@/lib/db/schema";
import { mayReadTestDetails, type Reader } from "@/lib/domain/access";
import type { AttemptRecord } from "@/lib/domain/api/schemas";
import { publicReason } from "@/lib/domain/test-details";
import { changedPaths } from "./attempt";
import { type ReadContext, readContext } from "./context";
import { type ExperimentRow, experimentFor } from "./queries";

export type AttemptsDownload = { experiment: ExperimentRow; records: AttemptRecord[] };

/** All attempts of an experiment, in dataset order; null when there is none that this reader may read. */
export function readDownload(
  id: string,
  reader: Reader,
  context: ReadContext = readContext(),
): AttemptsDownload | null {
  const found = context.database && experimentFor(context.database.query, id, reader);
  if (!found || !context.database) return null;
  const { experiment } = found;
  // A dry run must not tell which files the real fix changes.
  const dry = experiment.state === "draft";
  const details = mayReadTestDetails(reader, experiment.set);
  const order = new Map(experiment.instanceIds.map((instanceId, index) => [instanceId, index]));
  const place = (instanceId: string) => order.get(instanceId) ?? order.size;
  const rows = context.database.query
    .select({ attempt: attempts, evaluation: evaluations })
    .from(attempts)
    .leftJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
    .where(eq(attempts.experimentId, id))
    .orderBy(asc(attempts.runId))
    .all();
  const records = rows
    .sort((a, b) => place(a.attempt.instanceId) - place(b.attempt.instanceId))
    .map(
      ({ attempt, evaluation }): AttemptRecord => ({
        set: experiment.set,
        agent: experiment.agent,
        model: experiment.model,
        temperature: experiment.temperature,
        instance_id: attempt.instanceId,
        run_id: attempt.runId,
        outcome: attempt.outcome,
        passed: attempt.outcome === null ? null : attempt.outcome === "passed",
        parseable: attempt.parseable,
        filehit: dry ? null : attempt.fileHit,
        filehit_any: dry ? null : attempt.fileHitAny,
        reason: details ? attempt.reason : publicReason(attempt, changedPaths(attempt)),
        patch_sha256: attempt.patchSha256,
        graded_tree: attempt.gradedTree,
        evaluation_id: attempt.evaluationId,
        image_digest: evaluation?.imageDigest ?? null,
        duration_ms: evaluation?.durationMs ?? null,
        editor_ms: evaluation?.editorMs ?? null,
        cost_usd: attempt.costUsd,
        input_tokens: attempt.inputTokens,
        output_tokens: attempt.outputTokens,
      }),
    );
  return { experiment, records };
}
