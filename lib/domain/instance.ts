import * as z from "zod";

export const BENCHMARK_SETS = ["golden", "candidates", "sample"] as const;
export type BenchmarkSet = (typeof BENCHMARK_SETS)[number];

export const TEST_PLATFORMS = ["EditMode", "PlayMode"] as const;
export type TestPlatform = (typeof TEST_PLATFORMS)[number];

const sha = z.string().regex(/^[0-9a-f]{40}$/, "must be a full 40-digit commit hash");
const relativePath = z
  .string()
  .min(1)
  .refine((p) => !p.startsWith("/") && !p.split("/").includes(".."), "must be a path inside the repository");
const classNames = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .transform((value) => (Array.isArray(value) ? value : value.split(";").map((name) => name.trim())));

/** One editor run of an instance: a platform and the test classes to run on it. */
export const testSuiteSchema = z.object({
  test_platform: z.enum(TEST_PLATFORMS),
  test_class: classNames,
});
export type TestSuite = z.infer<typeof testSuiteSchema>;

/**
 * A row of `instances.json`. Unknown fields are kept, so that the authors' own files load unchanged.
 * `unity_version` is what the project says; `unity_bucket` is the editor image it runs in.
 */
export const instanceSchema = z.looseObject({
  instance_id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/),
  repo: z.string().min(1),
  issue_number: z.number().int().positive().optional(),
  issue_url: z.url().optional(),
  title: z.string().optional(),
  benchmark_set: z.enum(BENCHMARK_SETS).default("candidates"),
  base_sha: sha,
  fix_sha: sha,
  target_files: z.array(relativePath).min(1),
  test_class: classNames.optional(),
  test_platform: z.enum(TEST_PLATFORMS).optional(),
  test_suites: z.array(testSuiteSchema).min(1).optional(),
  /** Test files that the fix itself brought; `tests` takes their assemblies from `fix_sha`. */
  test_paths: z.array(relativePath).min(1).optional(),
  unity_version: z.string().optional(),
  unity_bucket: z.string().min(1),
  /** Overrides the repository's main assembly for `__MAIN_ASMDEF__`. */
  main_asmdef: z.string().optional(),
  /** Wall-clock limit of one editor run, in seconds. */
  timeout_seconds: z.number().int().positive().optional(),
});
export type Instance = z.infer<typeof instanceSchema>;

/** The editor runs of an instance: `test_suites`, or the single class and platform. */
export function suitesOf(instance: Instance): TestSuite[] {
  if (instance.test_suites) return instance.test_suites;
  if (!instance.test_class) return [];
  return [{ test_platform: instance.test_platform ?? "EditMode", test_class: instance.test_class }];
}

/** A tree operation that makes an old project open in batch mode; applied to the graded tree only. */
export const scrubStepSchema = z.union([
  z.strictObject({ delete: z.string().min(1) }),
  z.strictObject({ replace: z.strictObject({ file: z.string(), find: z.string(), with: z.string() }) }),
  z.strictObject({ remove_package: z.string().min(1) }),
]);
export type ScrubStep = z.infer<typeof scrubStepSchema>;

/** One repository of `repos.yaml`. */
export const repoSchema = z.looseObject({
  name: z.string(),
  /** Clone URL, or `history:<folder>` for a repository rebuilt from text inside the dataset. */
  url: z.string(),
  web_url: z.url().optional(),
  unity_buckets: z.array(z.string()).min(1),
  /** Image name with `{bucket}`, when the default editor image is not the one to use. */
  editor_image: z.string().optional(),
  /** Image of one bucket, such as one pinned by its digest (`name:tag@sha256:…`). */
  editor_images: z.record(z.string(), z.string()).optional(),
  /** True where the editor is our stand-in: its numbers are never shown as golden or candidates. */
  standin: z.boolean().default(false),
  main_asmdef: z.string().optional(),
  /** The Unity project's folder inside the repository. */
  project_path: z.string().default("."),
  scrub: z.array(scrubStepSchema).default([]),
  /** Module under `hooks/` that edits base and graded trees; without it `hooks/<key>.ts`, if there is one. */
  hook: relativePath.optional(),
});
export type Repo = z.infer<typeof repoSchema>;
export const reposSchema = z.record(z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/), repoSchema);
