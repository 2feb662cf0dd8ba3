import * as z from "zod";
import { CHART_IDS, CHART_KINDS } from "@/lib/domain/charts";
import { OVERLAPS } from "@/lib/domain/comparison";
import { BENCHMARK_SETS, TEST_PLATFORMS } from "@/lib/domain/instance";
import { OUTCOMES } from "@/lib/domain/outcome";
import { intervalsSchema, metricsSchema } from "@/lib/domain/report/schemas";

/** What `/api/v1` answers: snake case, as every documented file. Moments are ISO 8601 in UTC, rates unrounded. */

const count = z.int().min(0);
const rate = z.number().min(0).max(1);
const moment = z.iso.datetime();
const url = z.url();
export const setSchema = z.enum(BENCHMARK_SETS);
const editor = z
  .enum(["unity", "stand-in"])
  .describe("Sample numbers come from a stand-in, never from Unity.");

const system = {
  agent: z.string(),
  model: z.string(),
  temperature: z.string().nullable().describe("Canonical decimal; null when the predictions had none."),
};

export const setJsonSchema = z.object({
  set: setSchema,
  url,
  editor,
  instances: count,
  gated: count.describe("Instances whose gate was shown here: base fails, real fix passes."),
  experiments: count.describe("Systems on the leaderboard."),
  dataset_hash: z.string().nullable(),
});

const score = rate.nullable().describe("parseable@k × filehit@k × pass@k; null while incomplete.");
const results = {
  score,
  metrics: metricsSchema.nullable().describe("Means over all instances; null while incomplete."),
  intervals_95: intervalsSchema.nullable().describe("Bootstrap over instances, seeded."),
};

export const leaderboardEntryJsonSchema = z.object({
  set: setSchema,
  editor,
  rank: count.nullable(),
  tie_group: z
    .string()
    .nullable()
    .describe("Systems of one letter cannot be told apart by the paired permutation test."),
  experiment_id: z.string(),
  url,
  ...system,
  k: count,
  ...results,
  instances: count,
  instances_solved: count.describe("Instances that at least one attempt solved."),
  attempts_counted: count,
  attempts_passed: count,
  attempts_expected: count,
  complete: z.boolean(),
  verified: z.boolean(),
  submitted_at: moment,
  organisation: z.string().nullable().describe("Told by the submitter, like the source code and the cost."),
  open_source: z.boolean(),
  cost_usd: z.number().nullable().describe("Mean of the attempts that a cost was told for."),
  cost_attempts: count.describe("How many these are."),
  project_url: z.string().nullable(),
  logs_url: z.string().nullable(),
});

export const experimentLineJsonSchema = z.object({
  id: z.string(),
  url,
  api_url: url,
  set: setSchema,
  editor,
  ...system,
  k: count,
  state: z.enum(["queued", "running", "complete", "incomplete", "cancelled"]),
  official: z.boolean().describe("The whole set with ten rows an instance was handed in."),
  current: z.boolean().describe("False: the same submitter has handed in newer predictions of this system."),
  verified: z.boolean(),
  withdrawn: z.boolean(),
  predictions_sha256: z.string(),
  dataset_hash: z.string(),
  harness_version: z.string(),
  submitted_at: moment,
  finished_at: moment.nullable(),
});

const groupJsonSchema = z.object({
  name: z.string(),
  instances: count,
  complete: z.boolean(),
  solved: count.describe("Instances that at least one attempt solved."),
  attempts_counted: count,
  attempts_passed: count,
  metrics: metricsSchema.nullable(),
});

export const experimentJsonSchema = experimentLineJsonSchema.extend({
  complete: z.boolean(),
  rank: count.nullable(),
  ranked: count.nullable().describe("Systems that have a rank in this set."),
  tie_group: z.string().nullable(),
  ...results,
  instances: z.object({
    expected: count,
    parseable: count,
    filehit: count,
    filehit_any: count,
    solved: count,
    all_passed: count,
  }),
  attempts: z.object({
    expected: count,
    counted: count,
    passed: count,
    infra_errors: count,
    evaluations: count.describe("Distinct runs; attempts that give the same tree share one."),
  }),
  funnel: z.array(z.object({ step: z.string(), attempts: count, instances: count })),
  repositories: z.array(groupJsonSchema),
  editors: z.array(groupJsonSchema),
  about: z.record(z.string(), z.unknown()).describe("What the submitter tells."),
  images: z.array(z.object({ name: z.string(), digest: z.string() })),
  verification: z
    .object({
      at: moment.nullable(),
      by: z.string().nullable(),
      note: z.string().nullable(),
      audit: z.object({ agreed: count, compared: count, share: rate }).nullable(),
    })
    .nullable(),
  attempts_url: url,
  badge_url: url,
});

