import { describe, expect, test } from "vitest";
import { grade } from "./grade";
import { EXPECTED, observed } from "./grading/example-runs";
import type { Outcome } from "./outcome";
import { publicGateReason, publicReason } from "./test-details";

const SECRET = "Assert.That(bag.Count, Is.EqualTo(5))";
const told = (outcome: Outcome, reason: string, paths: string[] = ["Assets/A.cs"]) =>
  publicReason({ outcome, reason }, paths);

describe("what everybody may read of a reason", () => {
  test.each([
    "2 of 4 expected tests did not pass: Ns.Tests.A and Ns.Tests.B.",
    "Suite 2 (PlayMode): 1 of 3 expected tests did not run: Ns.Tests.C.",
    "None of the 4 expected tests ran.",
  ])("keeps counts and names of expected tests: %s", (reason) => {
    expect(told("failed", reason)).toBe(reason);
  });

  test.each([
    ["timed-out", "The run was stopped at its limit of 30 s."],
    ["timed-out", "The run was stopped after 900 s without a line of output."],
    ["out-of-memory", "The run was stopped at its limit of 1024 MiB of memory."],
    ["crashed", "The editor was ended by a segmentation fault (exit code 139)."],
    ["compile-error", "The hidden tests do not compile with this patch (CS1061 and CS0103)."],
    ["no-results", "The editor exited with code 1. It wrote no results file."],
    ["passed", "All 4 expected tests passed."],
    ["patch-rejected", "error: patch failed: Assets/A.cs:31"],
  ] as const)("keeps what holds nothing a run could choose: %s, %s", (outcome, reason) => {
    expect(told(outcome, reason)).toBe(reason);
  });

  test("gives a compile error by code and position, and its file only when the patch has it", () => {
    const reason = (file: string) =>
      `The project does not compile: ${file}(36,13): error CS0103: ${SECRET} (and 2 more)`;
    expect(told("compile-error", reason("Assets/A.cs"))).toBe(
      "The project does not compile: error CS0103 in Assets/A.cs(36,13).",
    );
    expect(told("compile-error", reason(SECRET))).not.toContain("Assert");
  });

  test.each([
    ["crashed", `The editor crashed: Caught fatal signal - signo:11 ${SECRET}`],
    ["no-results", `The results were tampered with: ${SECRET}`],
    ["no-results", `The editor exited with code 0. Its results file cannot be read. ${SECRET}`],
    ["no-results", `The editor exited with code 0. The test framework could not save its results: ${SECRET}`],
    ["no-results", `The results file is of an earlier run: it says ${SECRET}, this run began 2026.`],
    ["failed", `The expected tests passed, but a suite failed: ${SECRET}.`],
    ["failed", `Suite 1 (EditMode): The expected tests passed, but a suite failed: ${SECRET}.`],
    ["infra-error", `The disk was full (no space was left): ${SECRET}`],
    [
      "infra-error",
      `game-1 is not gated, so no attempt of it can be judged. The oracle does not pass (crashed): ${SECRET}`,
    ],
  ] as const)("never repeats what a run said: %s, %s", (outcome, reason) => {
    const text = told(outcome, reason);
    expect(text).not.toContain("Assert");
    expect(text?.length).toBeGreaterThan(20);
  });

  test("leaves the gate's outcome and takes its words", () => {
    expect(publicGateReason(`The oracle does not pass (failed): ${SECRET}`)).toBe(
      "The oracle does not pass (failed).",
    );
    expect(publicGateReason("The base passes the hidden tests, so they do not show the bug.")).toContain(
      "base",
    );
  });

  test("is what grading writes, not another wording of it", () => {
    const timedOut = grade([observed({ end: { kind: "timed-out", limitSeconds: 30 } })], EXPECTED);
    expect(told(timedOut.outcome, timedOut.reason)).toBe(timedOut.reason);
    const none = grade([observed({ xml: null, end: { kind: "exited", code: 1 } })], EXPECTED);
    expect(told(none.outcome, none.reason)).toBe(none.reason);
  });
});
