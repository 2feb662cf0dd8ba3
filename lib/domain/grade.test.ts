import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grade } from "./grade";
import { CANARY, type Case, canaryCase, EXPECTED, GOOD, observed, xmlOf } from "./grading/example-runs";
import type { LogFinding, RunEnd, RunObservation } from "./run";

const graded = (more: Partial<RunObservation> = {}) => grade([observed(more)], EXPECTED);

describe("a run with whole results", () => {
  it("passes with every expected test, its canary failed, and shows no canary", () => {
    const result = graded();
    expect(result).toMatchObject({ outcome: "passed", notes: [] });
    expect(result.tests.map((test) => test.fullName)).toEqual(["N.T.A", "N.T.B"]);
  });

  it.each<[string, Case[], string]>([
    [
      "an expected test failed",
      [{ name: "N.T.A", result: "Failed" }, { name: "N.T.B" }, canaryCase],
      "1 of 2 expected tests did not pass: N.T.A.",
    ],
    [
      "an expected test is inconclusive",
      [{ name: "N.T.A", result: "Inconclusive" }, { name: "N.T.B" }, canaryCase],
      "1 of 2",
    ],
    [
      "an expected test is absent",
      [{ name: "N.T.A" }, canaryCase],
      "1 of 2 expected tests did not run: N.T.B.",
    ],
    [
      "one of two tests of a name failed",
      [...GOOD, { name: "N.T.A", result: "Failed" }],
      "1 of 2 expected tests did not pass: N.T.A.",
    ],
  ])("fails when %s", (_what, cases, reason) => {
    const result = graded({ xml: xmlOf(cases) });
    expect(result.outcome).toBe("failed");
    expect(result.reason).toContain(reason);
  });

  it.each(["SetUp", "TearDown"])("fails when a suite above failed in %s", (site) => {
    expect(graded({ xml: xmlOf(GOOD, { suite: `result="Failed" site="${site}"` }) }).outcome).toBe("failed");
  });

  it("fails when a suite failed although nothing in it did", () => {
    const passing = GOOD.filter((one) => one !== canaryCase);
    const xml = xmlOf(passing, { suite: 'result="Failed"' });
    expect(graded({ xml, canary: null }).reason).toBe("The expected tests passed, but a suite failed: N.T.");
  });

  it("does not mind a suite that failed through a child, such as the canary", () => {
    expect(graded({ xml: xmlOf(GOOD, { suite: 'result="Failed" site="Child"' }) }).outcome).toBe("passed");
    expect(graded({ xml: xmlOf(GOOD, { suite: 'result="Failed"' }) }).outcome).toBe("passed");
  });

  it.each<[string, Partial<RunObservation>, string]>([
    ["without the canary", { xml: xmlOf(GOOD.slice(0, 2)) }, "lack the test that was added"],
    [
      "with a canary that passed",
      { xml: xmlOf([...GOOD.slice(0, 2), { name: CANARY.fullName }]) },
      "must fail in every run is Passed",
    ],
    [
      "with a canary that failed without its nonce",
      { xml: xmlOf([...GOOD.slice(0, 2), { ...canaryCase, message: "x" }]) },
      "without its message",
    ],
    ["with two canaries", { xml: xmlOf([...GOOD, canaryCase]) }, "more than once"],
    ["when the log has no saved line", { savedLine: false }, "does not say that the test framework saved"],
    ["of an earlier day", { xml: xmlOf(GOOD, { start: "2025-12-30 00:00:00Z" }) }, "of an earlier run"],
    [
      "that changed after it was saved",
      { findings: [{ kind: "tampered", line: "It shrank." }] },
      "tampered with: It shrank.",
    ],
  ])("has no results of its own %s", (_what, more, reason) => {
    const result = graded(more);
    expect(result.outcome).toBe("no-results");
    expect(result.reason).toContain(reason);
  });

  it.each([
    'total="3" passed="3" failed="0" inconclusive="0" skipped="0"',
    'total="2" passed="2" failed="0" inconclusive="0" skipped="0"',
    'total="3" passed="2" failed="1"',
    "",
  ])("fails with a note when the counters are %j", (counters) => {
    const result = graded({ xml: xmlOf(GOOD, { counters }) });
    expect(result.outcome).toBe("failed");
    expect(result.notes.join()).toContain("counters");
  });

  it("tolerates a clock in another time zone", () => {
    expect(graded({ xml: xmlOf(GOOD, { start: "2025-12-31 10:30:00Z" }) }).outcome).toBe("passed");
  });

  it("passes whatever the exit code, and notes one that fits badly", () => {
    for (const code of [0, 1, 3, 134, 139]) {
      const result = graded({ end: { kind: "exited", code } });
      expect([code, result.outcome]).toEqual([code, "passed"]);
      expect(result.notes).toHaveLength(1);
    }
  });

  it("lists a bounded number of tests that are not expected, and every expected one", () => {
    const extra = Array.from({ length: 5000 }, (_, i) => ({ name: `N.T.X${i}` }));
    const result = graded({ xml: xmlOf([...extra, ...GOOD]) });
    expect(result.outcome).toBe("passed");
    expect(result.tests.filter((test) => test.expected)).toHaveLength(2);
    expect(result.tests.length).toBeLessThan(300);
    expect(result.notes.join()).toContain("4800 more tests");
  });

  it("never passes with any one expected test not passed, wherever it stands", () => {
    const result = fc.constantFrom("Failed", "Skipped", "Inconclusive", "Warning", "", "passed");
    fc.assert(
      fc.property(fc.nat(9), fc.integer({ min: 1, max: 10 }), result, (at, size, bad) => {
        const names = Array.from({ length: size }, (_, i) => `N.T.M${i}`);
        const cases: Case[] = names.map((name, i) => ({ name, ...(i === at % size ? { result: bad } : {}) }));
        expect(grade([observed({ xml: xmlOf([...cases, canaryCase]) })], [names]).outcome).toBe("failed");
      }),
    );
  });
});

