import { asc, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { attempts } from "@/lib/db/schema";
import { PATCH_OUTCOMES } from "@/lib/domain/outcome";
import type { AttemptCheck, SubmissionExperiment } from "@/lib/domain/submission-view";
import { publicReason } from "@/lib/domain/test-details";

/** How many attempts are unchecked, apply, or never will. */
export function checkCounts(q: Queryable, experimentId: string): SubmissionExperiment["checks"] {
  const problems = sql.join(
    PATCH_OUTCOMES.map((outcome) => sql`${outcome}`),
    sql`, `,
  );
  const row = q
    .select({
      unchecked: sql<number | null>`sum(${attempts.definitionHash} is null)`,
      problems: sql<number | null>`sum(${attempts.outcome} in (${problems}))`,
      all: sql<number>`count(*)`,
    })
    .from(attempts)
    .where(eq(attempts.experimentId, experimentId))
    .get();
  const unchecked = row?.unchecked ?? 0;
  const bad = row?.problems ?? 0;
  return { unchecked, problems: bad, applies: (row?.all ?? 0) - unchecked - bad };
}

/** What the submitter told of the attempts' cost, summed up. */
export function usageTotals(q: Queryable, experimentId: string): SubmissionExperiment["usage"] {
  const told = sql`${attempts.costUsd} is not null or ${attempts.inputTokens} is not null or ${attempts.outputTokens} is not null`;
  const row = q
    .select({
      attempts: sql<number | null>`sum(${told})`,
      costUsd: sql<number | null>`sum(${attempts.costUsd})`,
      inputTokens: sql<number | null>`sum(${attempts.inputTokens})`,
      outputTokens: sql<number | null>`sum(${attempts.outputTokens})`,
    })
    .from(attempts)
    .where(eq(attempts.experimentId, experimentId))
    .get();
  return {
    attempts: row?.attempts ?? 0,
    costUsd: row?.costUsd ?? 0,
    inputTokens: row?.inputTokens ?? 0,
    outputTokens: row?.outputTokens ?? 0,
  };
}

/** The patch check of every attempt, in dataset order; never whether it hit the files of the real fix. */
export function attemptChecks(
  q: Queryable,
  experiment: { id: string; instanceIds: readonly string[] },
): AttemptCheck[] {
  const order = new Map(experiment.instanceIds.map((id, index) => [id, index]));
  const rows = q
    .select({
      instanceId: attempts.instanceId,
      runId: attempts.runId,
      checked: sql<boolean>`${attempts.definitionHash} is not null`.mapWith(Boolean),
      outcome: attempts.outcome,
      reason: attempts.reason,
      hints: attempts.hints,
      touched: attempts.touched,
    })
    .from(attempts)
    .where(eq(attempts.experimentId, experiment.id))
    .orderBy(asc(attempts.runId))
    .all();
  return rows
    .sort((a, b) => (order.get(a.instanceId) ?? 0) - (order.get(b.instanceId) ?? 0))
    .map(({ instanceId, runId, checked, outcome, reason, hints, touched }) => ({
      instanceId,
      runId,
      status: statusOf(checked, outcome),
      reason: TOLD.some((one) => one === outcome) ? publicReason({ outcome, reason }, []) : null,
      hints: hints ?? [],
      touched: (touched ?? []).map((file) => file.path),
    }));
}

/** Outcomes whose reason is told here; the others' are told on the attempt's page. */
const TOLD = [...PATCH_OUTCOMES, "infra-error"] as const;

function statusOf(checked: boolean, outcome: AttemptCheck["status"] | null): AttemptCheck["status"] {
  if (PATCH_OUTCOMES.some((one) => one === outcome) && outcome !== null) return outcome;
  if (checked) return "applies";
  return outcome === "infra-error" ? outcome : "unchecked";
}
