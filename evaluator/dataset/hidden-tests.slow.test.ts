import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { readHiddenTests } from "@/lib/benchmark/files";
import { takeHiddenTests } from "./hidden-tests";
import { type FixFixture, fixFixture } from "./testing/fix-repository";

let fixtures: FixFixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture.cleanUp();
  fixtures = [];
});

type File = { path: string; data: string | Uint8Array; mode?: string };
const code = { path: "Assets/Game/Game.cs", data: "1\n" };
const fixedCode = { path: "Assets/Game/Game.cs", data: "2\n" };
const asmdef = { path: "Assets/Tests/Editor/Tests.asmdef", data: '{"name":"Tests"}\r\n' };

async function make(
  base: File[],
  fix: File[],
  testPaths: string[] | undefined,
  fields: Record<string, unknown> = {},
) {
  const fixture = await fixFixture(base, fix, {
    target_files: ["Assets/Game/Game.cs"],
    test_paths: testPaths,
    ...fields,
  });
  fixtures.push(fixture);
  const run = async (force = false) => {
    const [item] = await takeHiddenTests([fixture.entry], { mirrorOf: fixture.mirrorOf, force });
    return item?.outcome;
  };
  const taken = () => readHiddenTests(fixture.entry.dataset, "game-1").map((file) => file.path);
  return { ...fixture, run, taken };
}

test("the whole folder of the test's assembly is taken as the fix has it, byte for byte", async () => {
  const { run, taken, datasetDir } = await make(
    [code, asmdef, { path: "Assets/Tests/Editor/Helper.cs", data: "old\n" }],
    [
      fixedCode,
      asmdef,
      { path: "Assets/Tests/Editor/Helper.cs", data: Buffer.from("caf\u00e9\r\n", "latin1") },
      { path: "Assets/Tests/Editor/Deep/GameTests.cs", data: "test" },
      { path: "Assets/Tests/Runtime/Other.cs", data: "no\n" },
    ],
    ["Assets/Tests/Editor/Deep/GameTests.cs"],
  );
  expect(await run()).toMatchObject({ status: "written", note: "3 files of Assets/Tests/Editor" });
  expect(taken()).toEqual([
    "Assets/Tests/Editor/Deep/GameTests.cs",
    "Assets/Tests/Editor/Helper.cs",
    "Assets/Tests/Editor/Tests.asmdef",
  ]);
  const helper = readFileSync(path.join(datasetDir, "tests/game-1/Assets/Tests/Editor/Helper.cs"));
  expect(helper).toEqual(Buffer.from("caf\u00e9\r\n", "latin1"));
});

test("a file that the fix renamed inside the assembly does not stay beside its new name", async () => {
  const { run, taken } = await make(
    [code, asmdef, { path: "Assets/Tests/Editor/OldTests.cs", data: "class T {}\n" }],
    [fixedCode, asmdef, { path: "Assets/Tests/Editor/NewTests.cs", data: "class T {}\n" }],
    ["Assets/Tests/Editor/NewTests.cs"],
  );
  expect(await run()).toMatchObject({ status: "written" });
  expect(taken()).not.toContain("Assets/Tests/Editor/OldTests.cs");
});

test("without an assembly definition a renamed file would stay in a run, so it is told", async () => {
  const { run, datasetDir } = await make(
    [code, { path: "Assets/Editor/OldTests.cs", data: "class T {}\n" }],
    [fixedCode, { path: "Assets/Editor/NewTests.cs", data: "class T {}\n" }],
    ["Assets/Editor/NewTests.cs"],
  );
  expect(await run()).toMatchObject({
    status: "failed",
    message: expect.stringContaining("Assets/Editor/OldTests.cs"),
  });
  expect(existsSync(path.join(datasetDir, "tests"))).toBe(false);
});

test("the folder is never one with a target file in it: the fix would go to the base with the tests", async () => {
  const target = "Assets/Game/Game.cs";
  const { run, taken } = await make(
    [code, { path: "Assets/Game/Game.asmdef", data: "{}" }],
    [
      fixedCode,
      { path: "Assets/Game/Game.asmdef", data: "{}" },
      { path: "Assets/Game/Tests/GameTests.cs", data: "t\n" },
      { path: "Assets/Game/Tests/Data.json", data: "{}\n" },
      { path: "Assets/Game/InlineTests.cs", data: "t\n" },
    ],
    ["Assets/Game/Tests/GameTests.cs", "Assets/Game/InlineTests.cs"],
  );
  expect(await run()).toMatchObject({ status: "written" });
  expect(taken()).toEqual([
    "Assets/Game/InlineTests.cs",
    "Assets/Game/Tests/Data.json",
    "Assets/Game/Tests/GameTests.cs",
  ]);
  expect(taken()).not.toContain(target);
});

test("tests that are there are kept unless forced, and then replaced whole", async () => {
  const { run, taken, datasetDir } = await make(
    [code],
    [fixedCode, asmdef, { path: "Assets/Tests/Editor/T.cs", data: "t\n" }],
    ["Assets/Tests/Editor/T.cs"],
  );
  await run();
  mkdirSync(path.join(datasetDir, "tests/game-1/Assets/Old"), { recursive: true });
  writeFileSync(path.join(datasetDir, "tests/game-1/Assets/Old/X.cs"), "x");
  expect(await run()).toMatchObject({ status: "kept" });
  expect(taken()).toContain("Assets/Old/X.cs");
  expect(await run(true)).toMatchObject({ status: "written" });
  expect(taken()).toEqual(["Assets/Tests/Editor/T.cs", "Assets/Tests/Editor/Tests.asmdef"]);
});

test.each([
  [
    "a path that fix_sha does not have",
    [{ path: "Assets/Tests/Editor/T.cs", data: "t\n" }],
    "Assets/Tests/Editor/Nope.cs",
    /Nope\.cs is no file/,
  ],
  [
    "a link in the folder",
    [
      { path: "Assets/Tests/Editor/T.cs", data: "t\n" },
      { path: "Assets/Tests/Editor/link", data: "/etc/passwd", mode: "120000" },
    ],
    "Assets/Tests/Editor/T.cs",
    /link/,
  ],
  [
    "a name that is no file name everywhere",
    [
      { path: "Assets/Tests/Editor/T.cs", data: "t\n" },
      { path: "Assets/Tests/Editor/a\\b.cs", data: "t\n" },
    ],
    "Assets/Tests/Editor/T.cs",
    /no path for a file/,
  ],
])("%s is told and nothing is written", async (_name, added, testPath, words) => {
  const { run, datasetDir } = await make([code, asmdef], [fixedCode, asmdef, ...added], [testPath]);
  expect(await run()).toMatchObject({
    status: "failed",
    kind: "dataset",
    message: expect.stringMatching(words),
  });
  expect(existsSync(path.join(datasetDir, "tests/game-1"))).toBe(false);
});

test("an instance whose fix brought no tests says that they are written by hand", async () => {
  const { run } = await make([code], [fixedCode], undefined);
  expect(await run()).toMatchObject({
    status: "failed",
    message: expect.stringContaining("test_paths"),
    mend: expect.stringContaining("by hand"),
  });
});
