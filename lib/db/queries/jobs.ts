import { and, count, eq, gt, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { attempts, type EvaluationRole, evaluations, jobs } from "../schema";
import { type GateKey, sameGate } from "./evaluations";

export type JobRow = typeof jobs.$inferSelect;
export type JobKind = JobRow["kind"];

/** Rows of one statement: SQLite allows 32,766 bound values. */
const BATCH = 500;

/** One claim of one job: valid until the job is claimed, released or ended by anybody else. */
export type Claim = { jobId: number; claim: number; workerId: string };

/** Restricts a worker to the work of one experiment, or to some evaluations. */
export type JobFilter = { experimentId: string } | { evaluationIds: readonly string[] };

const held = (claim: Claim) =>
  and(
    eq(jobs.id, claim.jobId),
    eq(jobs.claim, claim.claim),
    eq(jobs.workerId, claim.workerId),
    eq(jobs.state, "claimed"),
  );

/** The gate runs of the instances of an experiment, and the runs that its attempts wait for. */
function workOf(experimentId: string): SQL | undefined {
  const needed = sql`select ${attempts.evaluationId} from ${attempts} where ${attempts.experimentId} = ${experimentId}`;
  const gateRuns = sql`select g.id from ${evaluations} as g join ${evaluations} as e
    on g.definition_hash = e.definition_hash and g.image_digest = e.image_digest
    and g.harness_version = e.harness_version and g.instance_id = e.instance_id
    where g.role in ('oracle', 'base') and e.id in (${needed})`;
  return or(
    eq(jobs.experimentId, experimentId),
    sql`${jobs.evaluationId} in (${needed})`,
    sql`${jobs.evaluationId} in (${gateRuns})`,
  );
}

function filterSql(only: JobFilter | undefined): SQL | undefined {
  if (only === undefined) return undefined;
  return "experimentId" in only
    ? workOf(only.experimentId)
    : inArray(jobs.evaluationId, [...only.evaluationIds]);
}

const claimable = (kinds: readonly JobKind[], now: number, only?: JobFilter) =>
  and(eq(jobs.state, "queued"), inArray(jobs.kind, [...kinds]), lte(jobs.notBefore, now), filterSql(only));

/** True when there is a job to claim: a read, so that idle workers take no write lock. */
export function hasClaimable(
  q: Queryable,
  kinds: readonly JobKind[],
  now: number,
  only?: JobFilter,
): boolean {
  return (
    q
      .select({ id: jobs.id })
      .from(jobs)
      .where(claimable(kinds, now, only))
      .limit(1)
      .get() !== undefined
  );
}

/** Takes the first job by priority and age, in one statement; the claim number grows with each claim. */
export function claimFirst(
  q: Queryable,
  options: { workerId: string; kinds: readonly JobKind[]; now: number; leaseUntil: number; only?: JobFilter },
): JobRow | null {
  const first = q
    .select({ id: jobs.id })
    .from(jobs)
    .where(claimable(options.kinds, options.now, options.only))
    .orderBy(sql`${jobs.priority} desc`, jobs.id)
    .limit(1);
  const row = q
    .update(jobs)
    .set({
      state: "claimed",
      workerId: options.workerId,
      claim: sql`${jobs.claim} + 1`,
      leaseUntil: options.leaseUntil,
    })
    .where(sql`${jobs.id} = (${first})`)
    .returning()
    .get();
  return row ?? null;
}

/** The job of a claim, when the claim still holds. */
export function heldJob(q: Queryable, claim: Claim): JobRow | null {
  return q.select().from(jobs).where(held(claim)).get() ?? null;
}

/** Changes the job of a claim; false when the claim no longer holds. */
export function updateHeld(q: Queryable, claim: Claim, change: Partial<JobRow>): boolean {
  return q.update(jobs).set(change).where(held(claim)).run().changes === 1;
}

/** Prolongs all leases of a worker and gives the claims it still holds. */
export function prolongLeases(q: Queryable, workerId: string, leaseUntil: number): Claim[] {
  return q
    .update(jobs)
    .set({ leaseUntil })
    .where(and(eq(jobs.workerId, workerId), sql`${jobs.state} = 'claimed'`))
    .returning({ jobId: jobs.id, claim: jobs.claim })
    .all()
    .map((row) => ({ ...row, workerId }));
}

export function jobsWithExpiredLease(q: Queryable, now: number): JobRow[] {
  return q
    .select()
    .from(jobs)
    .where(and(sql`${jobs.state} = 'claimed'`, lt(jobs.leaseUntil, now)))
    .all();
}

export function jobsOfWorker(q: Queryable, workerId: string): JobRow[] {
  return q
    .select()
    .from(jobs)
    .where(and(eq(jobs.workerId, workerId), sql`${jobs.state} = 'claimed'`))
    .all();
}

export function updateJob(q: Queryable, id: number, change: Partial<JobRow>): void {
  q.update(jobs).set(change).where(eq(jobs.id, id)).run();
}

export type NewJob = {
  kind: JobKind;
  state: "queued" | "blocked";
  priority: number;
  createdAt: number;
} & ({ experimentId: string } | { evaluationId: string });

/** Adds jobs, or starts ended ones again; a job that is waiting or running is left as it is. */
export function ensureJobs(q: Queryable, wishes: readonly NewJob[]): void {
  for (const kind of ["experimentId", "evaluationId"] as const) {
    const rows = wishes.filter((job) => kind in job);
    for (let at = 0; at < rows.length; at += BATCH) {
      q.insert(jobs)
        .values(rows.slice(at, at + BATCH))
        .onConflictDoUpdate({
          target: [jobs.kind, jobs[kind]],
          set: {
            state: sql`excluded.state`,
            priority: sql`excluded.priority`,
            tries: 0,
            lost: 0,
            notBefore: 0,
            workerId: null,
            leaseUntil: null,
            finishedAt: null,
          },
          setWhere: inArray(jobs.state, ["done", "failed"]),
        })
        .run();
    }
  }
}

const jobsOfGate = (q: Queryable, key: GateKey, roles: readonly EvaluationRole[]) =>
  inArray(
    jobs.evaluationId,
    q
      .select({ id: evaluations.id })
      .from(evaluations)
      .where(and(sameGate(key), inArray(evaluations.role, [...roles]))),
  );

/** Lets the blocked jobs of a gate's evaluations go; gives how many. */
export function unblock(q: Queryable, key: GateKey, roles: readonly ("base" | "candidate")[]): number {
  return q
    .update(jobs)
    .set({ state: "queued" })
    .where(and(eq(jobs.state, "blocked"), jobsOfGate(q, key, roles)))
    .run().changes;
}

/** Holds the candidates of a gate back until it is shown anew. */
export function blockCandidates(q: Queryable, key: GateKey): void {
  q.update(jobs)
    .set({ state: "blocked" })
    .where(and(eq(jobs.state, "queued"), jobsOfGate(q, key, ["candidate"])))
    .run();
}

/** Ends jobs that are not ended, whoever holds them. */
export function endJobs(
  q: Queryable,
  of: { evaluationIds: readonly string[] } | { experimentId: string },
  change: { state: "done" | "failed"; lastError: string | null; finishedAt: number },
): number {
  const which =
    "experimentId" in of
      ? eq(jobs.experimentId, of.experimentId)
      : inArray(jobs.evaluationId, [...of.evaluationIds]);
  return q
    .update(jobs)
    .set({ ...change, leaseUntil: null })
    .where(and(which, inArray(jobs.state, ["blocked", "queued", "claimed"])))
    .run().changes;
}

/** Jobs that come before the first one that an experiment waits for; null when it waits for none. */
export function jobsAhead(q: Queryable, experimentId: string): number | null {
  const first = q
    .select({ id: jobs.id, priority: jobs.priority })
    .from(jobs)
    .where(and(inArray(jobs.state, ["queued", "claimed"]), workOf(experimentId)))
    .orderBy(sql`${jobs.priority} desc`, jobs.id)
    .limit(1)
    .get();
  if (first === undefined) return null;
  const before = or(
    gt(jobs.priority, first.priority),
    and(eq(jobs.priority, first.priority), lt(jobs.id, first.id)),
  );
  const row = q
    .select({ ahead: count() })
    .from(jobs)
    .where(and(inArray(jobs.state, ["queued", "claimed"]), before))
    .get();
  return row?.ahead ?? 0;
}
