import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseGradedTree, checkPatch } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { testContext, treeFile } from "@/evaluator/tree/testing/case-base";
import { TestGame } from "@/evaluator/tree/testing/game";
import type { TreeContext } from "@/evaluator/tree/types";

const MANIFEST = '{\n  "dependencies": {\n    "com.unity.test-framework": "1.1.33"\n  }\n}\n';
const VERSION = "m_EditorVersion: 2019.4.36f1\n";

/** The Unity project lies in a folder of the repository. */
const FILES = {
  "Game/Assets/Health.cs": "class Health { }\n",
  "Game/Assets/csc.rsp": "-nullable\n",
  "Game/Assets/Tests/Helper.cs": "class Helper { }\n",
  "Game/Assets/Tests/Tests.asmdef": "{}\n",
  "Game/Packages/manifest.json": MANIFEST,
  "Game/Packages/packages-lock.json": "{}\n",
  "Game/Packages/com.demo.core/package.json": '{ "name": "com.demo.core" }\n',
  "Game/Packages/com.demo.core/Core.cs": "class Core { }\n",
  "Game/ProjectSettings/ProjectVersion.txt": VERSION,
  "Packages/manifest.json": "not the project's\n",
};
const TARGET = "Game/Assets/Health.cs";
const HIDDEN = treeFile("Game/Assets/Injected/Editor/HiddenTests.cs", "// hidden\n");

let game: TestGame;
let ctx: TreeContext;
beforeAll(async () => {
  game = await TestGame.create(Object.entries(FILES).map(([path, data]) => ({ path, data })));
  ctx = context();
}, 60_000);
afterAll(async () => {
  await closeStores();
  await game.cleanUp();
});

function context(parts: Parameters<typeof testContext>[2] = {}): TreeContext {
  const repo = { project_path: "Game", ...parts.repo };
  return testContext(game.gitDir, game.base, { hiddenTests: [HIDDEN], targets: [TARGET], ...parts, repo });
}

const FIX = { [TARGET]: "class Health { /* fixed */ }\n" };

describe("files that decide what is run", () => {
  const decide: [string, string | null][] = [
    ["Game/Packages/manifest.json", MANIFEST.replace("1.1.33", "https://example.invalid/own.git")],
    ["Game/Packages/manifest.json", null],
    ["Game/Packages/packages-lock.json", '{ "dependencies": {} }\n'],
    ["Game/ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.1f1\n"],
    ["Game/Assets/csc.rsp", "-define:CHEAT\n"],
    ["Game/Assets/csc.rsp", null],
    ["Game/Assets/Deep/Mcs.RSP", "-define:CHEAT\n"],
    ["Game/Packages/com.unity.test-framework/package.json", "{}\n"],
    ["Game/Packages/com.own.package/Editor/Start.cs", "class Start { }\n"],
    ["Game/Packages/com.demo.core/package.json", '{ "name": "com.unity.test-framework" }\n'],
  ];
  it.each(decide)("%s is put back to the base, told and flagged (%#)", async (path, text) => {
    const patch = await game.patch({ ...FIX, [path]: text });
    const { check, files } = await game.run(ctx, patch, path, TARGET);
    expect(files).toEqual([(FILES as Record<string, string>)[path] ?? null, FIX[TARGET]]);
    expect(check.overwritten).toEqual([path]);
    expect(check.flags.map((flag) => flag.path)).toContain(path);
  });

  it("names a change of the test framework as such", async () => {
    const flagsOf = async (changes: Record<string, string>) => {
      const check = await checkPatch(ctx, await game.patch(changes));
      return check.status === "applied" ? check.flags.map((flag) => flag.rule) : [];
    };
    const other = MANIFEST.replace('"1.1.33"', '"1.1.33",\n    "com.unity.ugui": "1.0.0"');
    expect(await flagsOf({ "Game/Packages/manifest.json": other })).toEqual(["protected-file"]);
    const changed = MANIFEST.replace("1.1.33", "1.4.0");
    expect(await flagsOf({ "Game/Packages/manifest.json": changed })).toEqual(["test-framework"]);
    const embedded = await flagsOf({ "Game/Packages/com.unity.test-framework/x.cs": "//\n" });
    expect(embedded).toContain("test-framework");
  });

  it("stays as the patch has it where the developers' fix changes the file itself", async () => {
    const path = "Game/Packages/manifest.json";
    const changed = MANIFEST.replace("1.1.33", "1.4.0");
    const free = context({ oraclePaths: [TARGET, path] });
    const { check, files } = await game.run(free, await game.patch({ ...FIX, [path]: changed }), path);
    expect(files).toEqual([changed]);
    expect(check.overwritten).toEqual([]);
  });

  it.each(["Packages/manifest.json", "Game/Packages/com.demo.core/Core.cs"])(
    "leaves %s to the patch",
    async (path) => {
      const { check, files } = await game.run(ctx, await game.patch({ [path]: "changed\n" }), path);
      expect(files).toEqual(["changed\n"]);
      expect(check.overwritten).toEqual([]);
    },
  );

  it("stands again where a patch puts a file in the place of its folder", async () => {
    const gone = Object.keys(FILES).filter((path) => path.startsWith("Game/Packages/"));
    const changes = { ...Object.fromEntries(gone.map((path) => [path, null])), "Game/Packages": "a file\n" };
    const { check, files } = await game.run(ctx, await game.patch(changes), "Game/Packages/manifest.json");
    expect(files).toEqual([MANIFEST]);
    expect(check.overwritten).toContain("Game/Packages");
  });
});

