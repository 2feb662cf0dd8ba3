import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildContext } from "@/evaluator/tree/context";
import { resolveHiddenTests } from "@/evaluator/tree/inject";
import { oracleCheck, oraclePatch } from "@/evaluator/tree/oracle";
import { baseGradedTree, baseTree, withBaseTree } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { testContext, treeFile } from "@/evaluator/tree/testing/case-base";
import { readText, TestGame } from "@/evaluator/tree/testing/game";
import type { TreeHook } from "@/evaluator/tree/types";

const OLD = "Assets/Old/Broken.cs";
const SETTINGS = "ProjectSettings/ProjectSettings.asset";
const MANIFEST = "Packages/manifest.json";
const TARGET = "Assets/Health.cs";
const HIDDEN = treeFile("Assets/Injected/HiddenTests.cs", "// hidden\n");

let game: TestGame;
let fix: string;
beforeAll(async () => {
  game = await TestGame.create([
    { path: TARGET, data: "class Health { }\n" },
    { path: OLD, data: "broken\n" },
    { path: SETTINGS, data: "a: 1\r\nb: \xe9\r\na: 1\r\n" },
    {
      path: MANIFEST,
      data: '{\n  "dependencies": { "com.a": "1", "com.b": "2" },\n  "testables": ["com.b"]\n}\n',
    },
  ]);
  fix = await game.change({ [TARGET]: "class Health { /* fixed */ }\n", "Docs/Log.md": "fixed\n" });
}, 60_000);
afterAll(async () => {
  await closeStores();
  await game.cleanUp();
});

type Parts = Parameters<typeof testContext>[2];
const context = (parts: Parts = {}) =>
  testContext(game.gitDir, game.base, { hiddenTests: [HIDDEN], targets: [TARGET], ...parts }, fix);
const baseText = (parts: Parts, name: string) =>
  withBaseTree(context(parts), (graded) => readText(graded, name));

describe("scrub steps", () => {
  it("delete a folder, and only there", async () => {
    const scrub = [{ delete: "Assets/Old/" }];
    expect(await baseText({ repo: { scrub } }, OLD)).toBeNull();
    expect(await baseText({ repo: { scrub } }, TARGET)).toBe("class Health { }\n");
  });

  it("replace text everywhere in a file, leaving all other bytes", async () => {
    const scrub = [{ replace: { file: SETTINGS, find: "a: 1", with: "a: $&2" } }];
    expect(await baseText({ repo: { scrub } }, SETTINGS)).toBe("a: $&2\r\nb: \xe9\r\na: $&2\r\n");
  });

  it("remove a package", async () => {
    const scrub = [{ remove_package: "com.a" }];
    expect(JSON.parse((await baseText({ repo: { scrub } }, MANIFEST)) ?? "")).toEqual({
      dependencies: { "com.b": "2" },
      testables: ["com.b"],
    });
  });

  it("do nothing where their file is not there", async () => {
    const scrub = [
      { delete: "Nothing" },
      { replace: { file: "No.cs", find: "a", with: "b" } },
      { remove_package: "x" },
    ];
    expect(await baseGradedTree(context({ repo: { scrub } }))).toBe(await baseGradedTree(context()));
  });

  it("run on what a patch made, and are in the warm tree without hidden tests", async () => {
    const ctx = context({ repo: { scrub: [{ delete: "Assets/Old" }] } });
    const patch = await game.patch({
      [TARGET]: "class Health { /* fixed */ }\n",
      "Assets/Old/More.cs": "more\n",
    });
    expect((await game.run(ctx, patch, "Assets/Old/More.cs", OLD, HIDDEN.path)).files).toEqual([
      null,
      null,
      "// hidden\n",
    ]);
    const { tree, warmTree } = await baseTree(ctx);
    expect(warmTree).not.toBe(tree);
    expect(await baseTree(context())).toMatchObject({ tree, warmTree: tree });
  });
});

describe("a repository's hook", () => {
  it("reads and lists the tree, writes and deletes files, and never stands over hidden tests", async () => {
    const seen: unknown[] = [];
    const hook: TreeHook = async (tree) => {
      seen.push(await tree.list("Assets"), (await tree.read(TARGET))?.length, await tree.read("No.cs"));
      return {
        write: [treeFile("Assets/New.cs", "new\n"), treeFile(HIDDEN.path, "// hook\n")],
        delete: ["Assets/Old"],
      };
    };
    const read = (name: string) => baseText({ hook }, name);
    expect(await Promise.all([read("Assets/New.cs"), read(OLD), read(HIDDEN.path)])).toEqual([
      "new\n",
      null,
      "// hidden\n",
    ]);
    expect(seen.slice(0, 3)).toEqual([[TARGET, OLD], 17, null]);
  });
});

