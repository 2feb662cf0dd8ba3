import { and, desc, eq, sql } from "drizzle-orm";
import { isPublic } from "@/lib/db/queries/visible";
import { experiments, submissions } from "@/lib/db/schema";
import type { ExperimentFacts } from "@/lib/domain/api/json";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { type ReadContext, readContext } from "./context";
import { isStandin } from "./standin";

export type ExperimentsQuery = {
  set?: BenchmarkSet | undefined;
  agent?: string | undefined;
  model?: string | undefined;
  current?: boolean | undefined;
  limit: number;
  offset: number;
};

/** Every experiment that everybody may read, the newest first: earlier ones, smoke tests and withdrawn ones too. */
export function readExperiments(
  { set, agent, model, current, limit, offset }: ExperimentsQuery,
  context: ReadContext = readContext(),
): { total: number; rows: ExperimentFacts[] } {
  if (context.database === null) return { total: 0, rows: [] };
  const where = and(
    isPublic,
    set === undefined ? undefined : eq(experiments.set, set),
    agent === undefined ? undefined : eq(experiments.agent, agent),
    model === undefined ? undefined : eq(experiments.model, model),
    current === undefined ? undefined : eq(experiments.current, current),
  );
  const { query } = context.database;
  const joined = eq(submissions.id, experiments.submissionId);
  const count = query
    .select({ total: sql<number>`count(*)` })
    .from(experiments)
    .innerJoin(submissions, joined)
    .where(where)
    .get();
  const rows = query
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, joined)
    .where(where)
    .orderBy(desc(experiments.createdAt), desc(experiments.id))
    .limit(limit)
    .offset(offset)
    .all();
  return { total: count?.total ?? 0, rows: rows.flatMap((row) => facts(context, row)) };
}

type Row = { experiment: typeof experiments.$inferSelect; submission: typeof submissions.$inferSelect };

function facts(context: ReadContext, { experiment, submission }: Row): ExperimentFacts[] {
  const { state } = experiment;
  if (state === "draft") return [];
  return [
    {
      ...experiment,
      state,
      standin: isStandin(context, experiment.set),
      withdrawn: submission.withdrawnAt !== null,
      fileSha256: submission.fileSha256,
    },
  ];
}
