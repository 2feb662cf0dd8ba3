import { and, asc, desc, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { runningAudits } from "@/lib/db/queries/audits";
import { auditRuns, evaluations, experiments, jobs, submissions, workers } from "@/lib/db/schema";
import { experimentHref, instanceHref } from "@/lib/domain/links";
import type {
  OverviewView,
  QueueView,
  WorkerHealth,
  WorkerView,
  WorkView,
} from "@/lib/domain/maintain-views";
import { SILENT_MS } from "../read/status";

/** Ended workers are shown for a day. */
const SHOWN_MS = 24 * 3_600_000;
const SHOWN_JOBS = 40;
const SHOWN_FAILED = 10;

/** Queue and workers, and how many audits run. */
export function readOverview(q: Queryable, now = Date.now()): OverviewView {
  return {
    workers: readWorkers(q, now),
    queue: readQueue(q),
    auditsRunning: runningAudits(q).length,
  };
}

/** Submissions that no maintainer has decided on. */
export function countWaiting(q: Queryable): number {
  return q
    .select({ id: submissions.id })
    .from(submissions)
    .innerJoin(experiments, eq(experiments.submissionId, submissions.id))
    .where(and(eq(submissions.approval, "waiting"), ne(experiments.state, "cancelled")))
    .all().length;
}

function readWorkers(q: Queryable, now: number): WorkerView[] {
  const rows = q
    .select()
    .from(workers)
    .where(or(isNull(workers.stoppedAt), gt(workers.heartbeatAt, now - SHOWN_MS)))
    .orderBy(sql`${workers.stoppedAt} is not null`, desc(workers.heartbeatAt))
    .limit(50)
    .all();
  const held = jobsOf(q, eq(jobs.state, "claimed"), 200);
  const lost = lostWorkers(q);
  return rows.map(({ sandboxNote, processMark: _, reaped: __, stoppedAt, ...worker }) => {
    const own = held.filter((job) => job.workerId === worker.id).map(workView);
    const health = healthOf({ ...worker, stoppedAt, lost: lost.has(worker.id), busy: own.length > 0 }, now);
    return { ...worker, note: sandboxNote, health, jobs: own };
  });
}

type Signs = { stoppedAt: number | null; heartbeatAt: number; lost: boolean; busy: boolean };

/** silent: no sign of life for longer than a worker may be without; lost: another one has taken its jobs. */
export function healthOf({ stoppedAt, heartbeatAt, lost, busy }: Signs, now: number): WorkerHealth {
  if (stoppedAt !== null) return lost ? "lost" : "stopped";
  if (now - heartbeatAt >= SILENT_MS) return "silent";
  return busy ? "working" : "idle";
}

function lostWorkers(q: Queryable): Set<string> {
  const rows = q.all<{ subject: string }>(
    sql`select distinct subject from events where kind = 'worker.lost' order by id desc limit 500`,
  );
  return new Set(rows.map((row) => row.subject));
}

function readQueue(q: Queryable): QueueView {
  const open = inArray(jobs.state, ["blocked", "queued", "claimed"]);
  const rows = q
    .select({
      kind: jobs.kind,
      blocked: sql<number>`sum(${jobs.state} = 'blocked')`,
      queued: sql<number>`sum(${jobs.state} = 'queued')`,
      claimed: sql<number>`sum(${jobs.state} = 'claimed')`,
      audit: sql<number>`count(${auditRuns.id})`,
    })
    .from(jobs)
    .leftJoin(auditRuns, eq(auditRuns.rerunId, jobs.evaluationId))
    .where(open)
    .groupBy(jobs.kind)
    .all();
  const oldest = q
    .select({ at: sql<number | null>`min(${jobs.createdAt})` })
    .from(jobs)
    .where(inArray(jobs.state, ["blocked", "queued"]))
    .get();
  const given = and(eq(jobs.state, "failed"), ne(sql`coalesce(${jobs.lastError}, '')`, "cancelled"));
  return {
    counts: rows,
    oldestAt: oldest?.at ?? null,
    next: jobsOf(q, eq(jobs.state, "queued"), SHOWN_JOBS).map(workView),
    failed: jobsOf(q, given, SHOWN_FAILED, true).map((row) => ({ ...workView(row), error: row.error ?? "" })),
  };
}

function jobsOf(q: Queryable, where: ReturnType<typeof and>, limit: number, newest = false) {
  return q
    .select({
      jobId: jobs.id,
      kind: jobs.kind,
      workerId: jobs.workerId,
      experimentId: jobs.experimentId,
      instanceId: evaluations.instanceId,
      startedAt: evaluations.startedAt,
      createdAt: jobs.createdAt,
      finishedAt: jobs.finishedAt,
      state: jobs.state,
      lost: jobs.lost,
      tries: jobs.tries,
      error: jobs.lastError,
      auditId: auditRuns.auditId,
    })
    .from(jobs)
    .leftJoin(evaluations, eq(evaluations.id, jobs.evaluationId))
    .leftJoin(auditRuns, eq(auditRuns.rerunId, jobs.evaluationId))
    .where(where)
    .orderBy(...(newest ? [desc(jobs.id)] : [desc(jobs.priority), asc(jobs.id)]))
    .limit(limit)
    .all();
}

function workView(row: ReturnType<typeof jobsOf>[number]): WorkView {
  const { jobId, kind, instanceId, experimentId, lost, tries } = row;
  const href = instanceId ? instanceHref(instanceId) : experimentId ? experimentHref(experimentId) : null;
  const since =
    row.finishedAt ?? (row.state === "claimed" ? (row.startedAt ?? row.createdAt) : row.createdAt);
  return {
    jobId,
    kind,
    what: instanceId ?? experimentId ?? "?",
    href,
    audit: row.auditId !== null,
    since,
    lost,
    tries,
  };
}
