import {
  type AttemptResult,
  applicationStatus,
  type ExperimentResult,
  isCounted,
} from "@/lib/domain/experiment";
import { attemptBits } from "@/lib/domain/metrics";
import type { TestResult } from "@/lib/domain/run";
import { setMetrics } from "@/lib/domain/set-metrics";
import { closing, head, instanceSummary, namedMetrics, summary } from "./parts";
import type { PassAtKDetails, PassAtKReport } from "./schemas";

type Run = PassAtKDetails["instances"][number]["runs"][number];

/** `pass_at_k_report.json`: pass bits and metrics of every expected instance, and the set's. */
export function buildPassAtKReport(result: ExperimentResult): PassAtKReport {
  const metrics = setMetrics(result);
  const find = attemptFinder(result);
  return {
    ...head("pass@k report", result, metrics),
    ...summary(metrics),
    instances: metrics.instances.map((one) => ({
      ...instanceSummary(one),
      pass_bits: runIds(result.k).map((run) => passBit(find(one.instanceId, run))),
      metrics: namedMetrics(one, result.k),
    })),
    ...closing(result),
  };
}

/**
 * `pass_at_k_details.json`: each run of every expected instance with its outcome, how its patch applied,
 * which files it touched and what each test said. Runs without an attempt are there, without an outcome.
 */
export function buildPassAtKDetails(result: ExperimentResult): PassAtKDetails {
  const metrics = setMetrics(result);
  const find = attemptFinder(result);
  return {
    ...head("pass@k details", result, metrics),
    instances: metrics.instances.map((one) => ({
      ...instanceSummary(one),
      runs: runIds(result.k).map((run) => runDetails(run, find(one.instanceId, run))),
    })),
    ...closing(result),
  };
}

function passBit(attempt: AttemptResult | undefined): 0 | 1 | null {
  if (!attempt || !isCounted(attempt)) return null;
  return attemptBits(attempt).passed ? 1 : 0;
}

function runDetails(runId: number, attempt: AttemptResult | undefined): Run {
  if (!attempt) return { ...runDetails(runId, NO_ATTEMPT), reason: "There is no attempt." };
  const bits = attemptBits(attempt);
  return {
    run_id: runId,
    outcome: attempt.outcome,
    reason: attempt.reason,
    counted: isCounted(attempt),
    patch_application: applicationStatus(attempt),
    patch_sha256: attempt.patchSha256,
    parseable: bits.parseable,
    filehit: bits.fileHit,
    filehit_any: bits.fileHitAny,
    passed: bits.passed,
    touched_files: [...attempt.touched].sort(),
    graded_tree: attempt.gradedTree,
    duration_ms: attempt.durationMs,
    tests: attempt.tests.map(testCase),
  };
}

function testCase(test: TestResult): Run["tests"][number] {
  return {
    suite: test.suite,
    name: test.fullName,
    class: test.className,
    result: test.result,
    label: test.label,
    expected: test.expected,
    duration_ms: test.durationMs,
    message: test.message,
    stack_trace: test.stackTrace,
  };
}

const NO_ATTEMPT: AttemptResult = {
  instanceId: "",
  runId: 0,
  outcome: null,
  reason: null,
  applied: null,
  fileHit: false,
  fileHitAny: false,
  touched: [],
  patchSha256: null,
  gradedTree: null,
  tests: [],
  durationMs: null,
};

function runIds(k: number): number[] {
  return Array.from({ length: k }, (_, index) => index + 1);
}

function attemptFinder(result: ExperimentResult) {
  const key = (instanceId: string, runId: number) => `${runId} ${instanceId}`;
  const attempts = new Map(result.attempts.map((one) => [key(one.instanceId, one.runId), one]));
  return (instanceId: string, runId: number) => attempts.get(key(instanceId, runId));
}
