import { and, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { attempts, auditRuns, audits, evaluations, experiments, submissions } from "../schema";
import { insertEvaluations } from "./evaluations";

export type AuditRow = typeof audits.$inferSelect;

export function insertAudit(q: Queryable, row: typeof audits.$inferInsert): void {
  q.insert(audits).values(row).run();
}

export function auditById(q: Queryable, id: string): AuditRow | null {
  return q.select().from(audits).where(eq(audits.id, id)).get() ?? null;
}

/** Audits of an experiment, the newest first. */
export function auditsOf(q: Queryable, experimentId: string): AuditRow[] {
  return q
    .select()
    .from(audits)
    .where(eq(audits.experimentId, experimentId))
    .orderBy(desc(audits.createdAt), desc(audits.id))
    .all();
}

export function runningAudits(q: Queryable): AuditRow[] {
  return q.select().from(audits).where(eq(audits.state, "running")).all();
}

export function updateAudit(q: Queryable, id: string, change: Partial<AuditRow>): void {
  q.update(audits).set(change).where(eq(audits.id, id)).run();
}

/** A verdict that attempts of an experiment rest on, and what is needed to run its tree again. */
export type SourceRun = Omit<typeof evaluations.$inferSelect, "patchSha256"> & {
  /** A patch of the experiment that gives this tree; the first run itself may have needed none. */
  attemptPatch: string;
  attempts: number;
};

/** The distinct evaluations behind the counted attempts of an experiment. */
export function sourceRuns(q: Queryable, experimentId: string): SourceRun[] {
  const rows = q
    .select({
      evaluation: evaluations,
      attemptPatch: sql<string>`min(${attempts.patchSha256})`,
      attempts: sql<number>`count(*)`,
    })
    .from(attempts)
    .innerJoin(evaluations, eq(evaluations.id, attempts.evaluationId))
    .where(
      and(
        eq(attempts.experimentId, experimentId),
        eq(attempts.state, "done"),
        ne(attempts.outcome, "infra-error"),
        isNotNull(attempts.patchSha256),
        eq(evaluations.state, "settled"),
      ),
    )
    .groupBy(evaluations.id)
    .orderBy(evaluations.id)
    .all();
  return rows.map(({ evaluation: { patchSha256: _, ...evaluation }, ...rest }) => ({
    ...evaluation,
    ...rest,
  }));
}

export type NewRun = { rerun: typeof evaluations.$inferInsert; evaluationId: string; attempts: number };

/** Stores the second runs of an audit. */
export function insertAuditRuns(q: Queryable, auditId: string, runs: readonly NewRun[]): void {
  insertEvaluations(
    q,
    runs.map((run) => run.rerun),
  );
  for (const { rerun, evaluationId, attempts: count } of runs) {
    q.insert(auditRuns).values({ auditId, evaluationId, rerunId: rerun.id, attempts: count }).run();
  }
}

/** Second runs of an audit that have no verdict. */
export function openReruns(q: Queryable, auditId: string): string[] {
  return q
    .select({ id: evaluations.id })
    .from(auditRuns)
    .innerJoin(evaluations, eq(evaluations.id, auditRuns.rerunId))
    .where(and(eq(auditRuns.auditId, auditId), ne(evaluations.state, "settled")))
    .all()
    .map((row) => row.id);
}

export function rerunIds(q: Queryable, auditId: string): string[] {
  return q
    .select({ id: auditRuns.rerunId })
    .from(auditRuns)
    .where(eq(auditRuns.auditId, auditId))
    .orderBy(auditRuns.id)
    .all()
    .map((row) => row.id);
}

const first = sql`first_run`;

/** One audited evaluation with both runs, and how many attempts of the experiment still rest on the first. */
export type ComparedRun = {
  evaluationId: string;
  rerunId: string;
  instanceId: string;
  attemptsThen: number;
  first: Pick<typeof evaluations.$inferSelect, "outcome" | "reason" | "artifacts">;
  second: typeof evaluations.$inferSelect;
};

/** Both runs of everything that an audit runs again. */
export function comparedRuns(q: Queryable, auditId: string): ComparedRun[] {
  return q
    .select({
      evaluationId: auditRuns.evaluationId,
      rerunId: auditRuns.rerunId,
      instanceId: evaluations.instanceId,
      attemptsThen: auditRuns.attempts,
      first: {
        outcome: sql<ComparedRun["first"]["outcome"]>`${first}.outcome`,
        reason: sql<string | null>`${first}.reason`,
        artifacts: sql<string | null>`${first}.artifacts`,
      },
      second: evaluations,
    })
    .from(auditRuns)
    .innerJoin(evaluations, eq(evaluations.id, auditRuns.rerunId))
    .innerJoin(sql`${evaluations} as ${first}`, sql`${first}.id = ${auditRuns.evaluationId}`)
    .where(eq(auditRuns.auditId, auditId))
    .orderBy(auditRuns.id)
    .all();
}

export type AuditedAttempt = {
  instanceId: string;
  runId: number;
  evaluationId: string | null;
  outcome: typeof attempts.$inferSelect.outcome;
};

/** The attempts of an experiment that rest on these evaluations now. */
export function attemptsOn(
  q: Queryable,
  experimentId: string,
  evaluationIds: readonly string[],
): AuditedAttempt[] {
  const { instanceId, runId, evaluationId, outcome } = attempts;
  return q
    .select({ instanceId, runId, evaluationId, outcome })
    .from(attempts)
    .where(and(eq(attempts.experimentId, experimentId), inArray(evaluationId, [...evaluationIds])))
    .orderBy(attempts.id)
    .all();
}

/** Attempts of an experiment by who decided them: a run, or the patch alone. */
export function attemptKinds(q: Queryable, experimentId: string): { run: number; patchAlone: number } {
  const row = q
    .select({
      run: sql<number>`count(${attempts.evaluationId})`,
      all: sql<number>`count(*)`,
    })
    .from(attempts)
    .where(eq(attempts.experimentId, experimentId))
    .get();
  return { run: row?.run ?? 0, patchAlone: (row?.all ?? 0) - (row?.run ?? 0) };
}

/** The editor images that the verdicts of an experiment come from. */
export function imagesOf(q: Queryable, experimentId: string): { name: string; digest: string }[] {
  return q
    .selectDistinct({ name: evaluations.imageName, digest: evaluations.imageDigest })
    .from(evaluations)
    .innerJoin(attempts, eq(attempts.evaluationId, evaluations.id))
    .where(eq(attempts.experimentId, experimentId))
    .orderBy(evaluations.imageName, evaluations.imageDigest)
    .all();
}

/** Audits of all experiments, the newest first. */
export function recentAudits(q: Queryable, limit: number) {
  return q
    .select({ audit: audits, experiment: experiments })
    .from(audits)
    .innerJoin(experiments, eq(experiments.id, audits.experimentId))
    .orderBy(desc(audits.createdAt), desc(audits.id))
    .limit(limit)
    .all();
}

export function isWithdrawn(q: Queryable, submissionId: string): boolean {
  const row = q
    .select({ at: submissions.withdrawnAt })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    .get();
  return row !== undefined && row.at !== null;
}
