import { afterEach, beforeEach, expect, test } from "vitest";
import { claimJob } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { temporaryDatabase } from "@/tests/support/database";
import { checkAll, grade, LEASE_MS, planAll, rowsOf, submit } from "@/tests/support/experiments";
import { measureSharing } from "./sharing";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

test("counts runs against attempts: equal trees run once, empty patches never", () => {
  const { database } = temporary;
  expect(measureSharing(database).ratio).toBeNull();
  const rows = rowsOf(
    ["game-1"],
    5,
    (_instance, run) => ["same", "same", "other", null, "base"][run - 1] ?? null,
  );
  const id = submit(database, { instanceIds: ["game-1"], k: 5, rows });
  checkAll(database, id);
  planAll(database, id);
  for (;;) {
    const job = claimJob(database, { workerId: "w", kinds: ["evaluate"], leaseMs: LEASE_MS });
    if (job?.kind !== "evaluate") break;
    const { evaluationId } = job;
    const verdict = job.priority > 0 && measureSharing(database).gateRuns === 0 ? "passed" : "failed";
    settleEvaluation(database, job.claim, {
      evaluationId,
      grade: grade(verdict),
      durationMs: 1,
      editorMs: 1,
      artifacts: null,
    });
  }
  expect(measureSharing(database)).toEqual({
    submitted: 5,
    judgedByRun: 4,
    evaluationsRun: 2,
    gateRuns: 2,
    ratio: 4 / 5,
  });
});
