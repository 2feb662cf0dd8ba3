import * as z from "zod";
import { BENCHMARK_SETS, TEST_PLATFORMS } from "@/lib/domain/instance";
import { OUTCOMES } from "@/lib/domain/outcome";

const text = z.string();
const count = z.number().int().nonnegative();

const endSchema = z.union([
  z.strictObject({ kind: z.literal("exited"), code: z.number().int() }),
  z.strictObject({ kind: z.literal("timed-out"), limitSeconds: z.number() }),
  z.strictObject({ kind: z.literal("stalled"), silentSeconds: z.number() }),
  z.strictObject({ kind: z.literal("out-of-memory"), limitBytes: z.number() }),
  z.strictObject({ kind: z.literal("disk-full"), limitBytes: z.number() }),
  z.strictObject({ kind: z.literal("sandbox-lost"), message: text }),
]);

/** A line of the editor's log that explains the end, or the compiler's errors with who is to blame. */
const findingSchema = z.looseObject({ kind: text, line: text.optional() });

/**
 * `summary.json` of one evaluation. `passed` is the pass bit; everything else explains it. Fields are null
 * where nothing was run.
 */
export const evaluationSummarySchema = z.strictObject({
  format: z.literal("swe-game-bench/evaluation-summary/1"),
  instance_id: text,
  benchmark_set: z.enum(BENCHMARK_SETS),
  repo: text,
  base_sha: text,
  unity_bucket: text,
  /** True where our stand-in editor ran and not Unity. */
  stand_in_editor: z.boolean(),
  harness_version: text,
  outcome: z.enum(OUTCOMES),
  passed: z.boolean(),
  reason: text,
  patch: z
    .strictObject({
      sha256: text,
      bytes: count,
      status: z.enum(["empty", "malformed", "rejected", "applied"]).nullable(),
      touched_files: z.array(z.strictObject({ status: z.enum(["A", "M", "D", "T"]), path: text })),
      refusals: z.array(z.strictObject({ path: text, rule: text, message: text })),
      flags: z.array(z.strictObject({ rule: text, path: text, message: text, line: text.optional() })),
      /** Paths of the patch that the hidden tests or the base version replaced. */
      overwritten: z.array(text),
      final_line_feed_added: z.boolean(),
    })
    .nullable(),
  graded_tree: text.nullable(),
  editor_image: text.nullable(),
  editor_image_digest: text.nullable(),
  started_at: text.nullable(),
  duration_ms: count.nullable(),
  editor_ms: count.nullable(),
  suites: z.array(
    z.strictObject({
      test_platform: z.enum(TEST_PLATFORMS),
      test_class: z.array(text),
      end: endSchema,
      duration_ms: count,
      /** Beside this file; null when the run left none. */
      results_file: text.nullable(),
      /** False when the file was changed after it was saved: it then says nothing. */
      results_believed: z.boolean(),
      findings: z.array(findingSchema),
    }),
  ),
  tests: z.array(
    z.strictObject({
      suite: count,
      full_name: text,
      result: z.enum(["Passed", "Failed", "Skipped", "Inconclusive", "Missing"]),
      /** One of the tests that decide; others are only shown. */
      expected: z.boolean(),
      duration_ms: z.number().nullable(),
      message: text.nullable(),
    }),
  ),
  /** Contradictions that an auditor should see. */
  notes: z.array(text),
});

export type EvaluationSummary = z.infer<typeof evaluationSummarySchema>;
