import * as z from "zod";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { OUTCOMES } from "@/lib/domain/outcome";

/** Raised when a field changes its meaning or goes. */
export const REPORT_VERSION = 1;

const rate = z.number().min(0).max(1);
const bit = z.union([z.literal(0), z.literal(1)]);
const count = z.int().min(0);

/** parseable@k, filehit@k, filehit_any@k, pass@1 … pass@k, pass^k; null where a metric is undefined. */
export const metricsSchema = z.record(z.string(), rate.nullable());
export const intervalsSchema = z.record(z.string(), z.strictObject({ low: rate, high: rate }));

/** Publication placeholders: `unavailable` until a maintainer sets them. Only https links are published. */
export const UNAVAILABLE = "unavailable";
export const logsUrlSchema = z.union([
  z.literal(UNAVAILABLE),
  z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, abort: true })
    .refine((url) => !new URL(url).username && !new URL(url).password),
]);

export const coverageSchema = z.strictObject({
  instances_expected: count,
  instances_complete: count,
  instances_partial: count,
  instances_missing: count,
  attempts_expected: count,
  attempts_counted: count,
});

export const provenanceSchema = z.strictObject({
  harness_version: z.string().nullable(),
  dataset_digest: z.string().nullable(),
  predictions_digest: z.string().nullable(),
  images: z.record(z.string(), z.string()),
  submitted_at: z.iso.datetime().nullable(),
  completed_at: z.iso.datetime().nullable(),
});

/** What stands at the head of every report on one experiment. */
export const headSchema = z.strictObject({
  format: z.string(),
  version: z.literal(REPORT_VERSION),
  benchmark_set: z.enum(BENCHMARK_SETS),
  editor: z.enum(["unity", "stand-in"]),
  experiment: z.string(),
  agent: z.string(),
  model: z.string(),
  /** Canonical decimal; null when the predictions had none. */
  temperature: z.string().nullable(),
  k: z.int().min(1),
  /** The whole set with 10 rows an instance was handed in. */
  official: z.boolean(),
  complete: z.boolean(),
  verified: z.boolean(),
  coverage: coverageSchema,
});

const instanceStatus = z.enum(["complete", "partial", "missing"]);

const instanceSummary = {
  instance_id: z.string(),
  status: instanceStatus,
  attempts: count,
  passed: count,
};

const aggregatesSchema = z.strictObject({
  /** Means over the instances that have the metric. */
  over_evaluated: metricsSchema,
  /** The same sum over all instances of the set: a lower bound. */
  missing_as_zero: metricsSchema,
});

const summaryFields = {
  /** Product of the three published means, unrounded; null while incomplete. */
  score: rate.nullable(),
  metrics: metricsSchema.nullable(),
  intervals_95: intervalsSchema.nullable(),
  aggregates: aggregatesSchema,
};

const closingFields = { provenance: provenanceSchema, logs: z.string(), logs_url: logsUrlSchema };

export const passAtKReportSchema = headSchema.extend({
  ...summaryFields,
  instances: z.array(
    z.strictObject({
      ...instanceSummary,
      /** Bits of run 1 to k; null where an attempt is not counted. */
      pass_bits: z.array(bit.nullable()),
      metrics: metricsSchema,
    }),
  ),
  ...closingFields,
});
export type PassAtKReport = z.infer<typeof passAtKReportSchema>;

export const testCaseSchema = z.strictObject({
  suite: count,
  name: z.string(),
  class: z.string(),
  result: z.enum(["Passed", "Failed", "Skipped", "Inconclusive", "Missing"]),
  label: z.string().nullable(),
  expected: z.boolean(),
  duration_ms: z.number().nullable(),
  message: z.string().nullable(),
  stack_trace: z.string().nullable(),
});

export const attemptSchema = z.strictObject({
  run_id: z.int().min(1),
  /** null while the attempt is not settled, or is not there. */
  outcome: z.enum(OUTCOMES).nullable(),
  reason: z.string().nullable(),
  /** False for what is open or failed by our machinery. */
  counted: z.boolean(),
  patch_application: z.enum(["applied", "refused", "empty", "malformed", "rejected", "unchecked"]),
  patch_sha256: z.string().nullable(),
  parseable: z.boolean(),
  filehit: z.boolean(),
  filehit_any: z.boolean(),
  passed: z.boolean(),
  touched_files: z.array(z.string()),
  graded_tree: z.string().nullable(),
  duration_ms: z.number().nullable(),
  tests: z.array(testCaseSchema),
});

export const passAtKDetailsSchema = headSchema.extend({
  instances: z.array(z.strictObject({ ...instanceSummary, runs: z.array(attemptSchema) })),
  ...closingFields,
});
export type PassAtKDetails = z.infer<typeof passAtKDetailsSchema>;

export const configurationSchema = headSchema.extend({
  ...summaryFields,
  instances: z.array(z.strictObject({ ...instanceSummary, metrics: metricsSchema })),
  ...closingFields,
});
export type ConfigurationReport = z.infer<typeof configurationSchema>;

export const leaderboardEntrySchema = headSchema.omit({ format: true, version: true }).extend({
  /** Within its set; null without a Score. */
  rank: z.int().min(1).nullable(),
  /** Systems of one group are not told apart by the paired permutation test; 1 is the leader's. */
  tie_group: z.int().min(1).nullable(),
  score: rate.nullable(),
  metrics: metricsSchema.nullable(),
  intervals_95: intervalsSchema.nullable(),
  submitted_at: z.iso.datetime().nullable(),
  completed_at: z.iso.datetime().nullable(),
  predictions_digest: z.string().nullable(),
  logs: z.string(),
  logs_url: logsUrlSchema,
  /** Earlier submissions of the same system, newest first; never pooled with this one. */
  superseded: z.array(
    z.strictObject({
      submitted_at: z.iso.datetime().nullable(),
      predictions_digest: z.string().nullable(),
      score: rate.nullable(),
    }),
  ),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

export const leaderboardSchema = z.strictObject({
  format: z.string(),
  version: z.literal(REPORT_VERSION),
  includes_incomplete: z.boolean(),
  entries: z.array(leaderboardEntrySchema),
});
export type Leaderboard = z.infer<typeof leaderboardSchema>;
