import { expect, test } from "vitest";
import { importArgv, testArgv, testFilter } from "./command-line";

const options = {
  projectPath: "/project",
  platform: "PlayMode",
  resultsPath: "/tmp/r/results.xml",
  classNames: ["Game.Tests.BagTests", "Probe"],
} as const;

test("a test run names project, platform, results and filter, logs to standard output and never quits early", () => {
  const argv = testArgv(options);
  expect(argv).not.toContain("-quit");
  const value = (flag: string) => argv[argv.indexOf(flag) + 1];
  expect(value("-projectPath")).toBe("/project");
  expect(value("-testPlatform")).toBe("PlayMode");
  expect(value("-testResults")).toBe("/tmp/r/results.xml");
  expect(value("-logFile")).toBe("/dev/stdout");
  expect(argv).toEqual(
    expect.arrayContaining(["-batchmode", "-nographics", "-runTests", "-accept-apiupdate"]),
  );
});

test("an import quits when it is done and runs no tests", () => {
  expect(importArgv("/project")).toContain("-quit");
  expect(importArgv("/project")).not.toContain("-runTests");
});

test("the filter matches the methods of the named classes and nothing that only looks like them", () => {
  const patterns = testFilter(options.classNames)
    .split(";")
    .map((part) => new RegExp(part));
  const matches = (name: string) => patterns.some((pattern) => pattern.test(name));
  for (const name of [
    "Game.Tests.BagTests.Holds",
    "Game.Tests.BagTests.Holds(1,2)",
    'Game.Tests.BagTests("x").Holds',
    "Game.Tests.BagTests+Deep.Holds",
    "Probe",
    "Any.Space.Probe.Fails",
  ]) {
    expect(matches(name), name).toBe(true);
  }
  for (const name of [
    "Game.Tests.BagTestsMore.Holds",
    "OtherGame.Tests.BagTests.Holds",
    "Game.Other(Probe.X)",
    "GamexTests.BagTests.Holds",
    "/project/Probe.dll",
  ]) {
    expect(matches(name), name).toBe(false);
  }
});

test("characters of generic and nested class names are taken literally", () => {
  const pattern = new RegExp(testFilter(["A+B`1[C]"]));
  expect(pattern.test("A+B`1[C].M")).toBe(true);
  expect(pattern.test("AAB`1C.M")).toBe(false);
});
