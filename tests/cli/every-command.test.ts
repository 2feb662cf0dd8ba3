import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Installation, root } from "./support/command";

/** Every command of the documentation with the flags that it names. */
const DOCUMENTED: Record<string, readonly string[]> = {
  list: ["--set", "--json"],
  workspace: ["--instance-id", "--out"],
  prepare: ["--instance-id"],
  validate: ["--instance-id", "--docker", "--local"],
  evaluate: ["--instance-id", "--patch-file", "--docker", "--local"],
  "evaluate-predictions": [
    "--predictions",
    "--set",
    "--instances",
    "--k",
    "--allow-incomplete",
    "--apptainer",
    "--verified",
  ],
  report: ["--set", "--model", "--temperature", "--include-incomplete"],
  generate: ["--instance-id"],
  "pass-at-k": ["--instances", "--k", "--set"],
  submit: ["--predictions", "--set", "--url", "--api-key-file", "--dry-run", "--watch", "--yes"],
  enrich: ["[ids...]", "--force"],
  oracle: ["--instance-id"],
  tests: ["[ids...]"],
  "docker generate": [],
  "docker shell": ["--repo", "--bucket"],
  doctor: [],
  "audit start": ["<experiment>", "--share", "--seed", "--queue-only"],
  "audit status": ["<experiment>", "--json"],
  "audit cancel": ["<experiment>"],
  verify: ["<experiment>", "--audit", "--reason", "--by"],
  unverify: ["<experiment>", "--reason", "--by"],
};

/** Flags without which a command does not start. */
const NEEDED: Record<string, readonly string[]> = {
  workspace: ["--instance-id", "sample-packrat-1", "--out", "somewhere"],
  evaluate: ["--instance-id", "sample-packrat-1", "--patch-file", "a.patch"],
  "evaluate-predictions": ["--predictions", "all_preds.jsonl", "--set", "sample"],
  generate: ["--instance-id", "sample-packrat-1"],
  submit: ["--predictions", "all_preds.jsonl", "--set", "sample"],
  unverify: ["--reason", "a reason that is long enough"],
  "docker shell": ["--repo", "packrat", "--bucket", "2019.4.36f1"],
};

let installation: Installation;
beforeAll(() => {
  installation = new Installation();
});
afterAll(() => installation.remove());

describe("every documented command", () => {
  test.each(Object.entries(DOCUMENTED))(
    "%s answers --help with its documented flags",
    async (name, flags) => {
      const { code, stdout, stderr } = await installation.run([...name.split(" "), "--help"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`Usage: swe-game-bench ${name}`);
      for (const flag of flags) expect(stdout, `${name} ${flag}`).toContain(flag);
    },
  );

  test("stands in the help of the program", async () => {
    const { stdout } = await installation.run(["--help"]);
    for (const name of Object.keys(DOCUMENTED)) expect(stdout).toContain(`  ${name.split(" ")[0]} `);
  });

  test.each(Object.keys(DOCUMENTED))(
    "%s refuses a flag that it does not have, with exit code 2",
    async (name) => {
      const needed = NEEDED[name] ?? [];
      const { code, stderr } = await installation.run([...name.split(" "), ...needed, "--no-such-flag"]);
      expect(code).toBe(2);
      expect(stderr).toContain("unknown option '--no-such-flag'");
    },
  );
});

test("a command that does not exist is answered with the one that was meant", async () => {
  const { code, stderr } = await installation.run(["valdate"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Did you mean validate?");
});

test("a variable that nobody reads is told before the command runs, and the command runs", async () => {
  const { code, stdout, stderr } = await installation.run(["list", "--set", "sample"], {
    SWE_GAME_BENCH_TIMEOUT_SECOND: "5",
  });
  expect(code).toBe(0);
  expect(stdout).toContain("sample-packrat-1");
  expect(stderr).toContain(
    "SWE_GAME_BENCH_TIMEOUT_SECOND (the environment), meant SWE_GAME_BENCH_TIMEOUT_SECONDS?",
  );
});

describe("standard output", () => {
  const shell = (script: string) =>
    spawnSync(
      "bash",
      ["-c", script, "bash", process.execPath, path.join(root, "bin", "swe-game-bench.mjs")],
      {
        encoding: "utf8",
        env: { ...process.env, SWE_GAME_BENCH_DATA_DIR: installation.data },
      },
    );

  test("whose reader went away changes no exit code", () => {
    const { stdout, stderr } = shell(
      '{ exec 3>&1; { "$1" "$2" list --json; echo "code $?" >&3; } | exec true; }',
    );
    expect({ stdout, stderr }).toEqual({ stdout: "code 0\n", stderr: "" });
  });

  test("on a full disk is told, with exit code 3", () => {
    const { status, stderr } = shell('"$1" "$2" list > /dev/full');
    expect(status).toBe(3);
    expect(stderr).toMatch(/^The output could not be written: ENOSPC.*\nMake room .*\n$/);
  });
});

test("a damaged database is told as such, with exit code 3, and stays as it is", async () => {
  const data = path.join(installation.dir, "damaged");
  mkdirSync(data);
  writeFileSync(path.join(data, "swe-game-bench.sqlite"), "garbage".repeat(2000));
  const { code, stderr } = await installation.run(["report"], { SWE_GAME_BENCH_DATA_DIR: data });
  expect(code).toBe(3);
  expect(stderr).toContain("The file is damaged: put a backup in its place");
  expect(readFileSync(path.join(data, "swe-game-bench.sqlite"), "utf8")).toBe("garbage".repeat(2000));
});