export const attemptRecordSchema = z.object({
  set: setSchema,
  ...system,
  instance_id: z.string(),
  run_id: count,
  outcome: z.enum(OUTCOMES).nullable().describe("Null while it waits or runs."),
  passed: z.boolean().nullable(),
  parseable: z.boolean().nullable(),
  filehit: z.boolean().nullable(),
  filehit_any: z.boolean().nullable(),
  reason: z.string().nullable(),
  patch_sha256: z.string().nullable(),
  graded_tree: z.string().nullable(),
  evaluation_id: z.string().nullable().describe("Attempts that give the same tree share one."),
  image_digest: z.string().nullable(),
  duration_ms: z.number().nullable(),
  editor_ms: z.number().nullable(),
  cost_usd: z.number().nullable(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
});
/** One attempt as the CSV and JSON downloads give it. */
export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

export const attemptsJsonSchema = z.object({
  id: z.string(),
  set: setSchema,
  ...system,
  k: count,
  dataset_hash: z.string(),
  harness_version: z.string(),
  verified: z.boolean(),
  attempts: z.array(attemptRecordSchema),
});

export const chartJsonSchema = z.object({
  set: setSchema,
  chart: z.enum(CHART_IDS),
  title: z.string().describe("The question that it answers."),
  note: z.string(),
  columns: z.array(z.object({ key: z.string(), label: z.string(), kind: z.enum(CHART_KINDS) })),
  rows: z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))
    .describe("By the keys of the columns."),
  omitted: count.describe("Systems that it leaves out, for want of room."),
});

const outcomesSchema = z.array(z.object({ run_id: count, outcome: z.enum(OUTCOMES).nullable() }));
const p = rate.nullable();

export const pairJsonSchema = z.object({
  first: z.string(),
  second: z.string(),
  score_difference: z.number().nullable().describe("First minus second; null while one is incomplete."),
  score_difference_low: z.number().nullable(),
  score_difference_high: z.number().nullable(),
  permutation_p: p.describe("Paired permutation test on Score."),
  permutation_p_holm: p.describe("The same, adjusted for the number of pairs."),
  solved_by_both: count,
  solved_by_first_only: count,
  solved_by_second_only: count,
  solved_by_neither: count,
  mcnemar_p: p,
  mcnemar_p_holm: p,
  cohens_g: z.number().nullable(),
});

export const comparisonJsonSchema = z.object({
  set: setSchema,
  k: count,
  systems: z.array(leaderboardEntryJsonSchema.extend({ letter: z.string() })),
  pairs: z.array(pairJsonSchema).describe("By experiment id."),
  instances: z.array(
    z.object({
      instance_id: z.string(),
      solved_by: z.enum(OVERLAPS).describe("open: an attempt at it is still missing."),
      differs: z.boolean(),
      systems: z.array(
        z.object({
          experiment_id: z.string(),
          attempts_passed: count,
          attempts_counted: count,
          outcomes: outcomesSchema,
        }),
      ),
    }),
  ),
});

export const instanceLineJsonSchema = z.object({
  id: z.string(),
  url,
  api_url: url,
  set: setSchema,
  title: z.string().nullable(),
  repository: z.string(),
  repository_url: z.string().nullable(),
  issue_url: z.string().nullable(),
  base_sha: z.string(),
  editor_version: z.string(),
  platforms: z.array(z.enum(TEST_PLATFORMS)),
  target_files: count.describe("How many files the real fix changes; which ones is part of the answer."),
  gate: z.enum(["gated", "changed-since", "not-gated"]),
  gated_at: moment.nullable(),
  systems: count,
  systems_solved: count,
  attempts_counted: count,
  attempts_passed: count,
  solve_rate: rate.nullable().describe("attempts_passed / attempts_counted."),
  discrimination: z
    .number()
    .min(-1)
    .max(1)
    .nullable()
    .describe("Corrected point-biserial correlation of solving it with the rest of the set."),
  median_duration_ms: z.number().nullable(),
  evaluations: count.describe("Distinct runs behind the attempts."),
  reruns_compared: count.describe("Second runs of these by audits."),
  reruns_different: count,
  flake_rate: rate.nullable().describe("reruns_different / reruns_compared."),
});

export const instanceJsonSchema = instanceLineJsonSchema.extend({
  attempts: z.array(
    z.object({
      experiment_id: z.string(),
      system: z.string(),
      url,
      outcomes: outcomesSchema,
    }),
  ),
});

export const changeJsonSchema = z.object({
  id: count,
  url,
  at: moment,
  kind: z.string(),
  actor: z.string(),
  set: setSchema.nullable(),
  title: z.string(),
  text: z.string(),
  experiment_url: url.nullable(),
});

export const meJsonSchema = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  role: z.enum(["submitter", "maintainer"]),
  via: z.enum(["session", "key"]),
});

const nextUrl = url.nullable().describe("The next page; null on the last.");
export const listSchemas = {
  sets: z.object({ sets: z.array(setJsonSchema) }),
  leaderboard: z.object({ entries: z.array(leaderboardEntryJsonSchema) }),
  experiments: z.object({ total: count, next: nextUrl, experiments: z.array(experimentLineJsonSchema) }),
  instances: z.object({ instances: z.array(instanceLineJsonSchema) }),
  changes: z.object({ next: nextUrl, changes: z.array(changeJsonSchema) }),
} as const;
