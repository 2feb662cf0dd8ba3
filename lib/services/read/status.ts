import { createHash } from "node:crypto";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { attempts, audits, evaluations, experiments, jobs, workers } from "@/lib/db/schema";
import type { WorkStatus } from "@/lib/domain/views";
import { type ReadContext, readContext } from "./context";

/** A worker that has been silent for this long counts as gone. */
export const SILENT_MS = 45_000;

const NOTHING: WorkStatus = {
  queued: 0,
  running: 0,
  workers: { alive: 0, canEvaluate: 0 },
  lastSeenAt: null,
  waitsFor: null,
  note: null,
  version: "empty",
};

/** What the machinery does now, and what its queue waits for. */
export function readStatus(context: ReadContext = readContext(), now = Date.now()): WorkStatus {
  if (context.database === null) return NOTHING;
  const q = context.database.query;
  const { queued, running, needSandbox } = jobCounts(q);
  const known = q.select().from(workers).orderBy(desc(workers.heartbeatAt)).limit(50).all();
  const alive = known.filter((one) => one.stoppedAt === null && now - one.heartbeatAt < SILENT_MS);
  const able = alive.filter((one) => one.canEvaluate);
  const stuck = needSandbox > 0 && able.length === 0 ? "sandbox" : null;
  const waitsFor = queued === 0 ? null : alive.length === 0 ? "worker" : stuck;
  const speaker = able[0] ?? alive[0];
  const status = {
    queued,
    running,
    workers: { alive: alive.length, canEvaluate: able.length },
    lastSeenAt: known[0]?.heartbeatAt ?? null,
    waitsFor,
    note: speaker?.sandboxNote ?? null,
  } as const;
  const { lastSeenAt: _, ...shown } = status;
  return { ...status, version: `${JSON.stringify(shown)} ${contentVersion(q)}` };
}

/** Jobs by what becomes of them; planning and evaluating need a sandbox, checking patches does not. */
function jobCounts(q: Queryable): { queued: number; running: number; needSandbox: number } {
  const rows = q
    .select({ state: jobs.state, kind: jobs.kind, count: sql<number>`count(*)` })
    .from(jobs)
    .where(sql`${jobs.state} in ('blocked', 'queued', 'claimed')`)
    .groupBy(jobs.state, jobs.kind)
    .all();
  const sum = (which: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(which).reduce((total, row) => total + row.count, 0);
  return {
    queued: sum((row) => row.state !== "claimed"),
    running: sum((row) => row.state === "claimed"),
    needSandbox: sum((row) => row.state !== "claimed" && row.kind !== "check"),
  };
}

/** Changes whenever an attempt is settled, an evaluation starts, an audit begins or ends, or an experiment changes. */
function contentVersion(q: Queryable): string {
  const open = q.select({ count: sql<number>`count(*)` }).from(attempts).where(sql`state <> 'done'`).get();
  const last = q
    .select({ id: sql<number>`max(rowid)`, current: sql<number>`sum(${experiments.current})` })
    .from(experiments)
    .get();
  const active = q
    .select({ count: sql<number>`count(*)`, last: sql<number>`max(${evaluations.startedAt})` })
    .from(evaluations)
    .where(and(eq(evaluations.state, "running"), isNull(evaluations.settledAt)))
    .get();
  // Second runs settle no attempt, and one that is short may begin and end between two looks.
  const audited = q
    .select({ count: sql<number>`count(*)`, last: sql<number>`max(${audits.finishedAt})` })
    .from(audits)
    .get();
  const parts = [
    audited?.count,
    audited?.last,
    open?.count,
    last?.id,
    last?.current,
    active?.count,
    active?.last,
  ].join("-");
  // Hashed: what is not public counts too, and how much of it there is says nobody's page.
  return createHash("sha256").update(parts).digest("hex").slice(0, 16);
}
