import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildContext } from "@/evaluator/tree/context";
import { GitError } from "@/evaluator/tree/git";
import { checkPatch, withGradedTree } from "@/evaluator/tree/pipeline";
import { closeStores } from "@/evaluator/tree/store";
import { testContext } from "@/evaluator/tree/testing/case-base";
import { TestGame } from "@/evaluator/tree/testing/game";

const A = "Assets/A.cs";
const MANIFEST = "Packages/manifest.json";
let game: TestGame;
let patch: Buffer;
beforeEach(async () => {
  game = await TestGame.create([
    { path: A, data: "class A\n{\n  int x;\n}\n" },
    { path: "Assets/B.cs", data: "class B { }\n" },
    { path: MANIFEST, data: '{ "dependencies": {} }\n' },
  ]);
  patch = await game.patch({ [A]: "class A\n{\n  int x; // comment\n}\n" });
});
afterEach(async () => {
  await closeStores();
  await game.cleanUp();
});

const context = () => testContext(game.gitDir, game.base, { hiddenTests: [], targets: [A] });

async function objectFile(name: string): Promise<string> {
  const id = (await game.repository.git("rev-parse", name)).toString().trim();
  return path.join(game.gitDir, "objects", id.slice(0, 2), id.slice(2));
}

const DAMAGES: [string, (file: string) => Promise<void>][] = [
  ["is gone", (file) => rm(file)],
  ["is empty", (file) => overwrite(file, Buffer.alloc(0))],
  ["is no zlib", (file) => overwrite(file, Buffer.alloc(40, "x"))],
  ["is cut", async (file) => overwrite(file, (await readFile(file)).subarray(0, 12))],
  [
    "holds other bytes than its name says",
    async (file) => {
      const data = inflateSync(await readFile(file))
        .toString("latin1")
        .replace("int", "out");
      await overwrite(file, deflateSync(Buffer.from(data, "latin1")));
    },
  ],
];

async function overwrite(file: string, data: Buffer): Promise<void> {
  await chmod(file, 0o644);
  await writeFile(file, data);
}

describe("a damaged mirror is told as one, with the way to mend it", () => {
  it.each(DAMAGES)("when the base's file of a good patch %s", async (_name, damage) => {
    await damage(await objectFile(`${game.base}:${A}`));
    await expect(checkPatch(context(), patch)).rejects.toThrow(
      /^The mirror .* is damaged: .*Remove that folder/,
    );
    await expect(checkPatch(context(), patch)).rejects.toBeInstanceOf(GitError);
  });

  it.each(DAMAGES)("when the file of the developers' fix %s", async (_name, damage) => {
    await damage(await objectFile(`${game.base}:${A}`));
    const { instance, repo, mirror } = context();
    const made = buildContext({ instance, repo, mirror, hiddenTests: [], oraclePatch: patch });
    await expect(made).rejects.toThrow(/is damaged: .*Remove that folder/);
  });

  it.each([
    ["a folder", `:Assets`],
    ["the root", ":"],
  ])("when %s holds other bytes than its name says", async (_name, name) => {
    const file = await objectFile(`${game.base}${name}`);
    const data = inflateSync(await readFile(file))
      .toString("latin1")
      .replace(/A\.cs|Assets/, (at) => `Z${at.slice(1)}`);
    await overwrite(file, deflateSync(Buffer.from(data, "latin1")));
    await expect(checkPatch(context(), patch)).rejects.toThrow(/is damaged|does not have commit|read-tree/);
  });

  it("when a file that scrubbing reads is gone", async () => {
    await rm(await objectFile(`${game.base}:${MANIFEST}`));
    const repo = { scrub: [{ remove_package: "com.example.x" }] };
    const ctx = testContext(game.gitDir, game.base, { hiddenTests: [], targets: [A], repo });
    await expect(checkPatch(ctx, patch)).rejects.toThrow(/does not have the file Packages\/manifest\.json/);
  });
});

it("lays no altered file of the base into what is run", async () => {
  const id = await objectFile(`${game.base}:Assets/B.cs`);
  const data = inflateSync(await readFile(id))
    .toString("latin1")
    .replace("class", "clazz");
  await overwrite(id, deflateSync(Buffer.from(data, "latin1")));
  const run = withGradedTree(context(), patch, (graded) =>
    graded.delta("4b825dc642cb6eb9a060e54bf8d69288fbee4904"),
  );
  await expect(run).rejects.toThrow(/is damaged: the content of/);
});

it("leaves a patch that does not apply to a whole mirror its own fault", async () => {
  const wrong = Buffer.from(patch.toString().replace(" class A", " class Q"));
  expect(await checkPatch(context(), wrong)).toMatchObject({ status: "rejected" });
  const garbage = Buffer.from(`--- a/${A}\n+++ b/${A}\n@@ nonsense\n`);
  await rm(await objectFile(`${game.base}:${A}`));
  expect(await checkPatch(context(), garbage)).toMatchObject({ status: "malformed" });
});

describe("a name cannot speak for git", () => {
  it.each([
    ["a line feed", "\\n"],
    ["a line feed in digits", "\\012"],
    ["what JavaScript takes for one", "\u2028"],
  ])("with %s", async (_name, end) => {
    const name = `x${end}fatal: unable to write new index file${end}y`;
    const posing = `--- "a/${name}"\n+++ "b/${name}"\n@@ -1 +1 @@\n-a\n+b\n`;
    expect(await checkPatch(context(), Buffer.from(posing))).toMatchObject({ status: "rejected" });
  });
});
