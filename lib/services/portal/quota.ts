import { and, eq, gte, ne, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { attempts, evaluations, experiments, submissions } from "@/lib/db/schema";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Quota } from "@/lib/domain/submission-view";

const DAY_MS = 86_400_000;

/**
 * What an account may still submit to a set today (UTC). What ended in a failure of ours, and what was cancelled
 * before anything of it ran, does not count.
 */
export function quotaOf(
  q: Queryable,
  limits: Readonly<Record<BenchmarkSet, number>>,
  of: { userId: string; set: BenchmarkSet; now: number; except?: string },
): Quota {
  const since = of.now - (of.now % DAY_MS);
  const begun = sql`exists (select 1 from ${attempts} join ${evaluations} on ${evaluations.id} = ${attempts.evaluationId}
    where ${attempts.experimentId} = ${experiments.id}
    and (${evaluations.state} = 'settled' or ${evaluations.startedAt} is not null))`;
  const used = q
    .select({ count: sql<number>`count(*)` })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(
      and(
        eq(submissions.userId, of.userId),
        eq(experiments.set, of.set),
        gte(submissions.createdAt, since),
        ne(experiments.id, of.except ?? ""),
        sql`${experiments.state} not in ('draft', 'incomplete')`,
        sql`(${experiments.state} <> 'cancelled' or ${begun})`,
      ),
    )
    .get();
  const limit = limits[of.set];
  const count = used?.count ?? 0;
  return { set: of.set, limit, used: count, left: Math.max(0, limit - count), resetsAt: since + DAY_MS };
}
