import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { attempts, experiments, submissions, uploads, users } from "@/lib/db/schema";
import { experimentHref } from "@/lib/domain/links";
import type { ApprovalView } from "@/lib/domain/maintain-views";

/** Submissions that wait for a maintainer, the oldest first. */
export function readApprovals(q: Queryable): ApprovalView[] {
  const counts = q
    .select({
      experimentId: attempts.experimentId,
      attempts: sql<number>`count(*)`.as("attempts"),
      applied: sql<number>`coalesce(sum(${attempts.parseable}), 0)`.as("applied"),
    })
    .from(attempts)
    .groupBy(attempts.experimentId)
    .as("counts");
  return q
    .select({
      uploadId: uploads.id,
      experiment: experiments,
      submission: submissions,
      by: sql<string | null>`coalesce(${users.username}, ${users.name})`,
      attempts: counts.attempts,
      applied: counts.applied,
    })
    .from(submissions)
    .innerJoin(experiments, eq(experiments.submissionId, submissions.id))
    .innerJoin(counts, eq(counts.experimentId, experiments.id))
    .leftJoin(uploads, eq(uploads.experimentId, experiments.id))
    .leftJoin(users, eq(users.id, submissions.userId))
    .where(and(eq(submissions.approval, "waiting"), ne(experiments.state, "cancelled")))
    .orderBy(asc(submissions.createdAt))
    .all()
    .map(({ uploadId, experiment, submission, by, ...rest }) => ({
      ...rest,
      id: uploadId ?? experiment.id,
      experimentHref: experimentHref(experiment.id),
      system: experiment,
      set: experiment.set,
      rows: submission.rows,
      fileName: submission.fileName,
      submittedAt: submission.createdAt,
      by: by ?? "the command line",
    }));
}
