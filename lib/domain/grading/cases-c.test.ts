import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { grade } from "@/lib/domain/grade";
import type { RunObservation } from "@/lib/domain/run";

const FOLDER = path.resolve("tests/fixtures/cases/C");
const file = (name: string) => readFileSync(path.join(FOLDER, name));
const { expected_passed } = JSON.parse(file("expected_tests.json").toString()) as {
  expected_passed: string[];
};
const EXPECTED = [expected_passed];

/** The fixtures' runs have no canary, so its checks are off. */
function observation(more: Partial<RunObservation>): RunObservation {
  return {
    suite: { test_platform: "EditMode", test_class: ["Demo.HealthPRTests"] },
    end: { kind: "exited", code: 0 },
    xml: null,
    xmlTruncated: false,
    findings: [],
    savedLine: true,
    canary: null,
    startedAt: "2024-03-05T10:00:00.000Z",
    durationMs: 1000,
    ...more,
  };
}

const of = (name: string, code = 0) =>
  grade([observation({ xml: file(name), end: { kind: "exited", code } })], EXPECTED);

describe("results of area C", () => {
  it("passes when all expected tests passed (C01)", () => {
    const graded = of("C01-all-passed.xml");
    expect(graded).toMatchObject({ outcome: "passed", reason: "All 3 expected tests passed.", notes: [] });
    expect(graded.tests.map((test) => [test.fullName, test.result, test.expected])).toEqual(
      expected_passed.map((name) => [name, "Passed", true]),
    );
  });

  it("does not pass with zero tests, though the root says Passed (C03)", () => {
    const graded = of("C03-zero-tests.xml");
    expect(graded).toMatchObject({ outcome: "failed", reason: "None of the 3 expected tests ran." });
    expect(graded.tests.map((test) => test.result)).toEqual(["Missing", "Missing", "Missing"]);
  });

  it("does not pass when every expected test is skipped (C05)", () => {
    const graded = of("C05-all-skipped.xml");
    expect(graded.outcome).toBe("failed");
    expect(graded.reason).toMatch(/^3 of 3 expected tests did not pass/);
    expect(graded.tests[0]).toMatchObject({ result: "Skipped", label: "Ignored" });
  });

  it("finds parameterised names exactly and calls absent ones missing (C08)", () => {
    const graded = of("C08-parameterised-names.xml");
    expect(graded.reason).toMatch(/^2 of 3 expected tests did not run/);
    const expected = graded.tests.filter((test) => test.expected).map((test) => [test.fullName, test.result]);
    expect(expected).toEqual([
      ['Demo.HealthPRTests.Names("a<b & c")', "Passed"],
      ["Demo.HealthPRTests.NegativeIsDead", "Missing"],
      ["Demo.HealthPRTests.HealStops(5)", "Missing"],
    ]);
  });

  it("does not pass after a failed one-time set-up (C10)", () => {
    const graded = of("C10-onetimesetup-children-failed.xml");
    expect(graded.outcome).toBe("failed");
    expect(graded.tests.filter((test) => test.result === "Failed")).toHaveLength(3);
  });

  it("does not pass after a failed one-time tear-down, though each test passed (C12)", () => {
    expect(of("C12-onetimeteardown-failed.xml", 2)).toMatchObject({
      outcome: "failed",
      reason: "The expected tests passed, but a suite failed: tear-down of Demo.HealthPRTests.",
    });
  });

  it("does not believe the file of an earlier run, and has no results without it (C13)", () => {
    const stale = of("C13-stale.xml", 1);
    expect(stale.outcome).toBe("no-results");
    expect(stale.reason).toContain("of an earlier run");
    expect(grade([observation({ end: { kind: "exited", code: 1 } })], EXPECTED)).toMatchObject({
      outcome: "no-results",
      reason: "The editor exited with code 1. It wrote no results file.",
    });
  });

  it("does not pass when the counters disagree with the tests, and flags it (C16)", () => {
    const graded = of("C16-root-disagrees.xml");
    expect(graded.outcome).toBe("failed");
    expect(graded.notes[0]).toMatch(/counters .* disagree .*passed 3, counted 2; failed 0, counted 1/);
  });

  it("passes with 50 MB of output in the file (C18)", () => {
    const text = file("C01-all-passed.xml").toString();
    const output = `asserts="0"><output><![CDATA[${"x".repeat(50_000_000)}]]></output></test-case>`;
    const xml = Buffer.from(text.replace('asserts="0"/>', output));
    expect(grade([observation({ xml })], EXPECTED).outcome).toBe("passed");
    expect(grade([observation({ xml: xml.subarray(0, 1000), xmlTruncated: true })], EXPECTED)).toMatchObject({
      outcome: "no-results",
      reason: expect.stringContaining("larger than the limit"),
    });
  });

  it("calls a build that the patch broke a compile error and shows its line (C19)", () => {
    const match = /^(.+)\((\d+),(\d+)\): error (CS\d+): (.*)$/m.exec(
      file("C19-compile-error.log").toString(),
    );
    const [, at = "", line, column, code = "", message = ""] = match ?? [];
    const errors = [{ file: at, line: Number(line), column: Number(column), code, message }];
    const run = observation({
      end: { kind: "exited", code: 1 },
      findings: [{ kind: "compile-error", errors, blame: "candidate" }],
    });
    expect(grade([run], EXPECTED)).toMatchObject({
      outcome: "compile-error",
      reason: "The project does not compile: Assets/Scripts/Health.cs(23,20): error CS1002: ; expected",
    });
  });

  it("calls a run that never ends timed out (C21)", () => {
    expect(grade([observation({ end: { kind: "timed-out", limitSeconds: 600 } })], EXPECTED)).toMatchObject({
      outcome: "timed-out",
      reason: "The run was stopped at its limit of 600 s.",
    });
  });

  it.each(["C24-log-before-xml.xml", "C28-external-entity.xml"])("does not read %s", (name) => {
    const graded = of(name);
    expect(graded.outcome).toBe("no-results");
    expect(graded.reason).toContain("cannot be read");
  });

  it("passes though a test that the patch added failed, and shows it (C26)", () => {
    const graded = of("C26-extra-failing-test.xml", 2);
    expect(graded.outcome).toBe("passed");
    expect(graded.tests.find((test) => !test.expected)).toMatchObject({
      fullName: "Demo.HealthPRTests.AgentAdded",
      result: "Failed",
      message: "own test of the patch",
    });
  });
});
