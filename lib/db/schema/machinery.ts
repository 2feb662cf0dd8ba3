import { desc, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Outcome } from "@/lib/domain/outcome";
import type { ExpectedTests } from "@/lib/domain/run";
import { evaluations, experiments } from "./core";

const moment = (name: string) => integer(name, { mode: "number" });

/** Work for workers; claimed in one UPDATE … RETURNING and held by a lease. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /**
     * check: patch-check an experiment's attempts. plan: turn its checked attempts into evaluations,
     * which needs the editor images. evaluate: run one graded tree.
     */
    kind: text("kind", { enum: ["check", "plan", "evaluate"] }).notNull(),
    experimentId: text("experiment_id").references(() => experiments.id, { onDelete: "cascade" }),
    evaluationId: text("evaluation_id").references(() => evaluations.id, { onDelete: "cascade" }),
    /** blocked: waits for the gate of its instance. */
    state: text("state", { enum: ["blocked", "queued", "claimed", "done", "failed"] }).notNull(),
    priority: integer("priority").notNull().default(0),
    /** Worker and fencing token of the present claim. */
    workerId: text("worker_id"),
    claim: integer("claim").notNull().default(0),
    leaseUntil: moment("lease_until"),
    /** Claims that ended with a failure of ours, and those whose worker was lost. */
    tries: integer("tries").notNull().default(0),
    lost: integer("lost").notNull().default(0),
    notBefore: moment("not_before").notNull().default(0),
    lastError: text("last_error"),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    index("jobs_queue").on(t.state, desc(t.priority), t.id),
    uniqueIndex("jobs_one_per_evaluation").on(t.kind, t.evaluationId),
    uniqueIndex("jobs_one_per_experiment").on(t.kind, t.experimentId),
    index("jobs_claimed").on(t.workerId).where(sql`state = 'claimed'`),
  ],
);

/** What `validate` showed for an instance on one image: base FAILS, oracle PASSES, and the test names. */
export const gates = sqliteTable(
  "gates",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    instanceId: text("instance_id").notNull(),
    definitionHash: text("definition_hash").notNull(),
    imageName: text("image_name").notNull(),
    imageDigest: text("image_digest").notNull(),
    harnessVersion: text("harness_version").notNull(),
    status: text("status", { enum: ["gated", "not-gated"] }).notNull(),
    reason: text("reason").notNull(),
    baseTree: text("base_tree").notNull(),
    baseOutcome: text("base_outcome").$type<Outcome>().notNull(),
    baseReason: text("base_reason").notNull(),
    baseMs: integer("base_ms").notNull(),
    oracleTree: text("oracle_tree").notNull(),
    oracleOutcome: text("oracle_outcome").$type<Outcome>().notNull(),
    oracleMs: integer("oracle_ms").notNull(),
    expected: text("expected", { mode: "json" }).$type<ExpectedTests>().notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [uniqueIndex("gates_key").on(t.instanceId, t.definitionHash, t.imageDigest, t.harnessVersion)],
);

/** Processes that claim jobs, with their last sign of life and what they can do. */
export const workers = sqliteTable("workers", {
  id: text("id").primaryKey(),
  host: text("host").notNull(),
  pid: integer("pid").notNull(),
  /** Tells this process from a later one with the same pid; empty where the system cannot say. */
  processMark: text("process_mark").notNull().default(""),
  startedAt: moment("started_at").notNull(),
  heartbeatAt: moment("heartbeat_at").notNull(),
  stoppedAt: moment("stopped_at"),
  /** False after an end that may have left containers behind; true once they are removed. */
  reaped: integer("reaped", { mode: "boolean" }).notNull().default(false),
  /** False while no container engine answers: such a worker only checks patches. */
  canEvaluate: integer("can_evaluate", { mode: "boolean" }).notNull(),
  sandboxNote: text("sandbox_note").notNull(),
});

/** Who did what to which thing; never changed, only added to. */
export const events = sqliteTable(
  "events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: moment("at").notNull(),
    actor: text("actor").notNull(),
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index("events_by_subject").on(t.subject), index("events_by_kind").on(t.kind)],
);
