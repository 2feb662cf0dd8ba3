import { sql } from "drizzle-orm";
import { blob, check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Outcome } from "@/lib/domain/outcome";
import type { IntegrityFlag, Refusal, TouchedFile } from "@/lib/domain/patch";
import type { SubmissionAbout, VerifiedEvidence } from "@/lib/domain/portal";
import type { ExperimentSource } from "@/lib/domain/results-folder";
import { users } from "./accounts";

/** Milliseconds since 1970, UTC: every `…At` column. */
const moment = (name: string) => integer(name, { mode: "number" });

/** Patch texts, stored once by the SHA-256 of the bytes as they were handed in. */
export const patches = sqliteTable("patches", {
  sha256: text("sha256").primaryKey(),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
  size: integer("size").notNull(),
});

/** One hand-in: a predictions file from the command line or the portal, or patches that the baseline generated. */
export const submissions = sqliteTable(
  "submissions",
  {
    id: text("id").primaryKey(),
    source: text("source").$type<ExperimentSource>().notNull(),
    fileName: text("file_name").notNull(),
    fileSha256: text("file_sha256").notNull(),
    rows: integer("rows").notNull(),
    createdAt: moment("created_at").notNull(),
    /** Null for what this installation's own command line handed in. */
    userId: text("user_id").references(() => users.id),
    /** hidden: only its owner and maintainers see it. */
    visibility: text("visibility", { enum: ["public", "hidden"] })
      .notNull()
      .default("public"),
    /** Whether a maintainer must agree before it is evaluated. */
    approval: text("approval", { enum: ["not-needed", "waiting", "approved", "rejected"] })
      .notNull()
      .default("not-needed"),
    approvalNote: text("approval_note"),
    /** Told by the submitter; links are http or https, and never fetched. */
    about: text("about", { mode: "json" }).$type<SubmissionAbout>().notNull().default({}),
    withdrawnAt: moment("withdrawn_at"),
    withdrawnBy: text("withdrawn_by"),
    withdrawnReason: text("withdrawn_reason"),
  },
  (t) => [
    index("submissions_file").on(t.fileSha256),
    index("submissions_by_user").on(t.userId, t.createdAt),
    index("submissions_waiting").on(t.approval).where(sql`approval = 'waiting'`),
  ],
);

/** set + agent + model + temperature + k from one submission; what a leaderboard row shows. */
export const experiments = sqliteTable(
  "experiments",
  {
    id: text("id").primaryKey(),
    /** Hash of file, set, identity, k and instances: the same file again is the same experiment. */
    key: text("key").notNull(),
    /** Readable slug and short hash of the identity; equal for resubmissions of one identity. */
    slug: text("slug").notNull(),
    /** Folder name under `runs/<set>/predictions/`: the slug, with a number for later submissions. */
    folder: text("folder").notNull(),
    set: text("set").$type<BenchmarkSet>().notNull(),
    agent: text("agent").notNull(),
    model: text("model").notNull(),
    /** Canonical decimal; null when the submission had none. */
    temperature: text("temperature"),
    k: integer("k").notNull(),
    submissionId: text("submission_id")
      .notNull()
      .references(() => submissions.id),
    /** True when every instance of the set has its k rows; only these enter the public index. */
    official: integer("official", { mode: "boolean" }).notNull(),
    /** Instances that this experiment must cover, in dataset order. */
    instanceIds: text("instance_ids", { mode: "json" }).$type<string[]>().notNull(),
    datasetHash: text("dataset_hash").notNull(),
    harnessVersion: text("harness_version").notNull(),
    /** draft: a dry run that only checks patches; its owner has not confirmed it. */
    state: text("state", {
      enum: ["draft", "queued", "running", "complete", "incomplete", "cancelled"],
    }).notNull(),
    /** The latest submission of an identity is current; earlier ones are kept as history. */
    current: integer("current", { mode: "boolean" }).notNull().default(true),
    verified: integer("verified", { mode: "boolean" }).notNull().default(false),
    verifiedNote: text("verified_note"),
    verifiedAt: moment("verified_at"),
    verifiedBy: text("verified_by"),
    /** What the mark rests on, as it was then. */
    verifiedEvidence: text("verified_evidence", { mode: "json" }).$type<VerifiedEvidence>(),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    uniqueIndex("experiments_one_per_submission").on(t.submissionId, t.slug, t.set),
    uniqueIndex("experiments_key").on(t.key),
    uniqueIndex("experiments_folder").on(t.set, t.folder),
    index("experiments_by_set").on(t.set, t.current),
    index("experiments_by_slug").on(t.slug),
  ],
);

/** Why a graded tree is run: an instance's gate runs the oracle first, then the base. */
export type EvaluationRole = "oracle" | "base" | "candidate";

