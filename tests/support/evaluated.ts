import type { Database } from "@/lib/db/client";
import { evaluationById } from "@/lib/db/queries/evaluations";
import type { Outcome } from "@/lib/domain/outcome";
import { claimJob } from "@/lib/services/queue";
import { type Report, settleEvaluation } from "@/lib/services/settle";
import { checkAll, grade, type inputOf, LEASE_MS, planAll, rowsOf, submit } from "./experiments";

type Row = NonNullable<ReturnType<typeof evaluationById>>;

/** Settles what is queued as a worker does; `outcomeOf` says how each run ends. Gives how many runs that were. */
export function settleQueue(
  database: Database,
  outcomeOf: (row: Row) => Outcome = usualOutcome,
  change: Partial<Report> = {},
): number {
  for (let runs = 0; ; runs += 1) {
    const job = claimJob(database, { workerId: "w1", kinds: ["evaluate"], leaseMs: LEASE_MS });
    if (job?.kind !== "evaluate") return runs;
    const row = evaluationById(database.query, job.evaluationId);
    if (row === null) throw new Error("A claimed evaluation is not there.");
    settleEvaluation(database, job.claim, {
      evaluationId: row.id,
      grade: grade(outcomeOf(row)),
      durationMs: 10,
      editorMs: 5,
      artifacts: `evaluations/${row.id}`,
      final: true,
      ...change,
    });
  }
}

/** Passes where the patch says good, and for the oracle. */
export function usualOutcome({ gradedTree }: Row): Outcome {
  return /good|oracle/.test(gradedTree) ? "passed" : "failed";
}

/** Two instances with runs good, bad and bad again, evaluated to their end. */
export function evaluatedExperiment(
  database: Database,
  change: NonNullable<Parameters<typeof inputOf>[0]> = {},
): string {
  const instanceIds = change.instanceIds ?? ["game-1", "game-2"];
  const rows = rowsOf(instanceIds, 3, (_id, run) => (run === 1 ? "good" : "bad"));
  const id = submit(database, { rows, instanceIds, ...change });
  checkAll(database, id);
  planAll(database, id);
  settleQueue(database);
  return id;
}
