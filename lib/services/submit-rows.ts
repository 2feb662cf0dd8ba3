import { createHash } from "node:crypto";
import type { Queryable } from "@/lib/db/client";
import { insertAttempts } from "@/lib/db/queries/attempts";
import { patchInserter } from "@/lib/db/queries/patches";
import type { AttemptUsage } from "@/lib/domain/predictions/types";
import type { Problem } from "@/lib/domain/problem";

/** One row of a predictions file that has been read and checked. */
export type SubmittedRow = {
  instanceId: string;
  runId: number;
  patch: Uint8Array | null;
  usage?: AttemptUsage;
};

/** The same row when its patch has been stored already. */
export type StoredRow = Omit<SubmittedRow, "patch"> & { patchSha256: string | null };

/** Thrown inside the transaction so that nothing of a bad submission stays. */
export class RowProblem extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const ROW_BATCH = 200;

/** Stores patches and attempts as the rows come; refuses a row that the experiment cannot hold. */
export function insertRows(
  tx: Queryable,
  experimentId: string,
  input: { rows: Iterable<SubmittedRow | StoredRow>; instanceIds: readonly string[]; k: number },
): number {
  const storePatch = patchInserter(tx);
  const expected = new Set(input.instanceIds);
  const seen = new Set<string>();
  let batch: Parameters<typeof insertAttempts>[1][number][] = [];
  for (const row of input.rows) {
    const { instanceId, runId, usage } = row;
    const cell = `${instanceId} ${runId}`;
    const problem = rowProblem({ instanceId, runId }, expected.has(instanceId), seen.has(cell), input.k);
    if (problem) throw new RowProblem(problem);
    seen.add(cell);
    const patchSha256 = "patchSha256" in row ? row.patchSha256 : storeWith(storePatch, row.patch);
    batch.push({ experimentId, instanceId, runId, patchSha256, ...usage, state: "waiting" });
    if (batch.length === ROW_BATCH) {
      insertAttempts(tx, batch);
      batch = [];
    }
  }
  insertAttempts(tx, batch);
  if (seen.size === 0) {
    throw new RowProblem({
      severity: "error",
      message: "The submission has no row.",
      mend: "Add one row for each attempt.",
    });
  }
  return seen.size;
}

/** Stores a patch; gives its hash. */
export function storeWith(store: ReturnType<typeof patchInserter>, patch: Uint8Array | null): string | null {
  if (patch === null) return null;
  const sha256 = createHash("sha256").update(patch).digest("hex");
  store(sha256, patch);
  return sha256;
}

function rowProblem(
  row: { instanceId: string; runId: number },
  expected: boolean,
  twice: boolean,
  k: number,
): Problem | null {
  const { instanceId, runId } = row;
  const error = (field: string, message: string): Problem => ({
    severity: "error",
    field,
    instanceId,
    message,
  });
  if (!expected) return error("instance_id", `${instanceId} is not among the instances of this experiment.`);
  if (!Number.isInteger(runId) || runId < 1 || runId > k) {
    return error("run_id", `Run ${runId} of ${instanceId} is not between 1 and ${k}.`);
  }
  return twice ? error("run_id", `Run ${runId} of ${instanceId} is there twice.`) : null;
}