describe("hidden tests", () => {
  it("lie in a folder of which the patch keeps nothing", async () => {
    const changes = {
      ...FIX,
      "Game/Assets/Injected/Hook.cs": "class Hook { }\n",
      "Game/Assets/Injected/Editor/a.asmdef": "{}\n",
    };
    const names = [
      HIDDEN.path,
      "Game/Assets/Injected/Hook.cs",
      "Game/Assets/Injected/Editor/a.asmdef",
      TARGET,
    ];
    const { check, files } = await game.run(ctx, await game.patch(changes), ...names);
    expect(files).toEqual(["// hidden\n", null, null, FIX[TARGET]]);
    expect(check.overwritten).toEqual([
      "Game/Assets/Injected/Editor/a.asmdef",
      "Game/Assets/Injected/Hook.cs",
    ]);
  });

  it("win over a file in the place of their folder", async () => {
    const patch = await game.patch({ ...FIX, "Game/Assets/Injected": "a file\n" });
    const { check, files } = await game.run(ctx, patch, HIDDEN.path);
    expect(files).toEqual(["// hidden\n"]);
    expect(check.overwritten).toEqual(["Game/Assets/Injected"]);
  });

  it("in a test folder of the base put that folder back, helpers too", async () => {
    const own = context({ hiddenTests: [treeFile("Game/Assets/Tests/Editor/New.cs", "// hidden\n")] });
    const changes = {
      ...FIX,
      "Game/Assets/Tests/Helper.cs": "class Cheat { }\n",
      "Game/Assets/Tests/Tests.asmdef": null,
    };
    const names = ["Game/Assets/Tests/Helper.cs", "Game/Assets/Tests/Tests.asmdef"];
    const { files } = await game.run(
      context({ hiddenTests: [treeFile("Game/Assets/Tests/New.cs", "//\n")] }),
      await game.patch(changes),
      ...names,
    );
    expect(files).toEqual(["class Helper { }\n", "{}\n"]);
    // Below the test folder they own only the folder that is new.
    expect((await game.run(own, await game.patch(changes), ...names)).files).toEqual([
      "class Cheat { }\n",
      null,
    ]);
  });

  it("beside sources replace only their own path", async () => {
    const beside = context({ hiddenTests: [treeFile("Game/Assets/HealthTests.cs", "// hidden\n")] });
    const changes = {
      ...FIX,
      "Game/Assets/HealthTests.cs": "// own\n",
      "Game/Assets/Other.cs": "class Other { }\n",
    };
    const { check, files } = await game.run(
      beside,
      await game.patch(changes),
      "Game/Assets/HealthTests.cs",
      "Game/Assets/Other.cs",
      TARGET,
    );
    expect(files).toEqual(["// hidden\n", "class Other { }\n", FIX[TARGET]]);
    expect(check.overwritten).toEqual(["Game/Assets/HealthTests.cs"]);
  });

  it("never own a folder that the fix brings", async () => {
    const target = "Game/Assets/Shield/Shield.cs";
    const hiddenTests = [treeFile("Game/Assets/Shield/Tests/ShieldTests.cs", "// hidden\n")];
    const shield = context({ hiddenTests, targets: [target] });
    const { check, files } = await game.run(
      shield,
      await game.patch({ [target]: "class Shield { }\n" }),
      target,
    );
    expect(files).toEqual(["class Shield { }\n"]);
    expect(check.overwritten).toEqual([]);
  });
});

describe("the graded tree is the identity of the work", () => {
  it("is the base's for a patch whose every change is put back", async () => {
    const check = await checkPatch(
      ctx,
      await game.patch({ "Game/Packages/manifest.json": "{}\n", [HIDDEN.path]: "//\n" }),
    );
    expect(check).toMatchObject({ status: "applied", gradedTree: await baseGradedTree(ctx) });
  });

  it("is one for two texts that give the same files", async () => {
    const patch = await game.patch(FIX);
    const other = Buffer.concat([Buffer.from("Another text.\n\n"), patch]);
    const trees = await Promise.all([patch, other].map((text) => checkPatch(ctx, text)));
    expect(new Set(trees.map((check) => check.status === "applied" && check.gradedTree)).size).toBe(1);
  });

  it("differs with the hidden tests, though the candidate tree does not", async () => {
    const patch = await game.patch(FIX);
    const other = context({ hiddenTests: [{ ...HIDDEN, data: Buffer.from("// another\n") }] });
    const [one, two] = await Promise.all([checkPatch(ctx, patch), checkPatch(other, patch)]);
    if (one.status !== "applied" || two.status !== "applied") throw new Error("must apply");
    expect(one.candidateTree).toBe(two.candidateTree);
    expect(one.gradedTree).not.toBe(two.gradedTree);
  });

  it("does not depend on the context object, or on what was checked before", async () => {
    expect(await baseGradedTree(context())).toBe(await baseGradedTree(ctx));
  });
});
