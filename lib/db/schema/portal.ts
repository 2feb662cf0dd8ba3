import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Problem } from "@/lib/domain/problem";
import { users } from "./accounts";
import { evaluations, experiments } from "./core";

const moment = (name: string) => integer(name, { mode: "number" });

/**
 * A predictions file that somebody sent in: checked, and shown to its owner, before anything is queued or
 * counted. One row for each file, set and owner: sending it again finds the same row.
 */
export const uploads = sqliteTable(
  "uploads",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fileName: text("file_name").notNull(),
    fileSha256: text("file_sha256").notNull(),
    /** Unpacked size. */
    bytes: integer("bytes").notNull(),
    rows: integer("rows").notNull(),
    set: text("set").$type<BenchmarkSet>().notNull(),
    /** invalid: has problems. draft: a dry run is there. submitted: confirmed. discarded: taken back or expired. */
    state: text("state", { enum: ["invalid", "draft", "submitted", "discarded"] }).notNull(),
    problems: text("problems", { mode: "json" }).$type<Problem[]>().notNull(),
    /** Problems of each severity, of which `problems` keeps the first. */
    errors: integer("errors").notNull().default(0),
    warnings: integer("warnings").notNull().default(0),
    experimentId: text("experiment_id").references(() => experiments.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("uploads_once").on(t.userId, t.set, t.fileSha256),
    index("uploads_by_experiment").on(t.experimentId),
  ],
);

/** An independent second run of an experiment's evaluations, without the cache and on the same images. */
export const audits = sqliteTable(
  "audits",
  {
    id: text("id").primaryKey(),
    experimentId: text("experiment_id")
      .notNull()
      .references(() => experiments.id, { onDelete: "cascade" }),
    /** Share of the evaluations, above 0 and at most 1; drawn with `seed`. */
    share: real("share").notNull(),
    seed: text("seed").notNull(),
    state: text("state", { enum: ["running", "complete", "cancelled"] }).notNull(),
    startedBy: text("started_by").notNull(),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (t) => [index("audits_by_experiment").on(t.experimentId)],
);

/** One evaluation of an audit and its second run. */
export const auditRuns = sqliteTable(
  "audit_runs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    auditId: text("audit_id")
      .notNull()
      .references(() => audits.id, { onDelete: "cascade" }),
    /** What the attempts point to. */
    evaluationId: text("evaluation_id")
      .notNull()
      .references(() => evaluations.id),
    /** The second run. */
    rerunId: text("rerun_id")
      .notNull()
      .references(() => evaluations.id),
    /** Attempts of the audited experiment that the first run decided. */
    attempts: integer("attempts").notNull(),
  },
  (t) => [
    uniqueIndex("audit_runs_once").on(t.auditId, t.evaluationId),
    index("audit_runs_by_rerun").on(t.rerunId),
  ],
);

/** Corrections that the public is told: each a dated entry of `/changes`. Never changed, only added to. */
export const changes = sqliteTable(
  "changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: moment("at").notNull(),
    kind: text("kind", {
      enum: ["verified", "unverified", "withdrawn", "rescored", "dataset", "note"],
    }).notNull(),
    /** Who did it, as the public is told. */
    actor: text("actor").notNull(),
    experimentId: text("experiment_id").references(() => experiments.id, { onDelete: "set null" }),
    set: text("set").$type<BenchmarkSet>(),
    title: text("title").notNull(),
    text: text("text").notNull(),
  },
  (t) => [index("changes_by_time").on(t.at), index("changes_by_experiment").on(t.experimentId)],
);