/** One graded tree run once. `key` hashes definition, tree, image digest and harness version. */
export const evaluations = sqliteTable(
  "evaluations",
  {
    id: text("id").primaryKey(),
    key: text("key").notNull(),
    instanceId: text("instance_id").notNull(),
    definitionHash: text("definition_hash").notNull(),
    gradedTree: text("graded_tree").notNull(),
    imageName: text("image_name").notNull(),
    imageDigest: text("image_digest").notNull(),
    harnessVersion: text("harness_version").notNull(),
    role: text("role").$type<EvaluationRole>().notNull().default("candidate"),
    /** A patch whose tree this is; the worker rebuilds the tree from it. Null for the base. */
    patchSha256: text("patch_sha256").references(() => patches.sha256),
    state: text("state", { enum: ["queued", "running", "settled"] }).notNull(),
    outcome: text("outcome").$type<Outcome>(),
    reason: text("reason"),
    notes: text("notes", { mode: "json" }).$type<string[]>().notNull().default([]),
    /** Whole evaluation and, inside it, the editor's own run time. */
    durationMs: integer("duration_ms"),
    editorMs: integer("editor_ms"),
    /** Folder under `runs/` with XML, log and summary. */
    artifacts: text("artifacts"),
    /** How often an infrastructure failure has sent it back to the queue. */
    infraRetries: integer("infra_retries").notNull().default(0),
    /** How often it ran again because a limit of time or memory ended it; such a verdict needs two runs. */
    limitRetries: integer("limit_retries").notNull().default(0),
    queuedAt: moment("queued_at").notNull(),
    startedAt: moment("started_at"),
    settledAt: moment("settled_at"),
  },
  (t) => [
    uniqueIndex("evaluations_key").on(t.key),
    index("evaluations_instance").on(t.instanceId),
    index("evaluations_state").on(t.state),
    index("evaluations_by_patch").on(t.patchSha256),
    index("evaluations_gate").on(t.definitionHash, t.imageDigest, t.harnessVersion, t.role),
  ],
);

/** One prediction inside an experiment: instance × run_id. */
export const attempts = sqliteTable(
  "attempts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    experimentId: text("experiment_id")
      .notNull()
      .references(() => experiments.id, { onDelete: "cascade" }),
    instanceId: text("instance_id").notNull(),
    runId: integer("run_id").notNull(),
    /** Null when the row's model_patch was null. */
    patchSha256: text("patch_sha256").references(() => patches.sha256),
    /** waiting: not patch-checked; checked: planned, or waits for an editor image; done: has an outcome. */
    state: text("state", { enum: ["waiting", "checked", "done"] }).notNull(),
    outcome: text("outcome").$type<Outcome>(),
    reason: text("reason"),
    parseable: integer("parseable", { mode: "boolean" }),
    fileHit: integer("file_hit", { mode: "boolean" }),
    fileHitAny: integer("file_hit_any", { mode: "boolean" }),
    touched: text("touched", { mode: "json" }).$type<TouchedFile[]>(),
    refusals: text("refusals", { mode: "json" }).$type<Refusal[]>(),
    flags: text("flags", { mode: "json" }).$type<IntegrityFlag[]>(),
    overwritten: text("overwritten", { mode: "json" }).$type<string[]>(),
    hints: text("hints", { mode: "json" }).$type<string[]>(),
    repaired: integer("repaired", { mode: "boolean" }),
    /** Trees before and after protection, and the definition that decided them; null until applied. */
    candidateTree: text("candidate_tree"),
    gradedTree: text("graded_tree"),
    definitionHash: text("definition_hash"),
    evaluationId: text("evaluation_id").references(() => evaluations.id),
    /** Told by the submitter, never measured here. */
    costUsd: real("cost_usd"),
    inputTokens: integer("input_tokens"),
    outputTokens: integer("output_tokens"),
    doneAt: moment("done_at"),
  },
  (t) => [
    uniqueIndex("attempts_cell").on(t.experimentId, t.instanceId, t.runId),
    index("attempts_by_evaluation").on(t.evaluationId),
    index("attempts_by_instance").on(t.instanceId),
    // Whether a patch is still used is asked of every patch that upkeep looks at.
    index("attempts_by_patch").on(t.patchSha256),
    // Partial: finding what is left to do must not read the finished rows of a thousand experiments.
    index("attempts_open").on(t.experimentId, t.state).where(sql`state <> 'done'`),
    check("attempts_run_id", sql`${t.runId} >= 1`),
  ],
);

/** Test cases of an evaluation, in the order of the results file. */
export const testResults = sqliteTable(
  "test_results",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    evaluationId: text("evaluation_id")
      .notNull()
      .references(() => evaluations.id, { onDelete: "cascade" }),
    suite: integer("suite").notNull(),
    fullName: text("full_name").notNull(),
    className: text("class_name").notNull(),
    result: text("result", { enum: ["Passed", "Failed", "Skipped", "Inconclusive", "Missing"] }).notNull(),
    label: text("label"),
    expected: integer("expected", { mode: "boolean" }).notNull(),
    durationMs: integer("duration_ms"),
    message: text("message"),
    stackTrace: text("stack_trace"),
  },
  (t) => [index("test_results_by_evaluation").on(t.evaluationId)],
);
