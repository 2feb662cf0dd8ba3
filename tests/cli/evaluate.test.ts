import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, root } from "./support/command";
import { wrongPatch } from "./support/predictions";

const instance = "sample-packrat-1";
let installation: Installation;
beforeAll(() => {
  installation = new Installation();
});
afterAll(() => installation.remove());

test("prepare makes the editor image and the warm project, and a second time finds both", async () => {
  const first = await installation.run(["prepare", "--instance-id", instance]);
  expect(first.stderr + first.stdout).toContain(instance);
  expect(first.code).toBe(0);
  const second = await installation.run(["prepare", "--instance-id", instance]);
  expect(second.stdout).toContain("already imported");
});

test("validate reports base FAIL and oracle PASS and keeps the artefacts of both runs", async () => {
  const run = await installation.run(["validate", "--instance-id", instance, "--docker"]);
  expect(run.stdout).toMatch(/^GATED {2}sample-packrat-1: base failed .* oracle passed/);
  expect(run.code).toBe(0);
  const folder = path.join(installation.runs, "sample", "validate", instance);
  expect(installation.json("sample", "validate", instance, "summary.json")).toMatchObject({
    status: "gated",
    base: { outcome: "failed" },
    oracle: { outcome: "passed" },
  });
  for (const side of ["base", "oracle"]) {
    expect(readdirSync(path.join(folder, side))).toEqual(
      expect.arrayContaining([`${instance}_results.xml`, "summary.json", "unity.log"]),
    );
  }
});

test("evaluate of the oracle patch exits 0 with results, log and summary under runs/<instance-id>/", async () => {
  const patch = path.join(root, "benchmark/sample/oracle_patches", `${instance}.patch`);
  const run = await installation.run(["evaluate", "--instance-id", instance, "--patch-file", patch]);
  expect(run.stdout).toMatch(/^PASS {2}passed/);
  expect(run.code).toBe(0);
  const names = readdirSync(path.join(installation.runs, instance)).sort();
  expect(names).toEqual(["candidate.patch", `${instance}_results.xml`, "summary.json", "unity.log"]);
  expect(readFileSync(path.join(installation.runs, instance, "candidate.patch"))).toEqual(
    readFileSync(patch),
  );
  expect(installation.json(instance, "summary.json")).toMatchObject({
    outcome: "passed",
    stand_in_editor: true,
  });
});

test("evaluate of a wrong patch exits 1, and the result of the run before is set aside and kept", async () => {
  const patch = path.join(installation.dir, "wrong.patch");
  writeFileSync(patch, wrongPatch("Assets/Packrat/Nothing.cs"));
  const run = await installation.run(["evaluate", "--instance-id", instance, "--patch-file", patch]);
  expect(run.stdout).toMatch(/^FAIL {2}failed/);
  expect(run.code).toBe(1);
  expect(installation.json(instance, "summary.json")).toMatchObject({ outcome: "failed" });
  expect(run.stderr).toContain(`${instance}.previous`);
  expect(installation.json(`${instance}.previous`, "summary.json")).toMatchObject({ outcome: "passed" });
});

test("evaluate of a patch that does not apply exits 1 without a run and tells a hint", async () => {
  const patch = path.join(installation.dir, "prefix.patch");
  const oracle = readFileSync(
    path.join(root, "benchmark/sample/oracle_patches", `${instance}.patch`),
    "utf8",
  );
  writeFileSync(
    patch,
    oracle
      .replaceAll(/^(---|\+\+\+) [ab]\//gm, "$1 ")
      .replace(/^diff --git.*\n/gm, "")
      .replace(/^index .*\n/gm, ""),
  );
  const run = await installation.run([
    "evaluate",
    "--instance-id",
    instance,
    "--patch-file",
    patch,
    "--json",
  ]);
  expect(run.code).toBe(1);
  expect(JSON.parse(run.stdout)).toMatchObject({ outcome: "patch-rejected", passed: false });
  expect(existsSync(path.join(installation.runs, instance, "unity.log"))).toBe(false);
});

test("an unknown instance, a missing file and a missing flag are told in one message with exit code 2", async () => {
  const unknown = await installation.run([
    "evaluate",
    "--instance-id",
    "sample-packrat-99",
    "--patch-file",
    "x",
  ]);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('There is no instance "sample-packrat-99".');
  const missing = await installation.run([
    "evaluate",
    "--instance-id",
    instance,
    "--patch-file",
    "/nowhere/x.patch",
  ]);
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain("/nowhere/x.patch");
  const flagless = await installation.run(["validate"]);
  expect(flagless.code).toBe(2);
  expect(flagless.stderr).toContain("--instance-id");
});

test("without an engine evaluate ends with exit code 3 and says what to start", async () => {
  const run = await installation.run(
    ["evaluate", "--instance-id", instance, "--patch-file", "package.json"],
    {
      DOCKER_HOST: "unix:///nowhere/docker.sock",
    },
  );
  expect(run.code).toBe(3);
  expect(run.stderr).toMatch(/No Docker engine answers/);
});

test("a data disk that is full while a mirror is made is told as the machine's fault, with 3", async () => {
  const disk = path.join(installation.dir, "small-disk");
  mkdirSync(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk]);
  try {
    expect((await installation.run(["migrate"], { SWE_GAME_BENCH_DATA_DIR: disk })).code).toBe(0);
    // Room for some pages of the database, and not for a repository.
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(path.join(disk, "filler"), Buffer.alloc(bavail * bsize - 128 * 1024));
    const patch = path.join(root, "benchmark/sample/oracle_patches", `${instance}.patch`);
    const run = await installation.run(["evaluate", "--instance-id", instance, "--patch-file", patch], {
      SWE_GAME_BENCH_DATA_DIR: disk,
    });
    expect(run.stderr).toMatch(/no space left on device|out of diskspace/i);
    expect(run.stderr).not.toContain("Complete the dataset folder");
    expect(run.code).toBe(3);
  } finally {
    execFileSync("umount", [disk]);
  }
});
