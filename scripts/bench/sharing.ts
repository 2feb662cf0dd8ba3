import { and, count, eq, isNotNull, ne, type SQL } from "drizzle-orm";
import type { Database } from "@/lib/db/client";
import { attempts, evaluations } from "@/lib/db/schema";

/** How much work sharing equal graded trees has saved. */
export type Sharing = {
  /** Attempts of all experiments, and those among them whose patch had to be judged by a run. */
  submitted: number;
  judgedByRun: number;
  /** Runs for attempts, and the two runs of each gate beside them. */
  evaluationsRun: number;
  gateRuns: number;
  /** Evaluations run ÷ attempts submitted, gate runs included; null without attempts. */
  ratio: number | null;
};

/** Counts evaluations run against attempts submitted; without sharing every judged attempt is one run. */
export function measureSharing(database: Database): Sharing {
  const rows = (table: typeof attempts | typeof evaluations, where?: SQL) =>
    database.query.select({ count: count() }).from(table).where(where).get()?.count ?? 0;
  const settled = eq(evaluations.state, "settled");
  const submitted = rows(attempts);
  const evaluationsRun = rows(evaluations, and(settled, eq(evaluations.role, "candidate")));
  const gateRuns = rows(evaluations, and(settled, ne(evaluations.role, "candidate")));
  return {
    submitted,
    judgedByRun: rows(attempts, isNotNull(attempts.evaluationId)),
    evaluationsRun,
    gateRuns,
    ratio: submitted === 0 ? null : (evaluationsRun + gateRuns) / submitted,
  };
}
