import type { NunitCase, NunitRun } from "@/lib/domain/nunit/types";
import type { Outcome } from "@/lib/domain/outcome";
import type { Canary, RunObservation } from "@/lib/domain/run";

/** A reason not to believe a results file, and the outcome it leads to. */
export type Distrust = { outcome: Outcome; reason: string };

/** A clock or zone that is off can shift the file's time by no more than 14 hours. */
const CLOCK_SLACK_MS = 15 * 3600 * 1000;

/**
 * Whether the file is the test framework's own record of this run. Tests and patch share a process, so
 * this is no proof; it stops what was written blindly, early, by hand or by another run.
 */
export function distrust(run: NunitRun, observation: RunObservation): Distrust[] {
  const faults: Distrust[] = [];
  const add = (outcome: Outcome, reason: string | null) => {
    if (reason !== null) faults.push({ outcome, reason });
  };
  add("no-results", staleness(run, observation.startedAt));
  if (!observation.savedLine) {
    add("no-results", "The editor's log does not say that the test framework saved these results.");
  }
  if (observation.canary) add("no-results", canaryFault(run.cases, observation.canary));
  add("failed", counterFault(run));
  return faults;
}

/** The cases without the canary: what the project's own tests did. */
export function ownCases(run: NunitRun, canary: Canary | null): NunitCase[] {
  return canary ? run.cases.filter((one) => one.fullName !== canary.fullName) : run.cases;
}

function staleness(run: NunitRun, startedAt: string): string | null {
  // "2024-03-05 10:01:00Z" as NUnit writes it; a time that cannot be read says nothing.
  const written = Date.parse((run.startTime ?? "").replace(" ", "T"));
  const started = Date.parse(startedAt);
  if (Number.isNaN(written) || Number.isNaN(started) || written >= started - CLOCK_SLACK_MS) return null;
  return `The results file is of an earlier run: it says ${run.startTime}, this run began ${startedAt}.`;
}

function canaryFault(cases: readonly NunitCase[], canary: Canary): string | null {
  const found = cases.filter((one) => one.fullName === canary.fullName);
  const [only] = found;
  if (!only) return "The results lack the test that was added to show that they come from this run.";
  if (found.length > 1) return "The results hold the test that was added to mark this run more than once.";
  if (only.result !== "Failed") {
    return `The test that must fail in every run is ${only.result}: the results were not made by running the tests.`;
  }
  return only.message?.includes(canary.nonce)
    ? null
    : "The test that must fail did so without its message: the results were not made by running the tests.";
}

/** Counters of the root against the cases below it; a file that NUnit wrote has them, and they agree. */
function counterFault(run: NunitRun): string | null {
  if (run.root === "test-suite") return null;
  const of = (result: NunitCase["result"]) => run.cases.filter((one) => one.result === result).length;
  const counted = {
    total: run.cases.length,
    passed: of("Passed"),
    failed: of("Failed"),
    inconclusive: of("Inconclusive"),
    skipped: of("Skipped"),
  };
  const wrong = (Object.keys(counted) as (keyof typeof counted)[]).filter(
    (name) => run.counters[name] !== counted[name],
  );
  if (wrong.length === 0) return null;
  const told = wrong.map((name) => `${name} ${run.counters[name] ?? "missing"}, counted ${counted[name]}`);
  return `The counters of the results file disagree with its tests: ${told.join("; ")}.`;
}
