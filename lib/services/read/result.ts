import { type AttemptResult, type ExperimentResult, UNKNOWN_PROVENANCE } from "@/lib/domain/experiment";
import type { CellRow, ExperimentRow } from "./queries";

/** An experiment in the form that metrics are computed from; reports use the same functions. */
export function toResult(experiment: ExperimentRow, cells: readonly CellRow[]): ExperimentResult {
  return {
    identity: {
      agent: experiment.agent,
      model: experiment.model,
      temperature: experiment.temperature,
    },
    set: experiment.set,
    k: experiment.k,
    verified: experiment.verified,
    expectedInstanceIds: experiment.instanceIds,
    official: experiment.official,
    attempts: cells.map(toAttempt),
    provenance: UNKNOWN_PROVENANCE,
    logs: null,
    logsUrl: null,
  };
}

/** Metrics read the bits and the outcome; the long fields stay in the database. */
function toAttempt(cell: CellRow): AttemptResult {
  return {
    instanceId: cell.instanceId,
    runId: cell.runId,
    outcome: cell.outcome,
    reason: null,
    applied: cell.parseable,
    fileHit: cell.fileHit ?? false,
    fileHitAny: cell.fileHitAny ?? false,
    touched: [],
    patchSha256: null,
    gradedTree: null,
    tests: [],
    durationMs: null,
  };
}
