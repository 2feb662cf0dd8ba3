import type { NunitCase, NunitRun, NunitSuite } from "@/lib/domain/nunit/types";

/** Indices of the suites around a case, from the nearest outwards. */
function suitesAround(run: NunitRun, one: NunitCase): number[] {
  const indices: number[] = [];
  for (let at = one.suite; at !== null; at = run.suites[at]?.parent ?? null) indices.push(at);
  return indices;
}

/**
 * Suites above the given cases that failed by themselves: in one-time set-up or tear-down, or, with no
 * site given, although nothing below them failed. Suites that failed through a child do not count.
 */
export function failedSuitesAbove(run: NunitRun, cases: readonly NunitCase[]): NunitSuite[] {
  const above = new Set(cases.flatMap((one) => suitesAround(run, one)));
  const failedBelow = new Set(
    run.cases.filter((one) => one.result === "Failed").flatMap((one) => suitesAround(run, one)),
  );
  return [...above].flatMap((index) => {
    const suite = run.suites[index];
    if (suite?.result !== "Failed") return [];
    const own = suite.site === "SetUp" || suite.site === "TearDown";
    return own || !(failedBelow.has(index) || failedChild(run, index)) ? [suite] : [];
  });
}

function failedChild(run: NunitRun, parent: number): boolean {
  return run.suites.some((suite) => suite.parent === parent && suite.result === "Failed");
}

/** "set-up of Demo.Tests". */
export function suiteFault(suite: NunitSuite): string {
  const stage = suite.site === "SetUp" ? "set-up of " : suite.site === "TearDown" ? "tear-down of " : "";
  return `${stage}${suite.fullName || "a suite"}`;
}
