import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HookError, loadHook } from "@/evaluator/tree/hook";
import { closeStores } from "@/evaluator/tree/store";
import { TestGame } from "@/evaluator/tree/testing/game";
import { scratchFolder } from "@/evaluator/tree/testing/repository";
import { instanceSchema, repoSchema } from "@/lib/domain/instance";

const TARGET = "Assets/Shader.cs";
const FILES = [
  { path: TARGET, data: "#define URP\nclass Shader { }\n" },
  { path: "Assets/Urp/Pass.cs", data: "class Pass { }\n" },
];

/** As a maintainer writes one: a type from the project, and no other import. */
const HOOK = `import type { RepoHook } from "@/evaluator/tree/types";

const scrub: RepoHook = async (tree) => {
  const text: string | null = await tree.text("${TARGET}");
  const gone = (await tree.list("Assets/Urp")) satisfies string[];
  return {
    write: text === null ? [] : [{ path: "${TARGET}", data: text.replace("#define URP\\n", "") }],
    delete: gone,
  };
};
export default scrub;
`;

let game: TestGame;
let dir: string;
let clean: () => Promise<void>;
beforeAll(async () => {
  game = await TestGame.create(FILES);
});
afterAll(async () => {
  await closeStores();
  await game.cleanUp();
});
beforeEach(async () => {
  const scratch = await scratchFolder();
  dir = scratch.dir;
  clean = scratch.cleanUp;
  await mkdir(path.join(dir, "hooks"));
  return () => clean();
});

async function entryWith(files: Record<string, string>, hook?: string) {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dir, "hooks", name), text);
  const instance = instanceSchema.parse({
    instance_id: "game-1",
    repo: "game",
    base_sha: game.base,
    fix_sha: game.base,
    target_files: [TARGET],
    unity_bucket: "2019.4.36f1",
  });
  const repo = repoSchema.parse({ name: "Game", url: "x", unity_buckets: ["2019.4.36f1"], hook });
  return {
    instance,
    repo,
    dataset: { dir, instances: [instance], repos: new Map([["game", repo]]), hash: "" },
  };
}

async function gradedWith(files: Record<string, string>, hook?: string) {
  const { instance, repo, dataset } = await entryWith(files, hook);
  const loaded = await loadHook({ instance, repo, dataset });
  const ctx = {
    mirror: { gitDir: game.gitDir },
    instance,
    repo,
    hiddenTests: [],
    oraclePaths: [],
    ...(loaded ? { hook: loaded } : {}),
  };
  const patch = await game.patch({ "Assets/Urp/More.cs": "class More { }\n" });
  return (await game.run(ctx, patch, TARGET, "Assets/Urp/Pass.cs", "Assets/Urp/More.cs")).files;
}

describe("a hook module", () => {
  it.each([
    ["named for the repository's key", { "game.ts": HOOK }, undefined],
    ["named by repos.yaml without folder and ending", { "urp.ts": HOOK }, "urp"],
    ["named by repos.yaml in full", { "urp.ts": HOOK }, "hooks/urp.ts"],
  ])("%s edits the graded tree, what the patch adds included", async (_what, files, hook) => {
    expect(await gradedWith(files, hook)).toEqual(["class Shader { }\n", null, null]);
  });

  it("of JavaScript is loaded as well, and a repository without one has none", async () => {
    const js = "export default (tree) => ({ delete: ['Assets/Urp'] });\n";
    expect(await gradedWith({ "game.mjs": js })).toEqual([FILES[0]?.data, null, null]);
    expect(await loadHook(await entryWith({ "other.ts": HOOK, "game.mjs": js }, "other"))).toBeDefined();
    const { instance, repo, dataset } = await entryWith({});
    expect(await loadHook({ instance: { ...instance, repo: "none" }, repo, dataset })).toBeUndefined();
  });

  it.each([
    ["is not there", {}, "hooks/none.ts", "The hook hooks/none.ts of game is not in"],
    ["is Python", { "game.py": "def scrub(): pass" }, "game.py", "written in TypeScript"],
    ["does not parse", { "game.ts": "export default (" }, undefined, "hooks/game.ts cannot be loaded"],
    ["has no default export", { "game.ts": "export const a = 1;" }, undefined, "no function as its default"],
    [
      "imports another file",
      { "game.ts": 'import { a } from "./b";\nexport default () => a;' },
      undefined,
      "cannot be loaded",
    ],
  ])("that %s is told with its name", async (_what, files, hook, message) => {
    await expect(entryWith(files as Record<string, string>, hook).then(loadHook)).rejects.toThrow(message);
  });

  it.each([
    ["throws", "export default () => { throw new Error('no shader'); };", "hooks/game.ts failed: no shader"],
    ["answers nothing", "export default () => 1;", "no edits of a tree"],
    [
      "writes out of the tree",
      "export default () => ({ write: [{ path: '../a', data: '' }] });",
      "path inside",
    ],
    ["deletes git's own", "export default () => ({ delete: ['.git/config'] });", "path inside"],
  ])("that %s stops the run with its name", async (_what, text, message) => {
    await expect(gradedWith({ "game.ts": text })).rejects.toThrow(message);
    await expect(gradedWith({ "game.ts": text })).rejects.toBeInstanceOf(HookError);
  });
});
