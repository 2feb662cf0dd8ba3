import { parseNunit } from "@/lib/domain/nunit/parse";
import type { NunitCase, NunitRun } from "@/lib/domain/nunit/types";
import type { RunObservation, TestResult } from "@/lib/domain/run";
import { failedSuitesAbove, suiteFault } from "./suite-faults";
import { distrust, ownCases } from "./trust";
import { type SuiteVerdict, some, verdict } from "./verdict";
import { endedBySignal, finding, infraFault, stopped, withoutResults } from "./without-results";

/** Tests kept beyond the expected ones; a patch may bring any number of its own. */
const EXTRA_LIMIT = 200;

/** Judges one suite's run against the names that must pass in it. */
export function gradeSuite(
  observation: RunObservation,
  expected: readonly string[],
  suite: number,
): SuiteVerdict {
  if (observation.end.kind === "sandbox-lost") {
    return verdict("infra-error", `The sandbox was lost: ${observation.end.message}`);
  }
  const read = readResults(observation);
  if (typeof read === "string") {
    const fault = infraFault(observation) ?? stopped(observation.end) ?? tampered(observation);
    return fault ?? withoutResults(observation, read);
  }
  const judged = gradeRun(read, observation, expected, suite);
  const fault = stopped(observation.end) ?? tampered(observation);
  if (!fault) return judged;
  const notes = [
    ...judged.notes,
    "There was a whole results file; a run that was stopped does not pass by it.",
  ];
  return { ...fault, tests: judged.tests, notes };
}

/** The results of a run, or a sentence on why there are none. */
export function readResults(observation: RunObservation): NunitRun | string {
  if (observation.xml === null) return "It wrote no results file.";
  if (observation.xmlTruncated) return "Its results file is larger than the limit and was not read.";
  const parsed = parseNunit(observation.xml);
  return parsed.status === "complete" ? parsed.run : `Its results file cannot be read. ${parsed.message}`;
}

function tampered(observation: RunObservation): SuiteVerdict | null {
  const found = finding(observation, "tampered");
  return found ? verdict("no-results", `The results were tampered with: ${found.line}`) : null;
}

function gradeRun(
  run: NunitRun,
  observation: RunObservation,
  expected: readonly string[],
  suite: number,
): SuiteVerdict {
  const cases = ownCases(run, observation.canary);
  const wanted = new Set(expected);
  const required = cases.filter((one) => wanted.has(one.fullName));
  const listed = testResults(cases, wanted, suite);
  const faults = distrust(run, observation);
  const notes = [...faults.map((fault) => fault.reason), ...oddities(run, observation), ...listed.notes];
  const more = { tests: listed.tests, notes };
  const failure = testFailure(required, wanted, cases.length) ?? suiteFailure(run, required);
  if (failure) return verdict("failed", failure, more);
  const [fault] = faults;
  if (fault) return verdict(fault.outcome, fault.reason, more);
  return verdict("passed", `All ${wanted.size} expected tests passed.`, more);
}

/** Expected tests that are absent or did not pass; one failure among cases of one name is enough. */
function testFailure(
  required: readonly NunitCase[],
  wanted: ReadonlySet<string>,
  ran: number,
): string | null {
  if (wanted.size === 0) return "No expected test is known for this suite.";
  const present = new Set(required.map((one) => one.fullName));
  const absent = [...wanted].filter((name) => !present.has(name));
  if (absent.length === wanted.size && ran === 0) return `None of the ${wanted.size} expected tests ran.`;
  const failed = [...new Set(required.filter((one) => one.result !== "Passed").map((one) => one.fullName))];
  const parts = [
    failed.length > 0
      ? `${failed.length} of ${wanted.size} expected tests did not pass: ${some(failed)}.`
      : "",
    absent.length > 0
      ? `${absent.length} of ${wanted.size} expected tests did not run: ${some(absent)}.`
      : "",
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(" ") : null;
}

function suiteFailure(run: NunitRun, required: readonly NunitCase[]): string | null {
  const failed = failedSuitesAbove(run, required);
  return failed.length > 0
    ? `The expected tests passed, but a suite failed: ${some(failed.map(suiteFault))}.`
    : null;
}

function testResults(cases: readonly NunitCase[], wanted: ReadonlySet<string>, suite: number) {
  let extra = 0;
  const kept = cases.filter((one) => {
    if (!wanted.has(one.fullName)) extra += 1;
    return wanted.has(one.fullName) || extra <= EXTRA_LIMIT;
  });
  const present = new Set(cases.map((one) => one.fullName));
  const tests: TestResult[] = kept.map(({ site, suite: _around, ...one }) => ({
    ...one,
    suite,
    expected: wanted.has(one.fullName),
  }));
  for (const fullName of wanted) {
    if (!present.has(fullName)) tests.push(missing(fullName, suite));
  }
  const notes =
    extra > EXTRA_LIMIT ? [`${extra - EXTRA_LIMIT} more tests that are not expected are not listed.`] : [];
  return { tests, notes };
}

function missing(fullName: string, suite: number): TestResult {
  const nothing = { label: null, durationMs: null, message: null, stackTrace: null };
  return { suite, fullName, className: "", result: "Missing", ...nothing, expected: true };
}

/** Things that fit badly together and decide nothing. */
function oddities(run: NunitRun, observation: RunObservation): string[] {
  const notes: string[] = [];
  const { end, findings } = observation;
  const failed = run.cases.filter((one) => one.result === "Failed").length;
  if (end.kind === "exited" && end.code === 0 && failed > 0) {
    notes.push(`The editor exited with 0 although ${failed} tests failed.`);
  }
  if (endedBySignal(end) || findings.some((one) => one.kind === "crash")) {
    notes.push("The editor crashed after it had written its results.");
  } else if (end.kind === "exited" && end.code !== 0 && end.code !== 2) {
    notes.push(`The editor exited with ${end.code} although it had written its results.`);
  }
  if (findings.some((one) => one.kind === "compile-error")) {
    notes.push("The log reports compile errors although tests ran.");
  }
  if (run.warnings.length > 0) notes.push("The results file holds characters that XML does not allow.");
  return notes;
}
