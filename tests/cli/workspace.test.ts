import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation } from "./support/command";
import { oraclePatch } from "./support/predictions";

const ID = "sample-packrat-1";
let installation: Installation;
let out: string;
beforeAll(() => {
  installation = new Installation();
  out = path.join(installation.dir, "workspace");
});
afterAll(() => installation.remove());

const git = (...args: string[]) =>
  execFileSync("git", ["-C", path.join(out, "packrat"), ...args], { encoding: "utf8" });

test("workspace lays out the base in one commit with the issue, and the patch made there is what evaluate takes", async () => {
  const { code, stdout } = await installation.run(["workspace", "--instance-id", ID, "--out", out]);
  expect(code).toBe(0);
  expect(stdout).toContain("git -C");
  expect(git("log", "--all", "--format=%s").trim()).toBe("Base");
  expect(git("status", "--porcelain")).toBe("");
  expect(readFileSync(path.join(out, "issue.txt"), "utf8")).toContain("Items vanish");
  git("apply", "--index", writeOracle());
  const made = git("diff", "--cached", "--binary");
  expect(changed(made)).toEqual(changed(oraclePatch(ID)));
});

test("workspace refuses a folder that is there, and an instance that is not", async () => {
  const there = await installation.run(["workspace", "--instance-id", ID, "--out", installation.dir]);
  expect(there).toMatchObject({ code: 2, stderr: expect.stringContaining("is there already") });
  const other = path.join(installation.dir, "other");
  const unknown = await installation.run(["workspace", "--instance-id", "packrat-1", "--out", other]);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining(ID) });
  expect(existsSync(other)).toBe(false);
});

function writeOracle(): string {
  const file = path.join(installation.dir, "oracle.patch");
  writeFileSync(file, oraclePatch(ID));
  return file;
}

/** The changed lines of a patch, whatever its context. */
const changed = (patch: string) => patch.split("\n").filter((line) => /^[+-]/.test(line));
