import { and, desc, eq, isNull, lt, or, type SQL } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { isPublic } from "@/lib/db/queries/visible";
import { changes, experiments, submissions } from "@/lib/db/schema";
import { atomFeed } from "@/lib/domain/atom";
import { type ChangesView, type ChangeView, changeHref, changesHref, feedHref } from "@/lib/domain/changes";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { experimentHref } from "@/lib/domain/links";
import { type ReadContext, readContext } from "./context";

/** Entries of one page, and of the feed. */
const PAGE = 50;

/** Corrections that everybody may read, the newest first; those of a set or of all. */
export function readChanges(
  { set = null, before = null }: { set?: BenchmarkSet | null; before?: number | null } = {},
  context: ReadContext = readContext(),
): ChangesView {
  if (context.database === null) return { set, entries: [], olderHref: null };
  const where = and(
    set === null ? undefined : ofSet(set),
    before === null ? undefined : lt(changes.id, before),
  );
  const rows = publicChanges(context.database.query, where, PAGE + 1);
  const entries = rows.slice(0, PAGE);
  const last = entries.at(-1);
  return { set, entries, olderHref: rows.length > PAGE && last ? changesHref(set, last.id) : null };
}

/** One correction; null when there is none that everybody may read. */
export function readChange(id: number, context: ReadContext = readContext()): ChangeView | null {
  if (context.database === null) return null;
  return publicChanges(context.database.query, eq(changes.id, id), 1)[0] ?? null;
}

/** The same as an Atom feed. */
export function readFeed(
  origin: string,
  set: BenchmarkSet | null,
  context: ReadContext = readContext(),
): { text: string; newest: number } {
  const { entries } = readChanges({ set }, context);
  const text = atomFeed({
    origin,
    title: set === null ? "SWE-game-bench: corrections" : `SWE-game-bench: corrections, ${set} set`,
    subtitle: "Verifications, withdrawals, rescorings and changes of the dataset",
    self: feedHref(set),
    page: changesHref(set),
    entries: entries.map(({ kind, actor, ...entry }) => ({ ...entry, author: actor, category: kind })),
  });
  return { text, newest: entries[0]?.at ?? 0 };
}

/** What is about all sets is about each. */
function ofSet(set: BenchmarkSet): SQL | undefined {
  return or(eq(changes.set, set), isNull(changes.set));
}

/** Entries about hidden experiments are left out for as long as they are hidden. */
function publicChanges(q: Queryable, where: SQL | undefined, limit: number): ChangeView[] {
  return q
    .select({ change: changes })
    .from(changes)
    .leftJoin(experiments, eq(experiments.id, changes.experimentId))
    .leftJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(and(where, or(isNull(changes.experimentId), isPublic)))
    .orderBy(desc(changes.id))
    .limit(limit)
    .all()
    .map(({ change: { experimentId, ...change } }) => ({
      ...change,
      href: changeHref(change.id),
      experimentHref: experimentId === null ? null : experimentHref(experimentId),
    }));
}
