import { desc, eq, ne, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { auditsOf, sourceRuns } from "@/lib/db/queries/audits";
import { experiments, submissions } from "@/lib/db/schema";
import { isFullAgreement } from "@/lib/domain/audit";
import { experimentHref } from "@/lib/domain/links";
import type { AuditSummary, ExperimentDesk, MaintainedExperiment } from "@/lib/domain/maintain-views";
import { oracleRate } from "@/lib/domain/oracle-similarity";
import { type AuditReport, auditReport } from "../audit/agreement";
import type { ReadContext } from "../read/context";
import { flaggedOf } from "./flags";
import { type AttemptNearness, nearnessOf, similarityRate } from "./similarity";

const PAGE = 20;

type Row = { experiment: typeof experiments.$inferSelect; submission: typeof submissions.$inferSelect };

/** Experiments with what speaks for and against their mark, the newest first. */
export function readMaintained(
  context: ReadContext,
  page: number,
): { entries: MaintainedExperiment[]; page: number; pages: number } {
  if (context.database === null) return { entries: [], page: 1, pages: 1 };
  const q = context.database.query;
  const notDraft = ne(experiments.state, "draft");
  const total = q.select({ count: sql<number>`count(*)` }).from(experiments).where(notDraft).get();
  const pages = Math.max(1, Math.ceil((total?.count ?? 0) / PAGE));
  const shown = Math.min(Math.max(1, page), pages);
  const rows = q
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(notDraft)
    .orderBy(desc(experiments.createdAt), desc(experiments.id))
    .limit(PAGE)
    .offset((shown - 1) * PAGE)
    .all();
  const flagged = flaggedOf(
    q,
    rows.map((row) => row.experiment.id),
  );
  const entries = rows.map((row) => maintained(context, q, row, flagged.get(row.experiment.id) ?? 0));
  return { entries, page: shown, pages };
}

/** All that a maintainer decides by about one experiment; null when there is none. */
export function readDesk(context: ReadContext, id: string): ExperimentDesk | null {
  if (context.database === null) return null;
  const q = context.database.query;
  const row = q
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(eq(experiments.id, id))
    .get();
  if (!row) return null;
  const { verifiedEvidence, verifiedAt, verifiedBy, verifiedNote } = row.experiment;
  const nearnesses = nearnessOf(context, id);
  return {
    ...maintained(context, q, row, flaggedOf(q, [id]).get(id) ?? 0),
    similarity: oracleRate(nearnesses),
    evidence: verifiedEvidence,
    verifiedAt,
    verifiedBy,
    verifiedNote,
    distinctRuns: sourceRuns(q, id).length,
    audits: auditsOf(q, id).flatMap((audit) => {
      const report = auditReport(q, audit.id);
      return report ? [auditSummary(report)] : [];
    }),
    near: nearByInstance(nearnesses),
  };
}

function maintained(
  context: ReadContext,
  q: Queryable,
  { experiment, submission }: Row,
  flagged: number,
): MaintainedExperiment {
  const { id, set, state, current, agent, model, temperature, createdAt, verified } = experiment;
  const [latest] = auditsOf(q, id);
  const report = latest ? auditReport(q, latest.id) : null;
  return {
    id,
    href: experimentHref(id),
    set,
    state,
    current,
    agent,
    model,
    temperature,
    createdAt,
    verified,
    hidden: submission.visibility === "hidden",
    withdrawn: submission.withdrawnAt !== null,
    flagged,
    audit: report && { state: report.audit.state, agreement: report.agreement },
    similarity: state === "queued" ? null : similarityRate(context, id),
  };
}

export function auditSummary({ audit, agreement, runs, outdated }: AuditReport): AuditSummary {
  const { id, state, share, seed, startedBy, createdAt, finishedAt } = audit;
  const full = state === "complete" && !outdated && isFullAgreement(agreement);
  return {
    id,
    state,
    share,
    seed,
    startedBy,
    createdAt,
    finishedAt,
    runs: runs.length,
    agreement,
    outdated,
    full,
  };
}

function nearByInstance(all: readonly AttemptNearness[]): ExperimentDesk["near"] {
  const ids = [...new Set(all.filter((one) => one.nearness !== "other").map((one) => one.instanceId))];
  return ids.map((instanceId) => {
    const own = all.filter((one) => one.instanceId === instanceId);
    const runs = (nearness: AttemptNearness["nearness"]) =>
      own.filter((one) => one.nearness === nearness).map((one) => one.runId);
    return { instanceId, fixLines: own[0]?.fixLines ?? 0, same: runs("same"), near: runs("near") };
  });
}
