import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EMPTY_TREE } from "@/evaluator/tree/bare";
import { treeDelta } from "@/evaluator/tree/delta";
import { withBaseTree, withGradedTree } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { testContext, treeFile } from "@/evaluator/tree/testing/case-base";
import { TestGame } from "@/evaluator/tree/testing/game";

const LONG = `Assets/${"long folder name/".repeat(12)}Герой.cs`;
const MODULE = "1111111111111111111111111111111111111111";
let game: TestGame;
beforeAll(async () => {
  game = await TestGame.create([
    { path: "Assets/A.cs", data: "class A { }\n" },
    { path: "Assets/Old/One.cs", data: "1\n" },
    { path: "Assets/Old/Deep/Two.cs", data: "2\n" },
    { path: "Assets/Kept/One.cs", data: "1\n" },
    { path: "Assets/Kept/Two.cs", data: "2\n" },
    { path: "Assets/Swap/In.cs", data: "in\n" },
    { path: "Assets/Link", data: "../..", mode: "120000" },
    { path: "Assets/Module", data: MODULE, mode: "160000" },
    { path: "build.sh", data: "#!/bin/sh\n", mode: "100755" },
  ]);
}, 60_000);
afterAll(async () => {
  await closeStores();
  await game.cleanUp();
});

type Entry = { name: string; mode: number | undefined; text: string; type: string };

async function unpack(tar: Uint8Array): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of Readable.from([Buffer.from(tar)]).pipe(extract())) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const { name, mode, type } = entry.header;
    entries.push({ name, mode, type: String(type), text: Buffer.concat(chunks).toString("utf8") });
  }
  return entries;
}

describe("what a warm project is given", () => {
  const hidden = treeFile("Assets/Injected/T.cs", "// hidden\n");
  const context = () =>
    testContext(game.gitDir, game.base, { hiddenTests: [hidden], targets: ["Assets/A.cs"] });

  it("is the changed files and the hidden tests, and the folders that went", async () => {
    const patch = await game.patch({
      "Assets/A.cs": "class B { }\n",
      "Assets/Old/One.cs": null,
      "Assets/Old/Deep/Two.cs": null,
      "Assets/Kept/One.cs": null,
      "Assets/Swap/In.cs": null,
      "Assets/Swap": "now a file\n",
      [LONG]: "long\n",
    });
    const { result } = await withGradedTree(context(), patch, (graded) => graded.delta());
    expect(result?.deletions).toEqual(["Assets/Kept/One.cs", "Assets/Old", "Assets/Swap"]);
    expect(result?.files).toBe(4);
    expect(
      (await unpack(result?.tar ?? Buffer.alloc(0))).map(({ name, text }) => `${name}: ${text}`),
    ).toEqual([
      "Assets/A.cs: class B { }\n",
      "Assets/Injected/T.cs: // hidden\n",
      "Assets/Swap: now a file\n",
      `${LONG}: long\n`,
    ]);
  });

  it("holds all regular files from nothing, with their modes, and neither links nor submodules", async () => {
    const entries = await withBaseTree(context(), async (graded) => {
      return await unpack((await treeDelta(graded.objects, EMPTY_TREE, graded.warmTree)).tar);
    });
    expect(entries.map(({ name }) => name)).toEqual([
      "Assets/A.cs",
      "Assets/Kept/One.cs",
      "Assets/Kept/Two.cs",
      "Assets/Old/Deep/Two.cs",
      "Assets/Old/One.cs",
      "Assets/Swap/In.cs",
      "build.sh",
    ]);
    expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(["file"]));
    expect(entries.find(({ name }) => name === "build.sh")?.mode).toBe(0o755);
  });

  it("makes way for new files where the editor may have left a file or folder of that name", async () => {
    const patch = await game.patch({
      "Assets/A.cs.meta/Deep/x.cs": "folder in the place of the editor's file\n",
      Logs: "file in the place of the editor's folder\n",
      "Assets/Kept/Three.cs": "an ordinary one\n",
      "Assets/New/Four.cs": "another\n",
    });
    const { result } = await withGradedTree(context(), patch, (graded) => graded.delta());
    expect(result?.deletions).toEqual(["Assets/A.cs.meta", "Logs"]);
  });

  it("is nothing between equal trees", async () => {
    const delta = await withBaseTree(context(), (graded) => graded.delta(graded.tree));
    expect(delta).toMatchObject({ deletions: [], files: 0 });
    expect(await unpack(delta.tar)).toEqual([]);
  });

  it("is the same bytes for the same date", async () => {
    const mtime = new Date("2026-01-01T00:00:00Z");
    const once = () =>
      withBaseTree(context(), (graded) => treeDelta(graded.objects, EMPTY_TREE, graded.tree, mtime));
    expect((await once()).tar).toEqual((await once()).tar);
  });
});