describe("a run without results", () => {
  const line = "what the log said";
  const error = { file: "Assets/A.cs", line: 3, column: 4, code: "CS0103", message: "no such name" };
  const compile = (blame: "candidate" | "hidden-test" | "infrastructure"): LogFinding => ({
    kind: "compile-error",
    errors: [error],
    blame,
  });

  it.each<[string, LogFinding[], RunEnd, string]>([
    ["infra-error", [{ kind: "licence", line }], { kind: "exited", code: 1 }, "licence: what the log said"],
    [
      "infra-error",
      [{ kind: "packages", line }, compile("candidate")],
      { kind: "exited", code: 1 },
      "packages",
    ],
    [
      "infra-error",
      [{ kind: "licence", line, means: "it has expired" }],
      { kind: "exited", code: 0 },
      "(it has expired)",
    ],
    [
      "no-results",
      [{ kind: "disk", line, confirmed: false }],
      { kind: "exited", code: 0 },
      "no results file",
    ],
    ["no-results", [{ kind: "unsaved", line }], { kind: "exited", code: 0 }, "could not save its results"],
    ["infra-error", [{ kind: "project-locked", line }], { kind: "exited", code: 1 }, "another editor"],
    ["infra-error", [{ kind: "licence", line }], { kind: "stalled", silentSeconds: 9 }, "licence"],
    [
      "infra-error",
      [{ kind: "disk", line, confirmed: true }],
      { kind: "exited", code: 1 },
      "The disk was full",
    ],
    ["infra-error", [compile("infrastructure")], { kind: "exited", code: 1 }, "outside the patch"],
    ["infra-error", [], { kind: "sandbox-lost", message: "engine gone" }, "engine gone"],
    [
      "compile-error",
      [compile("candidate")],
      { kind: "exited", code: 1 },
      "Assets/A.cs(3,4): error CS0103: no such name",
    ],
    [
      "compile-error",
      [compile("hidden-test")],
      { kind: "exited", code: 3 },
      "do not compile with this patch (CS0103).",
    ],
    ["timed-out", [], { kind: "timed-out", limitSeconds: 60 }, "limit of 60 s"],
    ["timed-out", [], { kind: "stalled", silentSeconds: 9 }, "after 9 s without"],
    ["out-of-memory", [], { kind: "out-of-memory", limitBytes: 2 ** 29 }, "512 MiB of memory"],
    [
      "crashed",
      [{ kind: "disk", line, confirmed: true }],
      { kind: "disk-full", limitBytes: 2 ** 30 },
      "disk limit of 1024 MiB",
    ],
    ["crashed", [{ kind: "crash", line }], { kind: "exited", code: 1 }, "crashed: what the log said"],
    ["crashed", [], { kind: "exited", code: 139 }, "segmentation fault (exit code 139)"],
    ["crashed", [], { kind: "exited", code: 134 }, "abort"],
    ["no-results", [], { kind: "exited", code: 0 }, "exited with code 0. It wrote no results file."],
    ["no-results", [{ kind: "tampered", line }], { kind: "exited", code: 0 }, "tampered with"],
  ])("is %s with %j and %j", (outcome, findings, end, reason) => {
    const result = graded({ xml: null, findings, end });
    expect(result.outcome).toBe(outcome);
    expect(result.reason).toContain(reason);
  });

  it("does not quote errors of hidden tests", () => {
    expect(graded({ xml: null, findings: [compile("hidden-test")] }).reason).not.toMatch(
      /Assets|no such name/,
    );
  });

  it.each<RunEnd>([
    { kind: "timed-out", limitSeconds: 60 },
    { kind: "stalled", silentSeconds: 60 },
    { kind: "out-of-memory", limitBytes: 1 },
    { kind: "disk-full", limitBytes: 1 },
    { kind: "sandbox-lost", message: "gone" },
  ])("never passes when the run was stopped (%j), even with a passing file", (end) => {
    expect(graded({ end }).outcome).not.toBe("passed");
  });

  it("believes whole results before a log line that excuses the run", () => {
    const failing = xmlOf([{ name: "N.T.A", result: "Failed" }, { name: "N.T.B" }, canaryCase]);
    for (const kind of ["licence", "packages", "disk"] as const) {
      const finding: LogFinding = kind === "disk" ? { kind, line, confirmed: true } : { kind, line };
      expect(graded({ xml: failing, findings: [finding] }).outcome).toBe("failed");
    }
  });

  it("is decided by the log when the file is cut", () => {
    const xml = xmlOf(GOOD).subarray(0, 300);
    expect(graded({ xml }).outcome).toBe("no-results");
    expect(graded({ xml, end: { kind: "exited", code: 139 } }).outcome).toBe("crashed");
  });
});

describe("several suites", () => {
  const play = { test_platform: "PlayMode" as const, test_class: ["N.T"] };
  const both = [...EXPECTED, ...EXPECTED];

  it("pass when each passes", () => {
    expect(grade([observed(), observed({ suite: play })], both)).toMatchObject({
      outcome: "passed",
      reason: "All 4 expected tests passed in 2 suites.",
    });
  });

  it("are as bad as the worst, and say which it is", () => {
    const result = grade([observed(), observed({ suite: play, xml: null })], both);
    expect(result.outcome).toBe("no-results");
    expect(result.reason).toMatch(/^Suite 2 \(PlayMode\): The editor exited/);
    expect(result.tests).toHaveLength(2);
  });

  it("do not pass when one was not run, and fail when the first already failed", () => {
    expect(grade([observed()], both)).toMatchObject({
      outcome: "infra-error",
      reason: "1 of 2 suites were run.",
    });
    expect(grade([], both).outcome).toBe("infra-error");
    expect(grade([observed({ end: { kind: "timed-out", limitSeconds: 1 } })], both).outcome).toBe(
      "timed-out",
    );
  });

  it("never pass where no expected test is known", () => {
    expect(grade([observed()], [[]]).outcome).not.toBe("passed");
  });
});
