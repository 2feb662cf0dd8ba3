import { createHash } from "node:crypto";
import path from "node:path";
import type { SuiteRun } from "@/evaluator/run/types";
import { writeWhole } from "@/evaluator/write-whole";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { type Instance, suitesOf } from "@/lib/domain/instance";
import { HARNESS_VERSION } from "@/lib/domain/version";
import type { Evaluation, RunResult } from "./evaluate-types";
import { type EvaluationSummary, evaluationSummarySchema } from "./summary-schema";

export type ArtifactInput = {
  entry: InstanceEntry;
  evaluation: Evaluation;
  /** The bytes that were used; null for the base. */
  patch: Uint8Array | null;
};

/** Names of the results files, one a suite: the platform tells several apart, a number two of one platform. */
export function resultsFileNames(instance: Instance): string[] {
  const id = instance.instance_id;
  const suites = suitesOf(instance);
  if (suites.length <= 1) return [`${id}_results.xml`];
  const seen = new Map<string, number>();
  return suites.map(({ test_platform: platform }) => {
    const count = (seen.get(platform) ?? 0) + 1;
    seen.set(platform, count);
    return `${id}_${platform}${count > 1 ? count : ""}_results.xml`;
  });
}

/** Writes everything an evaluation left behind into a folder, each file whole; gives their names. */
export async function writeArtifacts(folder: string, input: ArtifactInput): Promise<string[]> {
  const { evaluation, entry, patch } = input;
  const files: [string, Uint8Array | string][] = [];
  if (patch) files.push(["candidate.patch", patch]);
  if (evaluation.status === "graded") {
    const names = resultsFileNames(entry.instance);
    evaluation.runs.forEach((run, index) => {
      const name = names[index];
      if (name && run.foundXml) files.push([name, run.foundXml]);
    });
    files.push(["unity.log", joinedLog(evaluation.runs)]);
  }
  // The summary comes last: where it is, everything it names is there too.
  files.push(["summary.json", `${JSON.stringify(summaryOf(input), null, 2)}\n`]);
  for (const [name, data] of files) await writeWhole(path.join(folder, name), data);
  return files.map(([name]) => name);
}

/** One log file: where several suites ran, a line says which comes. */
function joinedLog(runs: readonly SuiteRun[]): Uint8Array {
  const [only] = runs;
  if (runs.length === 1 && only) return only.log;
  return Buffer.concat(
    runs.flatMap(({ observation, log }) => [
      Buffer.from(
        `==== ${observation.suite.test_platform}: ${observation.suite.test_class.join("; ")} ====\n`,
      ),
      log,
      Buffer.from("\n"),
    ]),
  );
}

/** What `summary.json` says. */
export function summaryOf({ entry, evaluation, patch }: ArtifactInput): EvaluationSummary {
  const { instance, repo } = entry;
  const run = evaluation.status === "graded" ? evaluation : null;
  return evaluationSummarySchema.parse({
    format: "swe-game-bench/evaluation-summary/1",
    instance_id: instance.instance_id,
    benchmark_set: instance.benchmark_set,
    repo: instance.repo,
    base_sha: instance.base_sha,
    unity_bucket: instance.unity_bucket,
    stand_in_editor: repo.standin,
    harness_version: HARNESS_VERSION,
    ...verdictOf(evaluation),
    patch: patchPart(evaluation, patch),
    graded_tree: run?.gradedTree ?? null,
    editor_image: run?.editor.image ?? null,
    editor_image_digest: run?.editor.digest ?? null,
    started_at: run?.startedAt ?? null,
    duration_ms: run ? Math.round(run.durationMs) : null,
    editor_ms: run ? Math.round(run.editorMs) : null,
    suites: run ? suitesPart(instance, run) : [],
    tests: run ? testsPart(run) : [],
    notes: run?.grade.notes ?? [],
  });
}

function verdictOf(evaluation: Evaluation): Pick<EvaluationSummary, "outcome" | "passed" | "reason"> {
  switch (evaluation.status) {
    case "patch":
      return { outcome: evaluation.outcome, passed: false, reason: evaluation.reason };
    case "graded":
      return {
        outcome: evaluation.grade.outcome,
        passed: evaluation.grade.outcome === "passed",
        reason: evaluation.grade.reason,
      };
    case "infra":
      return {
        outcome: "infra-error",
        passed: false,
        reason: `${evaluation.message} ${evaluation.mend}`.trim(),
      };
    case "cancelled":
      return { outcome: "infra-error", passed: false, reason: "The evaluation was stopped before its end." };
  }
}

function patchPart(evaluation: Evaluation, patch: Uint8Array | null): EvaluationSummary["patch"] {
  const check = evaluation.status === "patch" || evaluation.status === "graded" ? evaluation.check : null;
  if (!patch) return null;
  const applied = check?.status === "applied" ? check : null;
  return {
    sha256: createHash("sha256").update(patch).digest("hex"),
    bytes: patch.length,
    status: check?.status ?? null,
    touched_files: applied?.touched.map((file) => ({ status: file.status, path: file.path })) ?? [],
    refusals: applied?.refusals ?? [],
    flags: applied?.flags ?? [],
    overwritten: applied?.overwritten ?? [],
    final_line_feed_added: applied?.repaired ?? false,
  };
}

function suitesPart(instance: Instance, run: RunResult): EvaluationSummary["suites"] {
  const names = resultsFileNames(instance);
  return run.runs.map(({ observation, foundXml }, index) => ({
    test_platform: observation.suite.test_platform,
    test_class: observation.suite.test_class,
    end: observation.end,
    duration_ms: Math.round(observation.durationMs),
    results_file: foundXml ? (names[index] ?? null) : null,
    results_believed: observation.xml !== null,
    findings: observation.findings,
  }));
}

function testsPart(run: RunResult): EvaluationSummary["tests"] {
  return run.grade.tests.map((test) => ({
    suite: test.suite,
    full_name: test.fullName,
    result: test.result,
    expected: test.expected,
    duration_ms: test.durationMs,
    message: test.message,
  }));
}
