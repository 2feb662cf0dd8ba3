import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { mustGit } from "@/evaluator/tree/git";
import { writeFiles } from "@/evaluator/tree/testing/repository";
import { regenerateOracles } from "./oracle";
import { type FixFixture, fixFixture } from "./testing/fix-repository";

let fixtures: FixFixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture.cleanUp();
  fixtures = [];
});

type File = { path: string; data: string | Uint8Array; mode?: string };
async function make(base: File[], fix: File[], targets: string[]) {
  const fixture = await fixFixture(base, fix, { target_files: targets });
  fixtures.push(fixture);
  const run = async ({ check = false, force = false } = {}) => {
    const [item] = await regenerateOracles([fixture.entry], { mirrorOf: fixture.mirrorOf, check, force });
    return item?.outcome;
  };
  const file = path.join(fixture.datasetDir, "oracle_patches", "game-1.patch");
  return { ...fixture, run, file, patch: () => readFileSync(file) };
}

const readme = { path: "README.md", data: "one\n" };
const lines = (middle: string, eol: string) => ["a", "b", "c", middle, "d", "e", "f"].join(eol);
const latin1 = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["LF", Buffer.from(lines("x\n", "\n")), Buffer.from(lines("y\n", "\n"))],
  ["CRLF", Buffer.from(lines("x", "\r\n")), Buffer.from(`${lines("y", "\r\n")}\r\n`)],
  ["a byte order mark that the fix takes away", Buffer.from("\ufeffa\nb\n"), Buffer.from("a\nb\n")],
  ["lone Latin-1 bytes", latin1("caf\u00e9\nx\n"), latin1("caf\u00e9\n\u00fc\n")],
  ["no line feed at the end", Buffer.from("a\nx"), Buffer.from("a\ny")],
  ["a line feed that comes at the end", Buffer.from("a\nx"), Buffer.from("a\nx\n")],
  ["mixed line ends", Buffer.from("a\r\nb\nc\rd\n"), Buffer.from("a\nb\r\nc\rd\n")],
  [
    "UTF-16, which git takes for binary",
    Buffer.from("\ufeffint x;\n", "utf16le"),
    Buffer.from("\ufeffint y;\n", "utf16le"),
  ],
])("the patch keeps %s and gives the fix's bytes", async (_name, before, after) => {
  const target = "Assets/Code File.cs";
  const { run, patch, file, dir } = await make(
    [readme, { path: target, data: before }],
    [
      { path: "README.md", data: "two\n" },
      { path: target, data: after },
    ],
    [target],
  );
  expect(await run()).toMatchObject({ status: "written" });
  expect(patch().includes("README")).toBe(false);
  // Once more apart from our own pipeline: git in a plain folder.
  const folder = path.join(dir, "plain");
  await writeFiles(folder, [{ path: target, data: before }]);
  await mustGit(["apply", file], { cwd: folder });
  expect(readFileSync(path.join(folder, target))).toEqual(after);
  expect(await run({ check: true })).toMatchObject({
    status: "kept",
    note: expect.stringContaining("proven"),
  });
});

test("targets that the fix adds, deletes, moves or makes executable are all in it, with names in any language", async () => {
  const text = (n: number) => `${"line\n".repeat(30)}${n}\n`;
  const { run } = await make(
    [
      readme,
      { path: "Assets/Old.cs", data: text(1) },
      { path: "Assets/Gone.cs", data: text(2) },
      { path: "run.sh", data: "x\n" },
    ],
    [
      readme,
      { path: "Assets/Герой.cs", data: text(1) },
      { path: "Assets/New.cs", data: text(3) },
      { path: "run.sh", data: "y\n", mode: "100755" },
    ],
    ["Assets/Old.cs", "Assets/Герой.cs", "Assets/Gone.cs", "Assets/New.cs", "run.sh"],
  );
  expect(await run()).toEqual({ status: "written", note: expect.stringMatching(/^5 files/) });
});