describe("hidden tests of the dataset", () => {
  const asmdef = treeFile("Assets/Injected/I.asmdef", '{ "references": ["__MAIN_ASMDEF__"] }\n');
  const source = treeFile("Assets/Injected/I.cs", "// __MAIN_ASMDEF__\n");

  const around = (mainAsmdef: string | undefined, bucket = "2019.4.36f1") => ({ mainAsmdef, bucket });

  it("refer to the main assembly by a token, in assembly definitions alone", () => {
    const resolved = resolveHiddenTests([asmdef, source], around('Ga"me'));
    const texts =
      resolved.status === "resolved" ? resolved.files.map(({ data }) => Buffer.from(data).toString()) : [];
    expect(texts).toEqual(['{ "references": ["Ga\\"me"] }\n', "// __MAIN_ASMDEF__\n"]);
  });

  it("cannot be laid in without a main assembly to refer to", () => {
    expect(resolveHiddenTests([asmdef], around(undefined))).toEqual({
      status: "unresolved",
      message: expect.stringMatching(/^Assets\/Injected\/I\.asmdef refers to __MAIN_ASMDEF__, but/),
    });
    expect(resolveHiddenTests([source], around(undefined))).toMatchObject({ status: "resolved" });
    expect(resolveHiddenTests([asmdef], around("Assembly-CSharp"))).toMatchObject({
      status: "unresolved",
      message: expect.stringContaining("a folder named Editor"),
    });
  });

  it("have assembly definitions in the form that their editor knows", () => {
    const modern = treeFile(
      "Assets/T/T.asmdef",
      JSON.stringify({
        name: "T",
        references: ["__MAIN_ASMDEF__", "UnityEngine.TestRunner", "GUID:0acc523941302664db1f4e527237feb3"],
        includePlatforms: ["Editor"],
        overrideReferences: true,
        precompiledReferences: ["nunit.framework.dll", "NSubstitute.dll"],
        defineConstraints: ["UNITY_INCLUDE_TESTS", "GAME"],
      }),
    );
    const written = (bucket: string): unknown => {
      const resolved = resolveHiddenTests([modern], around("Game", bucket));
      const [file] = resolved.status === "resolved" ? resolved.files : [];
      return JSON.parse(Buffer.from(file?.data ?? "").toString());
    };
    expect(written("2018.4.36f1")).toEqual({
      name: "T",
      references: ["Game"],
      optionalUnityReferences: ["TestAssemblies"],
      includePlatforms: ["Editor"],
      overrideReferences: true,
      precompiledReferences: ["NSubstitute.dll"],
      defineConstraints: ["GAME"],
    });
    for (const bucket of ["2019.2.21f1", "2022.3.46f1"]) {
      expect(written(bucket)).toMatchObject({ defineConstraints: ["UNITY_INCLUDE_TESTS", "GAME"] });
    }
    const numbered = treeFile("Assets/T/T.asmdef", '{ "name": "T", "references": ["GUID:12"] }');
    expect(resolveHiddenTests([numbered], around("Game", "2018.4.36f1"))).toMatchObject({
      status: "unresolved",
      message: "Assets/T/T.asmdef refers to GUID:12, and Unity 2018.4.36f1 knows assemblies by name alone.",
    });
  });
});

describe("the oracle patch", () => {
  it("is the fix restricted to the target files", async () => {
    const text = (await oraclePatch({ gitDir: game.gitDir }, context().instance)).toString();
    expect(text).toContain("+class Health { /* fixed */ }");
    expect(text).not.toContain("Docs");
    expect(await oracleCheck(context())).toMatchObject({
      status: "applied",
      touched: [{ status: "M", path: TARGET, contentChanged: true }],
    });
  });

  it("says which paths protection leaves alone", async () => {
    const { mirror, instance, repo } = context();
    const built = await buildContext({ mirror, instance, repo, hiddenTests: [HIDDEN] });
    expect(built).toMatchObject({
      status: "ready",
      ctx: { oraclePaths: [TARGET], hiddenTests: [{ mode: "100644" }] },
    });
  });

  it("that does not apply is told with the instance's name", async () => {
    const { mirror, instance, repo } = context();
    const wrong = Buffer.from(`--- a/${TARGET}\n+++ b/${TARGET}\n@@ -1 +1 @@\n-other\n+text\n`);
    expect(await buildContext({ mirror, instance, repo, hiddenTests: [], oraclePatch: wrong })).toMatchObject(
      {
        status: "context-failed",
        message: expect.stringMatching(/^demo-1: the oracle patch does not apply to base_sha: patch failed/),
      },
    );
  });

  it("needs a mirror that has the commits", async () => {
    const empty = { gitDir: path.join(game.gitDir, "..", "none.git") };
    await expect(oraclePatch(empty, context().instance)).rejects.toThrow(/The mirror does not have commit/);
  });
});
