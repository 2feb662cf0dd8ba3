import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { lookUp } from "@/evaluator/tree/diff";
import { resolveHiddenTests, surroundingsOf } from "@/evaluator/tree/inject";
import { withBaseTree } from "@/evaluator/tree/pipeline";
import { mirrorObjects } from "@/evaluator/tree/quarantine";
import { missing, storeOf } from "@/evaluator/tree/store";
import { toBytes, toText } from "@/evaluator/tree/tree-object";
import type { Mirror } from "@/evaluator/tree/types";
import type { HiddenTestFile, InstanceEntry } from "@/lib/benchmark/dataset";
import type { MirrorAccess } from "./mirror-access";
import { filesBelow, type ListedFile, type TestPlaces, testPlaces, unkeepable } from "./test-folders";
import { datasetFailure, type ItemOutcome, type WorkItem, type WorkWatcher, workThrough } from "./work";

export type TestsSettings = {
  mirrorOf: MirrorAccess;
  /** Take tests that are there already once more. */
  force: boolean;
  /** Another folder for the tests; the dataset's `tests` when absent. */
  outDir?: string;
};

/** Takes the hidden tests of each instance whose fix brought its own from `fix_sha`. */
export async function takeHiddenTests(
  entries: readonly InstanceEntry[],
  settings: TestsSettings,
  watcher: WorkWatcher = {},
  signal?: AbortSignal,
): Promise<WorkItem[]> {
  return await workThrough(entries, (entry) => takeOne(entry, settings, signal), watcher, signal);
}

async function takeOne(
  entry: InstanceEntry,
  settings: TestsSettings,
  signal: AbortSignal | undefined,
): Promise<ItemOutcome> {
  const { instance, dataset } = entry;
  if (instance.test_paths === undefined)
    return datasetFailure(
      "has no test_paths: its fix brought no tests.",
      `Write hidden tests by hand into tests/${instance.instance_id}/ (docs/dataset.md).`,
    );
  const folder = path.join(settings.outDir ?? path.join(dataset.dir, "tests"), instance.instance_id);
  if (!settings.force && existsSync(folder)) return { status: "kept", note: "there already" };
  const access = await settings.mirrorOf(entry, signal);
  if (access.status === "failed") return access;
  const taken = await testsOfFix(access.mirror, entry, instance.test_paths);
  if (taken.problems.length > 0)
    return datasetFailure(`${taken.problems.join("; ")}.`, "Check test_paths and fix_sha of the instance.");
  await writeFolder(folder, taken.files);
  const places = [...taken.places.folders, ...taken.places.files];
  return { status: "written", note: `${taken.files.length} files of ${places.join(", ")}` };
}

type Taken = { places: TestPlaces; files: HiddenTestFile[]; problems: string[] };

/** The hidden tests that a fix brought, and what keeps them from standing in a run as they stood in the fix. */
export async function testsOfFix(
  mirror: Mirror,
  entry: InstanceEntry,
  testPaths: readonly string[],
): Promise<Taken> {
  const store = await storeOf(mirror);
  const objects = mirrorObjects(store);
  const fixTree = await store.treeOf(entry.instance.fix_sha);
  const problems: string[] = [];
  for (const testPath of testPaths) {
    const found = await lookUp(objects, fixTree, toBytes(testPath));
    if (!found?.mode.startsWith("100")) problems.push(`${testPath} is no file of fix_sha`);
  }
  const places = await testPlaces(objects, fixTree, testPaths, entry.instance.target_files);
  const listed: ListedFile[] = [];
  for (const folder of places.folders) listed.push(...(await filesBelow(objects, fixTree, folder)));
  for (const file of places.files) {
    const found = await lookUp(objects, fixTree, toBytes(file));
    if (found) listed.push({ path: toBytes(file), ...found });
  }
  problems.push(...listed.flatMap((file) => unkeepable(file) ?? []));
  if (problems.length > 0) return { places, files: [], problems };
  const files: HiddenTestFile[] = [];
  for (const { path: at, id } of listed) {
    const data = await objects.blob(id);
    if (data === null) throw missing(`the file ${toText(at)}`);
    files.push({ path: toText(at), data });
  }
  return { places, files, problems: await differences(mirror, entry, places, files, listed) };
}

/**
 * Lays the tests over the base as every run does, and compares each taken folder with the fix's: a file of
 * the base that is still there (because the fix deleted or renamed it) would be compiled with them.
 */
async function differences(
  mirror: Mirror,
  { instance, repo }: InstanceEntry,
  places: TestPlaces,
  files: readonly HiddenTestFile[],
  listed: readonly ListedFile[],
): Promise<string[]> {
  const tests = resolveHiddenTests(files, surroundingsOf(instance, repo));
  if (tests.status === "unresolved") return [tests.message];
  const ctx = {
    mirror,
    instance,
    repo: { ...repo, scrub: [] },
    hiddenTests: tests.files,
    oraclePaths: instance.target_files,
  };
  const wanted = new Set(listed.map((file) => file.path));
  return await withBaseTree(ctx, async (graded) => {
    const left: string[] = [];
    for (const folder of places.folders) {
      const present = await filesBelow(graded.objects, graded.tree, folder);
      left.push(...present.filter((file) => !wanted.has(file.path)).map((file) => toText(file.path)));
    }
    return left.length === 0
      ? []
      : [`the fix removed files of the test folder that a run would still have: ${left.join(", ")}`];
  });
}

/** Puts a folder in place whole: what stood there goes only when the new one is complete. */
async function writeFolder(folder: string, files: readonly HiddenTestFile[]): Promise<void> {
  const name = path.basename(folder);
  const draft = path.join(path.dirname(folder), `.${name}.part`);
  const old = path.join(path.dirname(folder), `.${name}.old`);
  await rm(draft, { recursive: true, force: true });
  for (const file of files) {
    const target = path.join(draft, file.path);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.data);
  }
  await rm(old, { recursive: true, force: true });
  if (existsSync(folder)) await rename(folder, old);
  await rename(draft, folder);
  await rm(old, { recursive: true, force: true });
}
