import { asc, eq } from "drizzle-orm";
import { attempts, evaluations } from "@/lib/db/schema";
import { mayReadTestDetails, type Reader } from "@/lib/domain/access";
import { toCsv } from "@/lib/domain/csv";
import type { Outcome } from "@/lib/domain/outcome";
import { publicReason } from "@/lib/domain/test-details";
import { changedPaths } from "./attempt";
import { type ReadContext, readContext } from "./context";
import { type ExperimentRow, experimentFor } from "./queries";

/** One attempt as the CSV and JSON downloads give it. */
type AttemptRecord = {
  set: string;
  agent: string;
  model: string;
  temperature: string | null;
  instance_id: string;
  run_id: number;
  outcome: Outcome | null;
  passed: boolean | null;
  parseable: boolean | null;
  filehit: boolean | null;
  filehit_any: boolean | null;
  reason: string | null;
  patch_sha256: string | null;
  graded_tree: string | null;
  evaluation_id: string | null;
  image_digest: string | null;
  duration_ms: number | null;
  editor_ms: number | null;
  cost_usd: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
};

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

const COLUMNS: readonly (keyof AttemptRecord)[] = [
  "set",
  "agent",
  "model",
  "temperature",
  "instance_id",
  "run_id",
  "outcome",
  "passed",
  "parseable",
  "filehit",
  "filehit_any",
  "reason",
  "patch_sha256",
  "graded_tree",
  "evaluation_id",
  "image_digest",
  "duration_ms",
  "editor_ms",
  "cost_usd",
  "input_tokens",
  "output_tokens",
];

/** The attempts as CSV, one line each. */
export function attemptsCsv({ records }: AttemptsDownload): string {
  const columns = COLUMNS.map((header) => ({ header, value: (row: AttemptRecord) => row[header] }));
  return toCsv(columns, records);
}
