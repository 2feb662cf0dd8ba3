import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, root, until } from "./support/command";
import { oraclePatch, tenRows, writeRows, wrongPatch } from "./support/predictions";

const instance = "sample-packrat-1";
let installation: Installation;
let dir: string;
beforeAll(() => {
  installation = new Installation();
  // The account that sandboxes run with must be able to enter the folder.
  chmodSync(installation.dir, 0o755);
  dir = path.join(installation.dir, "apptainer");
});
afterAll(() => {
  execFileSync("rm", ["-rf", dir]);
  installation.remove();
});

const env = (): Record<string, string> => ({ SWE_GAME_BENCH_APPTAINER_DIR: dir });
const evaluate = (patch: string, ...more: string[]) =>
  installation.run(["evaluate", "--instance-id", instance, "--patch-file", patch, ...more], env());

/** Folders of sandboxes of all installations that share the folder. */
function sandboxes(): string[] {
  const all = path.join(dir, "sandboxes");
  return existsSync(all) ? readdirSync(all).flatMap((one) => readdirSync(path.join(all, one))) : [];
}

test("prepare --apptainer takes the editor image over and imports the project, and a second time finds both", async () => {
  const first = await installation.run(["prepare", "--instance-id", instance, "--apptainer"], env());
  expect(first.stderr).toMatch(/from Docker for Apptainer(?![\s\S]*could not)/);
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("imported in")]);
  const second = await installation.run(["prepare", "--instance-id", instance, "--apptainer"], env());
  expect(second.stdout).toContain("already imported");
  expect(second.stderr).not.toContain("for Apptainer");
});

test("validate --apptainer shows the gate, which holds for Docker's image of the same digest", async () => {
  const run = await installation.run(["validate", "--instance-id", instance, "--apptainer"], env());
  expect(run.stdout).toMatch(/^GATED {2}sample-packrat-1/);
  expect(run.code).toBe(0);
  const docker = await evaluate(path.join(root, "benchmark/sample/oracle_patches", `${instance}.patch`));
  expect(docker.stderr).not.toContain("has no gate");
  expect(docker.stdout).toMatch(/^PASS {2}passed/);
});

test("evaluate --apptainer passes the developers' fix and fails a wrong one, and leaves nothing behind", async () => {
  const oracle = await evaluate(
    path.join(root, "benchmark/sample/oracle_patches", `${instance}.patch`),
    "--apptainer",
  );
  expect(oracle.stdout).toMatch(/^PASS {2}passed/);
  expect(oracle.code).toBe(0);
  const wrong = path.join(installation.dir, "wrong.patch");
  writeFileSync(wrong, wrongPatch("Assets/Packrat/Nothing.cs"));
  const failed = await evaluate(wrong, "--apptainer");
  expect(failed.stdout).toMatch(/^FAIL {2}failed/);
  expect(failed.code).toBe(1);
  expect(readdirSync(path.join(installation.runs, instance)).sort()).toEqual([
    "candidate.patch",
    `${instance}_results.xml`,
    "summary.json",
    "unity.log",
  ]);
  expect(sandboxes()).toEqual([]);
});

test("evaluate-predictions --apptainer goes on after it was killed, and removes what it left", async () => {
  const patches = [
    oraclePatch(instance),
    wrongPatch("Assets/Packrat/One.cs"),
    wrongPatch("Assets/Packrat/Two.cs"),
  ];
  const file = writeRows(installation.dir, tenRows(instance, patches).slice(0, 3));
  const command = ["evaluate-predictions", "--predictions", file, "--set", "sample"];
  const args = [...command, "--instances", instance, "--allow-incomplete", "--apptainer"];
  const first = installation.start(args, env());
  await until("a sandbox", () => sandboxes().length > 0);
  const [left] = sandboxes();
  first.child.kill("SIGKILL");
  await first.finished;
  const second = await installation.run(args, env());
  expect(second.code).toBe(0);
  expect(second.stdout).toContain("3 of 3 attempts have an outcome");
  expect(sandboxes()).not.toContain(left);
  expect(sandboxes()).toEqual([]);
});

test("without the program, or with two sandboxes named, it is told what to do", async () => {
  const bin = path.join(installation.dir, "bin");
  mkdirSync(bin);
  for (const name of ["git", "setpriv"]) {
    const real = execFileSync("sh", ["-c", `command -v ${name}`])
      .toString()
      .trim();
    writeFileSync(path.join(bin, name), `#!/bin/sh\nexec ${real} "$@"\n`, { mode: 0o755 });
  }
  const missing = await installation.run(
    ["evaluate", "--instance-id", instance, "--patch-file", "package.json", "--apptainer"],
    { ...env(), PATH: bin },
  );
  expect(missing.code).toBe(3);
  expect(missing.stderr).toMatch(/no working apptainer command[\s\S]*Install Apptainer/);
  const both = await evaluate("package.json", "--apptainer", "--local");
  expect(both.code).toBe(2);
  expect(both.stderr).toContain("cannot be used with");
});

test("doctor tells the version of Apptainer, and a folder that sandboxes cannot use", async () => {
  const check = async (more: Record<string, string>) => {
    const { stdout } = await installation.run(["doctor", "--json"], {
      ...env(),
      GITHUB_API_URL: "http://127.0.0.1:9",
      ...more,
    });
    const report = JSON.parse(stdout) as {
      checks: { id: string; status: string; message: string; mend: string }[];
    };
    return report.checks.find((one) => one.id === "apptainer");
  };
  expect((await check({}))?.message).toMatch(/^\d+\.\d+/);
  const unusable = await check({ SWE_GAME_BENCH_APPTAINER_DIR: "/dev/null/below" });
  expect(unusable).toMatchObject({
    status: "warn",
    mend: expect.stringContaining("SWE_GAME_BENCH_APPTAINER_DIR"),
  });
});
