import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { attempts, experiments } from "@/lib/db/schema";
import { attemptHref } from "@/lib/domain/links";
import type { FlagsView } from "@/lib/domain/maintain-views";

const PAGE = 40;

/** Attempts that a rule has flagged; an empty list is stored as "[]". */
const flagged = sql`${attempts.flags} is not null and ${attempts.flags} <> '[]'`;
/** What is on show now: what was replaced or cancelled needs no look any more. */
const shown = and(eq(experiments.current, true), sql`${experiments.state} not in ('draft', 'cancelled')`);
const withRule = (rule: string) =>
  sql`exists (select 1 from json_each(${attempts.flags}) as flag where flag.value ->> 'rule' = ${rule})`;

export type FlagsFilter = { rule?: string; experimentId?: string; before?: number };

/** Flagged attempts with the lines that raised the flags, the newest first. */
export function readFlags(q: Queryable, { rule, experimentId, before }: FlagsFilter): FlagsView {
  const of = experimentId === undefined ? shown : eq(attempts.experimentId, experimentId);
  const where = and(
    flagged,
    of,
    rule === undefined ? undefined : withRule(rule),
    before === undefined ? undefined : lt(attempts.id, before),
  );
  const rows = q
    .select({ attempt: attempts, experiment: experiments })
    .from(attempts)
    .innerJoin(experiments, eq(experiments.id, attempts.experimentId))
    .where(where)
    .orderBy(desc(attempts.id))
    .limit(PAGE + 1)
    .all();
  const page = rows.slice(0, PAGE);
  return {
    rules: countRules(q, of),
    before: rows.length > PAGE ? (page.at(-1)?.attempt.id ?? null) : null,
    entries: page.map(({ attempt, experiment }) => ({
      attemptId: attempt.id,
      system: experiment,
      set: experiment.set,
      instanceId: attempt.instanceId,
      runId: attempt.runId,
      href: attemptHref(attempt.experimentId, attempt.instanceId, attempt.runId),
      outcome: attempt.outcome,
      flags: (attempt.flags ?? [])
        .filter((flag) => rule === undefined || flag.rule === rule)
        .map((flag) => ({ ...flag, line: flag.line ?? null })),
    })),
  };
}

/** Flagged attempts of some experiments. */
export function flaggedOf(q: Queryable, ids: readonly string[]): Map<string, number> {
  const rows = q
    .select({ id: attempts.experimentId, count: sql<number>`count(*)` })
    .from(attempts)
    .where(
      and(flagged, sql`${attempts.experimentId} in (select value from json_each(${JSON.stringify(ids)}))`),
    )
    .groupBy(attempts.experimentId)
    .all();
  return new Map(rows.map((row) => [row.id, row.count]));
}

function countRules(q: Queryable, of: SQL | undefined): FlagsView["rules"] {
  const rule = sql<string>`flag.value ->> 'rule'`;
  return q
    .select({ rule, count: sql<number>`count(distinct ${attempts.id})` })
    .from(attempts)
    .innerJoin(experiments, eq(experiments.id, attempts.experimentId))
    .innerJoin(sql`json_each(${attempts.flags}) as flag`, sql`true`)
    .where(and(flagged, of))
    .groupBy(rule)
    .orderBy(desc(sql`count(distinct ${attempts.id})`))
    .all();
}
