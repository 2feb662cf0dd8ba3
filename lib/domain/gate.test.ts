import { describe, expect, it } from "vitest";
import { expectedFromOracle, gateVerdict } from "./gate";
import { grade } from "./grade";
import { canaryCase, EXPECTED, GOOD, observed, xmlOf } from "./grading/example-runs";
import { OUTCOMES } from "./outcome";
import type { RunObservation } from "./run";

describe("what the oracle run tells", () => {
  it("takes the hidden classes' passed tests, without the canary", () => {
    const xml = xmlOf([
      ...GOOD,
      { name: "N.T.Skipped", result: "Skipped" },
      { name: "N.Other.C", className: "N.Other" },
      { name: "N.T+Inner.D", className: "N.T+Inner" },
      { name: "N.T(1).E", className: "N.T" },
      { name: "N.Tx.F", className: "N.Tx" },
    ]);
    expect(expectedFromOracle([observed({ xml })])).toEqual({
      ok: true,
      expected: [["N.T.A", "N.T.B", "N.T+Inner.D", "N.T(1).E"]],
    });
  });

  it("finds a class that the dataset names without its namespace, and only that", () => {
    const suite = { test_platform: "EditMode" as const, test_class: ["T"] };
    expect(expectedFromOracle([observed({ suite })])).toMatchObject({ ok: true, expected: EXPECTED });
    const xml = xmlOf([{ name: "N.NotT.A", className: "N.NotT" }, canaryCase]);
    expect(expectedFromOracle([observed({ suite, xml })])).toMatchObject({ ok: false, outcome: "failed" });
  });

  it.each<[string, Partial<RunObservation>, string]>([
    [
      "a hidden test fails",
      { xml: xmlOf([{ name: "N.T.A", result: "Failed" }, { name: "N.T.B" }, canaryCase]) },
      "Hidden tests fail with the real fix: N.T.A.",
    ],
    [
      "its tear-down fails",
      { xml: xmlOf(GOOD, { suite: 'result="Failed" site="TearDown"' }) },
      "A suite fails with the real fix: tear-down of N.T.",
    ],
    ["nothing passed", { xml: xmlOf([canaryCase]) }, "No test of N.T passed"],
    ["there are no results", { xml: null }, "It wrote no results file."],
    ["the canary is not there", { xml: xmlOf(GOOD.slice(0, 2)) }, "lack the test"],
    ["it was stopped", { end: { kind: "timed-out", limitSeconds: 5 } }, "limit of 5 s"],
  ])("refuses an oracle run in which %s", (_what, more, problem) => {
    const result = expectedFromOracle([observed(more)]);
    expect(result.ok ? "accepted" : result.problem).toContain(problem);
  });

  it("is what the same run passes by", () => {
    const reading = expectedFromOracle([observed()]);
    expect(reading.ok && grade([observed()], reading.expected).outcome).toBe("passed");
  });

  it.each(OUTCOMES)("gates an instance whose base is %s only when that shows the bug", (outcome) => {
    const shows = ["failed", "compile-error", "timed-out", "out-of-memory", "crashed"].includes(outcome);
    const verdict = gateVerdict({ outcome, reason: "r" }, { outcome: "passed", reason: "r" });
    expect(verdict.status).toBe(shows ? "gated" : "not-gated");
  });

  it("does not gate an instance whose oracle does not pass", () => {
    const verdict = gateVerdict({ outcome: "failed", reason: "b" }, { outcome: "crashed", reason: "o" });
    expect(verdict).toEqual({ status: "not-gated", reason: "The oracle does not pass (crashed): o" });
  });
});
