import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EMPTY_TREE } from "@/evaluator/tree/bare";
import { diffTrees } from "@/evaluator/tree/diff";
import type { GradedTree } from "@/evaluator/tree/pipeline";
import { checkPatch, withBaseTree, withGradedTree } from "@/evaluator/tree/pipeline";
import { testContext, treeFile } from "@/evaluator/tree/testing/case-base";
import { scratchFolder, TestRepository } from "@/evaluator/tree/testing/repository";
import { toText } from "@/evaluator/tree/tree-object";
import type { TreeContext, TreeFile } from "@/evaluator/tree/types";

const FOLDER = "Checks/Editor";
const BASE = [
  { path: "Assets/Scripts/Health.cs", data: "class Health {}\n" },
  { path: `${FOLDER}/Checks.asmdef`, data: "{}\n" },
  { path: `${FOLDER}/OldName.cs`, data: "class HealthChecks {}\n" },
  { path: `${FOLDER}/Deep/Helper.cs`, data: "class Helper {}\n" },
];
const ASSEMBLY = [
  treeFile(`${FOLDER}/Checks.asmdef`, "{}\n"),
  treeFile(`${FOLDER}/NewName.cs`, "class HealthChecks {}\n"),
];

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let repository: TestRepository;
let base: string;
beforeEach(async () => {
  scratch = await scratchFolder();
  repository = await TestRepository.create(path.join(scratch.dir, "game.git"));
  base = await repository.commit(BASE);
});
afterEach(() => scratch.cleanUp());

const context = (hiddenTests: TreeFile[], targets?: string[]): TreeContext =>
  testContext(repository.gitDir, base, { hiddenTests, targets });
const list = async (graded: GradedTree) =>
  (await diffTrees(graded.objects, EMPTY_TREE, graded.tree)).map((change) => toText(change.path));
const patchTo = async (files: typeof BASE) => repository.diff(base, await repository.commit(files));

test("a test assembly that the hidden tests bring whole leaves nothing of the base's beside it", async () => {
  expect(await withBaseTree(context(ASSEMBLY), list)).toEqual([
    "Assets/Scripts/Health.cs",
    `${FOLDER}/Checks.asmdef`,
    `${FOLDER}/NewName.cs`,
  ]);
});

test("what a patch puts into such a folder is not run, and is told", async () => {
  const patch = await patchTo([
    { path: "Assets/Scripts/Health.cs", data: "class Health { }\n" },
    ...BASE.slice(1),
    { path: `${FOLDER}/Deep/Cheat.cs`, data: "class Cheat {}\n" },
  ]);
  const { check, result } = await withGradedTree(context(ASSEMBLY), patch, list);
  expect(result).not.toContain(`${FOLDER}/Deep/Cheat.cs`);
  expect(check).toMatchObject({ overwritten: [`${FOLDER}/Deep/Cheat.cs`], flags: [{ rule: "test-path" }] });
});

test("hidden tests without an assembly definition are laid beside the base's files", async () => {
  const files = await withBaseTree(context(ASSEMBLY.slice(1)), list);
  expect(files).toContain(`${FOLDER}/OldName.cs`);
  expect(files).toContain(`${FOLDER}/NewName.cs`);
});

test("a folder in which the fix itself changes something is never emptied", async () => {
  const target = `${FOLDER}/Deep/Helper.cs`;
  expect(await withBaseTree(context(ASSEMBLY, [target]), list)).toContain(target);
  const patch = await patchTo(
    BASE.map((file) => (file.path === target ? { ...file, data: "class Fixed {}\n" } : file)),
  );
  expect(await checkPatch(context(ASSEMBLY, [target]), patch)).toMatchObject({
    status: "applied",
    overwritten: [],
  });
});
