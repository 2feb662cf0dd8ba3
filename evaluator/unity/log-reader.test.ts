import { expect, test } from "vitest";
import { readLog } from "./log-reader";

const context = {
  hiddenTestPaths: ["Assets/Hidden/BagTests.cs"],
  canaryPath: "Assets/Hidden/Probe.cs",
  resultsPath: "/tmp/r/x.xml",
};
const findings = (...lines: string[]) => readLog(lines.join("\n"), context).findings;

test.each([
  ["licence", "Machine identification is invalid for current license."],
  ["licence", "LICENSE SYSTEM [2020 1:2:3] Current license is invalid and cannot be activated"],
  ["licence", "License XML document is null"],
  ["licence", "DOMDocument is NULL"],
  ["licence", "No ULF license found.,Token not found in cache"],
  ["licence", "No license activation found for this computer."],
  ["licence", "No valid Unity Editor license found. Please activate your license."],
  ["licence", "BatchMode: Unity has not been activated with a valid License."],
  ["licence", "Code 400 while verifying: digital signature is invalid"],
  ["licence", "Code 20113 while updating license: expired"],
  ["licence", "Failed to activate/update license Timeout"],
  ["licence", "IPC channel to LicensingClient doesn't exist; aborting"],
  ["licence", 'Timed-out after 10.00s, waiting for channel "LicenseClient-root"'],
  ["packages", "An error occurred while resolving packages:"],
  ["packages", "Project has invalid dependencies:"],
  ["packages", "Cannot connect to 'packages.unity.com:443' (error code: ENOTFOUND)"],
  ["packages", "No 'git' executable was found. Please install Git on your system"],
  ["packages", "EINVAL: invalid argument, fchown. No packages loaded."],
  ["project-locked", "It looks like another Unity instance is running with this project open."],
  ["disk", "System.IO.IOException: No space left on device"],
  ["disk", "Disk full. Path /project/Library"],
  ["crash", "Caught fatal signal - signo:11 code:1 errno:0 addr:(nil)"],
  ["crash", "Obtained 24 stack frames."],
  ["crash", "\tNative Crash Reporting"],
  ["crash", "Stack overflow: IP: 0x40, fault addr: 0x7f"],
  ["crash", "Got a SIGSEGV while executing native code."],
])("a line of kind %s is found: %s", (kind, line) => {
  expect(findings("Unity Editor version: x", line, "Exiting")).toMatchObject([
    { kind, line: line.trim(), means: expect.stringMatching(/^[a-z]/) },
  ]);
});

test("complaints about a licence that is then accepted, and the usual noise, are no finding", () => {
  expect(
    findings(
      "Machine binding 2 mismatch: Machine identification is invalid for current license.",
      "License is not active (com.unity.editor.headless). HasEntitlements will fail.",
      "Access token is unavailable; failed to update",
      "LICENSE SYSTEM [2026 1:2:3] Next license update check is after 2026-12-01T00:00:00",
    ),
  ).toEqual([]);
});

test("a licence that is given up after it was accepted is a finding", () => {
  const fatal = "Current license is invalid and cannot be activated";
  expect(findings("Current license is already valid and activated.", fatal)).toMatchObject([
    { kind: "licence", line: fatal },
  ]);
});

test.each([
  "- Finished script compilation in 1.0 seconds",
  "Running tests for EditMode (A)",
  "*** Tundra build success (1.2 seconds)",
])("project code cannot excuse its run by printing a licence or package error after: %s", (marker) => {
  expect(
    findings(
      marker,
      "No ULF license found.",
      "Project has invalid dependencies:",
      "another Unity instance is running with this project open",
    ),
  ).toEqual([]);
});

test("a full disk is confirmed by a line of the start alone", () => {
  const line = "IOException: No space left on device";
  expect(findings(line, "Running tests for EditMode")).toMatchObject([{ kind: "disk", confirmed: true }]);
  expect(findings("Running tests for EditMode", line)).toMatchObject([{ kind: "disk", confirmed: false }]);
});

test.each([
  ["the compiler died", "-----CompilerOutput:-stdout--exitcode: 139--compilationhadfailure: True"],
  ["a package does not compile", "Library/PackageCache/com.x@1.0/A.cs(1,1): error CS0246: y"],
])("start-up code of the project cannot excuse its run by printing that %s", (_what, line) => {
  const done = "- Finished script compilation in 1.0 seconds";
  const [printed] = findings(done, line, "Scripts have compiler errors.");
  expect(printed).toMatchObject({ kind: "compile-error", blame: "candidate" });
  const [real] = findings(line, done, "Scripts have compiler errors.");
  expect(real).toMatchObject({ kind: "compile-error", blame: "infrastructure" });
});

test("compiler errors carry place and code, once each, and blame the candidate", () => {
  const error = "Assets/Bag/Bag.cs(44,60): error CS1525: Unexpected symbol `slot'";
  expect(findings(error, error, "Scripts have compiler errors.")).toEqual([
    {
      kind: "compile-error",
      blame: "candidate",
      errors: [
        {
          file: "Assets/Bag/Bag.cs",
          line: 44,
          column: 60,
          code: "CS1525",
          message: "Unexpected symbol `slot'",
        },
      ],
    },
  ]);
});

test.each([
  ["hidden-test", ["Assets/Hidden/BagTests.cs(1,2): error CS1061: no `Sort'"]],
  [
    "hidden-test",
    ["Assets/Hidden/BagTests.cs(1,2): error CS0234: x", "Assets/Hidden/Probe.cs(3,4): error CS0400: y"],
  ],
  ["candidate", ["Assets/Hidden/BagTests.cs(1,2): error CS1061: x", "Assets/Other.cs(1,2): error CS1002: y"]],
  ["infrastructure", ["Assets/Hidden/Probe.cs(3,4): error CS0246: NUnit"]],
  ["infrastructure", ["Library/PackageCache/com.x@1.0/A.cs(1,1): error CS0246: y"]],
  [
    "candidate",
    ["Library/PackageCache/com.x@1.0/A.cs(1,1): error CS0246: y", "Assets/A.cs(1,1): error CS0246: y"],
  ],
  ["infrastructure", ["-----CompilerOutput:-stdout--exitcode: 139--compilationhadfailure: True"]],
  ["candidate", ["Assembly with name 'Bag' already exists (Assets/Two/Bag.asmdef)"]],
  ["candidate", ["Folder 'Assets/Bag/' contains multiple assembly definition files"]],
  ["candidate", []],
])("a failed compilation is blamed on %s: %j", (blame, lines) => {
  const [finding] = findings(...lines, "Scripts have compiler errors.");
  expect(finding).toMatchObject({ kind: "compile-error", blame });
});

test("errors that a later pass mended, or that a test printed, are no failed compilation", () => {
  expect(findings("Assets/A.cs(1,2): error CS0619: obsolete", "API updater ran")).toEqual([]);
  expect(
    findings("Running tests for EditMode", "Assets/A.cs(1,2): error CS1: x", "Scripts have compiler errors."),
  ).toEqual([]);
});

test("only a line with this run's own results path says that results were saved", () => {
  expect(readLog("Saving results to: /tmp/r/x.xml\n", context).savedLine).toBe(true);
  expect(readLog("Saving results to: /tmp/r/other.xml\n", context).savedLine).toBe(false);
  expect(readLog("text Saving results to: /tmp/r/x.xml\n", context).savedLine).toBe(false);
});