test("a target that the fix does not change is named, and nothing is written", async () => {
  const { run, datasetDir } = await make(
    [readme, { path: "A.cs", data: "1\n" }, { path: "B.cs", data: "1\n" }],
    [readme, { path: "A.cs", data: "2\n" }, { path: "B.cs", data: "1\n" }],
    ["A.cs", "B.cs", "C.cs"],
  );
  expect(await run()).toMatchObject({
    status: "failed",
    kind: "dataset",
    message: expect.stringContaining("B.cs, C.cs"),
  });
  expect(readdirSync(datasetDir)).toEqual([]);
});

test("targets without any difference are told", async () => {
  const { run } = await make([readme], [{ path: "README.md", data: "two\n" }], ["Other.cs"]);
  expect(await run()).toMatchObject({ status: "failed", message: expect.stringContaining("empty") });
});

test("a fix that no attempt could hand in, because it would be refused, is told", async () => {
  const { run } = await make(
    [readme, { path: "Library/x.cs", data: "1\n" }],
    [readme, { path: "Library/x.cs", data: "2\n" }],
    ["Library/x.cs"],
  );
  expect(await run()).toMatchObject({ status: "failed", message: expect.stringContaining("refused") });
});

test("--check tells a missing patch, one that gives other bytes, one that does more, and writes nothing", async () => {
  const base = [readme, { path: "A.cs", data: "1\n" }];
  const { run, file, repository, entry } = await make(
    base,
    [readme, { path: "A.cs", data: "2\n" }],
    ["A.cs"],
  );
  expect(await run({ check: true })).toMatchObject({
    status: "failed",
    message: expect.stringContaining("no oracle patch"),
  });
  mkdirSync(path.dirname(file));
  const { base_sha } = entry.instance;
  const other = async (files: File[]) =>
    writeFileSync(file, await repository.diff(base_sha, await repository.commit(files)));
  await other([readme, { path: "A.cs", data: "3\n" }]);
  expect(await run({ check: true })).toMatchObject({
    status: "failed",
    message: expect.stringContaining("does not give the fix's bytes for A.cs"),
  });
  await other([
    { path: "README.md", data: "two\n" },
    { path: "A.cs", data: "2\n" },
  ]);
  expect(await run({ check: true })).toMatchObject({
    status: "failed",
    message: expect.stringContaining("no targets: README.md"),
  });
  writeFileSync(file, "not a patch\n");
  expect(await run({ check: true })).toMatchObject({
    status: "failed",
    message: expect.stringContaining("does not apply"),
  });
  expect(readFileSync(file, "utf8")).toBe("not a patch\n");
});

test("a proven patch is kept to the byte, a bad one is made anew, and --force makes any anew", async () => {
  const { run, file, patch, repository, entry } = await make(
    [readme, { path: "A.cs", data: "1\n" }],
    [readme, { path: "A.cs", data: "2\n" }],
    ["A.cs"],
  );
  await run();
  const fresh = patch();
  const { base_sha, fix_sha } = entry.instance;
  const short = await repository.git("diff-tree", "-p", base_sha, fix_sha);
  expect(short).not.toEqual(fresh);
  writeFileSync(file, short);
  expect(await run()).toMatchObject({ status: "kept" });
  expect(patch()).toEqual(short);
  expect(await run({ force: true })).toMatchObject({ status: "written" });
  expect(patch()).toEqual(fresh);
  writeFileSync(file, "not a patch\n");
  expect(await run()).toMatchObject({ status: "written" });
  expect(patch()).toEqual(fresh);
});

test("a repository without the objects is told as trouble of the machine", async () => {
  const fixture = await fixFixture([readme], [readme], { target_files: ["A.cs"], base_sha: "1".repeat(40) });
  fixtures.push(fixture);
  const [item] = await regenerateOracles([fixture.entry], {
    mirrorOf: fixture.mirrorOf,
    check: false,
    force: false,
  });
  expect(item?.outcome).toMatchObject({
    status: "failed",
    kind: "infrastructure",
    message: expect.stringContaining("1111"),
  });
});
