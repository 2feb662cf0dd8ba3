import { readResults } from "./grading/grade-suite";
import { failedSuitesAbove, suiteFault } from "./grading/suite-faults";
import { distrust, ownCases } from "./grading/trust";
import { some } from "./grading/verdict";
import { infraFault, stopped, withoutResults } from "./grading/without-results";
import type { NunitCase, NunitRun } from "./nunit/types";
import type { Outcome } from "./outcome";
import type { ExpectedTests, Grade, RunObservation } from "./run";

export type OracleReading =
  | { ok: true; expected: ExpectedTests }
  /** Why the oracle run cannot say which tests must pass. */
  | { ok: false; outcome: Outcome; problem: string };

/**
 * The tests that every attempt must pass: those of the hidden classes that the oracle run passed. Skipped
 * and inconclusive ones are not among them; a failed one means that the instance is not sound.
 */
export function expectedFromOracle(observations: readonly RunObservation[]): OracleReading {
  const expected: ExpectedTests = [];
  for (const observation of observations) {
    const names = namesOf(observation);
    if (!Array.isArray(names)) return { ok: false, ...names };
    expected.push(names);
  }
  if (expected.length === 0) return { ok: false, outcome: "infra-error", problem: "No suite was run." };
  return { ok: true, expected };
}

type Fault = { outcome: Outcome; problem: string };

function namesOf(observation: RunObservation): string[] | Fault {
  const read = readResults(observation);
  const ended = stopped(observation.end);
  if (typeof read === "string" || ended) {
    const why = typeof read === "string" ? read : "";
    const { outcome, reason } = infraFault(observation) ?? ended ?? withoutResults(observation, why);
    return { outcome, problem: reason };
  }
  const [fault] = distrust(read, observation);
  if (fault) return { outcome: fault.outcome, problem: fault.reason };
  return hiddenNames(read, observation);
}

function hiddenNames(run: NunitRun, observation: RunObservation): string[] | Fault {
  const classes = observation.suite.test_class;
  const hidden = ownCases(run, observation.canary).filter((one) =>
    classes.some((name) => isOfClass(one, name)),
  );
  const failed = [...new Set(hidden.filter((one) => one.result === "Failed").map((one) => one.fullName))];
  if (failed.length > 0) {
    return { outcome: "failed", problem: `Hidden tests fail with the real fix: ${some(failed)}.` };
  }
  const suites = failedSuitesAbove(run, hidden);
  if (suites.length > 0) {
    return {
      outcome: "failed",
      problem: `A suite fails with the real fix: ${some(suites.map(suiteFault))}.`,
    };
  }
  const names = [...new Set(hidden.filter((one) => one.result === "Passed").map((one) => one.fullName))];
  if (names.length > 0) return names;
  return { outcome: "failed", problem: `No test of ${some(classes)} passed with the real fix.` };
}

/** By class name, which may be given without its namespace; nested and parameterised fixtures belong to it. */
function isOfClass(one: NunitCase, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = one.className === "" ? `^(.*\\.)?${escaped}[.+(]` : `^(.*\\.)?${escaped}([+(\x60].*)?$`;
  return new RegExp(pattern, "s").test(one.className || one.fullName);
}

/** Outcomes of the base that show the bug; without results it shows nothing. */
const BASE_FAILS: ReadonlySet<Outcome> = new Set([
  "failed",
  "compile-error",
  "timed-out",
  "out-of-memory",
  "crashed",
]);

export type GateVerdict = { status: "gated" | "not-gated"; reason: string };

/** An instance counts once its base fails and its oracle passes. */
export function gateVerdict(
  base: Pick<Grade, "outcome" | "reason">,
  oracle: Pick<Grade, "outcome" | "reason">,
): GateVerdict {
  const refused = (reason: string): GateVerdict => ({ status: "not-gated", reason });
  if (oracle.outcome !== "passed")
    return refused(`The oracle does not pass (${oracle.outcome}): ${oracle.reason}`);
  if (base.outcome === "passed")
    return refused("The base passes the hidden tests, so they do not show the bug.");
  if (!BASE_FAILS.has(base.outcome))
    return refused(`The base shows no failure (${base.outcome}): ${base.reason}`);
  return { status: "gated", reason: `The base fails (${base.outcome}) and the oracle passes.` };
}
