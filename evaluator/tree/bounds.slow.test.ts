import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_FILES } from "@/evaluator/tree/limits";
import { checkPatch } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { testContext } from "@/evaluator/tree/testing/case-base";
import { TestGame } from "@/evaluator/tree/testing/game";
import type { TreeContext } from "@/evaluator/tree/types";
import type { PatchCheck } from "@/lib/domain/patch";

let game: TestGame;
let ctx: TreeContext;
beforeAll(async () => {
  game = await TestGame.create([{ path: "Assets/A.cs", data: "class A { }\n" }]);
  ctx = testContext(game.gitDir, game.base, { hiddenTests: [], targets: ["Assets/A.cs"] });
});
afterAll(async () => {
  await closeStores();
  await game.cleanUp();
});

const adding = (path: string, text = "x") =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${text}\n`;
const check = (patch: string) => checkPatch(ctx, Buffer.from(patch));
const rules = (result: PatchCheck) =>
  result.status === "applied" ? result.refusals.map(({ rule }) => rule) : result.status;

describe("names that no file system takes", () => {
  it.each([
    ["a name of 256 bytes", `Assets/${"a".repeat(253)}.cs`],
    ["a name of 300 letters", `Assets/${"a".repeat(300)}.cs`],
    ["a name of 256 bytes in fewer letters", `Assets/${"é".repeat(127)}.cs`.replace("/", "/a")],
    ["a folder of 256 bytes", `Assets/${"a".repeat(256)}/x.cs`],
    ["3,000 folders in each other", `Assets/${"a/".repeat(3000)}b.cs`],
    ["a path of 2,001 bytes", `Assets/${"a/".repeat(995)}bbbb`],
  ])("%s is refused with its rule", async (_name, path) => {
    const result = await check(adding(path));
    expect(rules(result)).toEqual(["name-too-long"]);
    expect(JSON.stringify(result).length).toBeLessThan(2000);
  });

  it.each([
    ["a name of 255 bytes", `Assets/${"a".repeat(252)}.cs`],
    ["a path of 2,000 bytes", `Assets/${"a/".repeat(995)}bbb`],
  ])("%s is run", async (_name, path) => {
    expect(rules(await check(adding(path)))).toEqual([]);
  });

  it("a name of a megabyte is not given to git", async () => {
    const started = Date.now();
    const result = await check(adding(`Assets/${"a/".repeat(500_000)}b.cs`));
    expect(result).toMatchObject({
      status: "rejected",
      message: expect.stringMatching(/header line .* not tried/),
    });
    expect(Date.now() - started).toBeLessThan(5000);
  });
});

describe("more files than any fix has", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_each, at) => adding(`A/${at}`, `${at}`)).join("");

  it("are refused within seconds, 100,000 too", { timeout: 30_000 }, async () => {
    const result = await check(many(100_000));
    expect(rules(result)).toEqual(["too-many-files"]);
    expect(result).toMatchObject({
      refusals: [{ message: expect.stringContaining("changes 100000 files") }],
    });
  });

  it("are refused just above the limit", { timeout: 60_000 }, async () => {
    expect(rules(await check(many(MAX_FILES + 1)))).toEqual(["too-many-files"]);
  });

  it("are the patch's fault where it does not apply either", { timeout: 60_000 }, async () => {
    const result = await check(`${many(MAX_FILES)}${adding("Assets/A.cs")}`);
    expect(result).toMatchObject({ status: "rejected", message: expect.stringContaining("already exists") });
  });
});

describe("paths that get in each other's way", () => {
  const both = "appears as both a file and as a directory";
  it.each([
    ["a file, then a file below it", adding("x") + adding("x/y.cs"), both],
    ["a file below a file, then that file", adding("x/y.cs") + adding("x"), both],
    ["a file below a file of the base", adding("Assets/A.cs/y.cs"), both],
    ["a file in the place of a folder", adding("Assets"), both],
    ["a part named .", adding("Assets/./x.cs"), "invalid path"],
    ["a slash at the end", adding("Assets/x.cs/"), "invalid path"],
  ])("%s", async (_name, patch, words) => {
    expect(await check(patch)).toMatchObject({ status: "rejected", message: expect.stringContaining(words) });
  });

  it("an empty part", async () => {
    expect(await check(adding("Assets//x.cs"))).toMatchObject({ status: "malformed" });
  });

  it("a zero byte ends the name, as in git", async () => {
    const result = await check('--- /dev/null\n+++ "b/Assets/a\\000b.cs"\n@@ -0,0 +1 @@\n+x\n');
    expect(result).toMatchObject({ status: "applied", touched: [{ path: "Assets/a" }] });
  });
});
