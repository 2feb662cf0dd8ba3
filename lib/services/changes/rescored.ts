import { and, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { type ExperimentRow, experimentById, updateExperiment } from "@/lib/db/queries/experiments";
import { attempts, experiments, submissions } from "@/lib/db/schema";
import type { Outcome } from "@/lib/domain/outcome";
import { takeMark } from "../audit/verify";
import { recordEvent } from "../events";
import { recordExperimentChange } from "./record";

const ACTOR = { id: "worker", name: "the evaluation" };

/**
 * Hands a later verdict on a tree to the attempts that had another one, and says so in public. A failure of
 * ours changes nothing that was settled. A verified mark falls: what it stood for is no longer there.
 */
export function rescoreAttempts(
  tx: Queryable,
  evaluation: { id: string; instanceId: string; outcome: Outcome; reason: string },
  now: number,
): void {
  const { id, instanceId, outcome, reason } = evaluation;
  if (outcome === "infra-error") return;
  const settled = and(eq(attempts.state, "done"), ne(attempts.outcome, "infra-error"));
  const changed = tx
    .select({ experimentId: attempts.experimentId, from: attempts.outcome, count: sql<number>`count(*)` })
    .from(attempts)
    .where(and(eq(attempts.evaluationId, id), settled, ne(attempts.outcome, outcome)))
    .groupBy(attempts.experimentId, attempts.outcome)
    .all();
  if (changed.length === 0) return;
  tx.update(attempts)
    .set({ outcome, reason, doneAt: now })
    .where(and(eq(attempts.evaluationId, id), settled, ne(attempts.outcome, outcome)))
    .run();
  for (const { experimentId, from, count } of changed) {
    const which = count === 1 ? "One attempt" : `${count} attempts`;
    rescored(tx, experimentId, `${which} at ${instanceId}: ${from} before, ${outcome} now.`, now);
  }
}

function rescored(tx: Queryable, experimentId: string, what: string, now: number): void {
  const experiment = experimentById(tx, experimentId);
  if (experiment === null || experiment.finishedAt === null) return;
  // What is kept of a finished experiment is kept by this time.
  updateExperiment(tx, experimentId, { finishedAt: Math.max(now, experiment.finishedAt + 1) });
  announce(tx, experiment, `Its tree was run again. ${what}`, now);
  if (experiment.verified) takeMark(tx, experiment, `Outcomes have changed: ${what}`, { actor: ACTOR, now });
}

/** Says that a finished experiment is an earlier one's predictions under another dataset or harness. */
export function announceNewDefinition(tx: Queryable, experimentId: string, now: number): void {
  const after = experimentById(tx, experimentId);
  const before = after && predecessor(tx, after);
  if (!after || !before) return;
  const moved = [
    before.datasetHash === after.datasetHash
      ? ""
      : `dataset ${before.datasetHash.slice(0, 12)} before, ${after.datasetHash.slice(0, 12)} now`,
    before.harnessVersion === after.harnessVersion
      ? ""
      : `harness ${before.harnessVersion} before, ${after.harnessVersion} now`,
  ];
  const passed = `Passed attempts: ${countPassed(tx, before.id)} before, ${countPassed(tx, after.id)} now.`;
  const why = moved.filter(Boolean).join("; ");
  announce(tx, after, `The same predictions were evaluated again (${why}). ${passed}`, now);
}

function announce(tx: Queryable, experiment: ExperimentRow, text: string, now: number): void {
  const subject = experiment.id;
  recordEvent(tx, { at: now, actor: ACTOR.id, kind: "experiment.rescored", subject, data: { reason: text } });
  recordExperimentChange(tx, "rescored", experiment, { at: now, actor: ACTOR.name, text });
}

/** The last complete evaluation of the same file by the same owner, under another definition. */
function predecessor(tx: Queryable, after: ExperimentRow): ExperimentRow | null {
  const own = tx.select().from(submissions).where(eq(submissions.id, after.submissionId)).get();
  if (!own) return null;
  const row = tx
    .select({ experiment: experiments })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(
      and(
        eq(experiments.set, after.set),
        eq(experiments.slug, after.slug),
        eq(experiments.official, true),
        eq(experiments.state, "complete"),
        ne(experiments.id, after.id),
        eq(submissions.fileSha256, own.fileSha256),
        own.userId === null ? isNull(submissions.userId) : eq(submissions.userId, own.userId),
        or(
          ne(experiments.datasetHash, after.datasetHash),
          ne(experiments.harnessVersion, after.harnessVersion),
        ),
      ),
    )
    .orderBy(desc(experiments.createdAt))
    .limit(1)
    .get();
  return after.official ? (row?.experiment ?? null) : null;
}

function countPassed(tx: Queryable, experimentId: string): number {
  const row = tx
    .select({ count: sql<number>`count(*)` })
    .from(attempts)
    .where(and(eq(attempts.experimentId, experimentId), eq(attempts.outcome, "passed")))
    .get();
  return row?.count ?? 0;
}
