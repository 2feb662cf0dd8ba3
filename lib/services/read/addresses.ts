import { desc, eq } from "drizzle-orm";
import { isPublic } from "@/lib/db/queries/visible";
import { experiments, submissions } from "@/lib/db/schema";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { experimentHref, instanceHref, instancesHref, leaderboardHref } from "@/lib/domain/links";
import { type ReadContext, readContext } from "./context";

/** Addresses that a sitemap may hold by its format, less those of fixed pages. */
const MOST = 49_000;

/** Pages about data that everybody may read, with the moment of their last change where it is known. */
export function readAddresses(
  context: ReadContext = readContext(),
): { path: string; changedAt: number | null }[] {
  const sets = BENCHMARK_SETS.flatMap((set) => [leaderboardHref(set), instancesHref(set)]);
  const instances = [...context.benchmark.instances.keys()].map(instanceHref);
  const rows = context.database
    ? context.database.query
        .select({ id: experiments.id, at: experiments.createdAt, finishedAt: experiments.finishedAt })
        .from(experiments)
        .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
        .where(isPublic)
        .orderBy(desc(experiments.createdAt))
        .limit(MOST - sets.length - instances.length)
        .all()
    : [];
  return [
    ...[...sets, ...instances].map((path) => ({ path, changedAt: null })),
    ...rows.map(({ id, at, finishedAt }) => ({ path: experimentHref(id), changedAt: finishedAt ?? at })),
  ];
}
