import { gradeSuite } from "./grading/grade-suite";
import { type SuiteVerdict, worst } from "./grading/verdict";
import type { ExpectedTests, Grade, RunObservation } from "./run";

/**
 * The verdict on one graded tree from what its runs left behind, one observation a suite. It passes only
 * when each suite's results are whole and its own, every expected test is there and passed, and no suite
 * above one failed. Exit codes and log lines explain a failure; they never make a pass.
 *
 * Fewer observations than suites are right where an earlier suite already ended the sandbox.
 */
export function grade(observations: readonly RunObservation[], expected: ExpectedTests): Grade {
  const verdicts = observations.map((one, index) => gradeSuite(one, expected[index] ?? [], index));
  const decisive = worst(verdicts);
  const tests = verdicts.flatMap((one) => one.tests);
  const notes = verdicts.flatMap((one, index) =>
    one.notes.map((note) => labelled(observations, index, note)),
  );
  if (!decisive || (decisive.verdict.outcome === "passed" && observations.length !== expected.length)) {
    const reason = `${observations.length} of ${expected.length} suites were run.`;
    return { outcome: "infra-error", reason, tests, notes };
  }
  const { outcome } = decisive.verdict;
  const reason = outcome === "passed" ? passReason(verdicts, tests) : decisive.verdict.reason;
  return {
    outcome,
    reason: outcome === "passed" ? reason : labelled(observations, decisive.index, reason),
    tests,
    notes,
  };
}

function passReason(verdicts: readonly SuiteVerdict[], tests: Grade["tests"]): string {
  const names = new Set(
    tests.filter((test) => test.expected).map((test) => `${test.suite} ${test.fullName}`),
  );
  const suites = verdicts.length > 1 ? ` in ${verdicts.length} suites` : "";
  return names.size === 1
    ? `The one expected test passed${suites}.`
    : `All ${names.size} expected tests passed${suites}.`;
}

/** With several suites a sentence says which one it is about. */
function labelled(observations: readonly RunObservation[], index: number, sentence: string): string {
  const platform = observations[index]?.suite.test_platform;
  return observations.length > 1 && platform ? `Suite ${index + 1} (${platform}): ${sentence}` : sentence;
}
