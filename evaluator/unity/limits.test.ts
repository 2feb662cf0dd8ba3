import { expect, test } from "vitest";
import { instanceSchema, repoSchema } from "@/lib/domain/instance";
import { unsupportedEditor } from "./editor-version";
import { importLimits, runLimits } from "./limits";

const settings = {
  timeoutSeconds: 1800,
  stallSeconds: 900,
  memoryMb: 0,
  diskMb: 0,
  cpus: 0,
  freeDiskMb: 0,
  warmDiskMb: 0,
};
const repo = (standin: boolean) =>
  repoSchema.parse({ name: "R", url: "x", unity_buckets: ["2019.4.36f1"], standin });
const instance = (timeout_seconds?: number) =>
  instanceSchema.parse({
    instance_id: "r-1",
    repo: "r",
    base_sha: "a".repeat(40),
    fix_sha: "b".repeat(40),
    target_files: ["A.cs"],
    unity_bucket: "2019.4.36f1",
    timeout_seconds,
  });

test("the configuration sets Unity's times and can only shorten the stand-in's", () => {
  expect(runLimits(instance(), repo(false), settings)).toMatchObject({
    timeoutSeconds: 1800,
    stallSeconds: 900,
  });
  const standin = runLimits(instance(), repo(true), settings);
  expect(standin.timeoutSeconds).toBeLessThan(1800);
  expect(runLimits(instance(), repo(true), { ...settings, timeoutSeconds: 5 }).timeoutSeconds).toBe(5);
});

test("an instance's own limit wins, and silence never outlasts it", () => {
  expect(runLimits(instance(20), repo(true), settings)).toMatchObject({
    timeoutSeconds: 20,
    stallSeconds: 20,
  });
  expect(runLimits(instance(3600), repo(false), settings)).toMatchObject({
    timeoutSeconds: 3600,
    stallSeconds: 900,
  });
});

test("memory and processors are those of the editor until they are configured", () => {
  const { memoryBytes } = runLimits(instance(), repo(true), settings).sandbox;
  expect(memoryBytes).toBeLessThan(runLimits(instance(), repo(false), settings).sandbox.memoryBytes);
  expect(runLimits(instance(), repo(true), { ...settings, memoryMb: 3 }).sandbox.memoryBytes).toBe(
    3 * 1024 * 1024,
  );
  expect(runLimits(instance(), repo(true), settings).sandbox.cpus).toBe(2);
  expect(runLimits(instance(), repo(false), { ...settings, cpus: 0.5 }).sandbox.cpus).toBe(0.5);
});

test("an import gets more time than a run", () => {
  const limits = runLimits(instance(), repo(false), settings);
  expect(importLimits(limits).timeoutSeconds).toBeGreaterThan(limits.timeoutSeconds);
});

test.each([
  ["2019.4.36f1", null],
  ["2022.3.46f1", null],
  ["6000.0.23f1", "licence file"],
  ["2017.4.1f1", "older"],
  ["latest", "not a Unity editor version"],
])("editor %s: %s", (bucket, problem) => {
  if (problem === null) expect(unsupportedEditor(bucket)).toBeNull();
  else expect(unsupportedEditor(bucket)).toContain(problem);
});
