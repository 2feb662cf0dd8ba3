import { entriesOf, lookUp } from "@/evaluator/tree/diff";
import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { MODE_TREE, toBytes, toText } from "@/evaluator/tree/tree-object";

type Trees = Pick<ObjectSource, "tree">;

/** A file of a tree: path as bytes in latin1, as everywhere inside evaluator/tree. */
export type ListedFile = { path: string; mode: string; id: string };

/** Folders and single files of a tree that are taken as hidden tests, as repository paths. */
export type TestPlaces = { folders: string[]; files: string[] };

/**
 * What must be taken for some test files to compile as the fix had them: the whole folder of the test
 * assembly (the nearest assembly definition at or above), else the file's own folder. Never a folder with
 * a target file in it, since that would hand the fix to the base: then only the file itself.
 */
export async function testPlaces(
  trees: Trees,
  tree: string,
  testPaths: readonly string[],
  targets: readonly string[],
): Promise<TestPlaces> {
  const folders = new Set<string>();
  const files = new Set<string>();
  for (const testPath of testPaths) {
    const own = parentOf(testPath);
    const candidates = [await assemblyFolder(trees, tree, own), own].filter((folder) => folder !== "");
    const folder = candidates.find((one) => !targets.some((target) => isBelow(target, one)));
    if (folder !== undefined) folders.add(folder);
    else files.add(testPath);
  }
  return {
    folders: outermost([...folders]),
    files: [...files].filter((file) => ![...folders].some((folder) => isBelow(file, folder))).sort(),
  };
}

/** The nearest folder at or above with an assembly definition; "" when there is none below the root. */
async function assemblyFolder(trees: Trees, tree: string, start: string): Promise<string> {
  for (let folder = start; folder !== ""; folder = parentOf(folder)) {
    const found = await lookUp(trees, tree, toBytes(folder));
    if (found?.mode !== MODE_TREE) continue;
    const entries = await entriesOf(trees, found.id);
    if (entries.some((entry) => /\.(asmdef|asmref)$/i.test(entry.name) && entry.mode !== MODE_TREE))
      return folder;
  }
  return "";
}

/** Every file below a folder of a tree; none when there is no such folder. */
export async function filesBelow(trees: Trees, tree: string, folder: string): Promise<ListedFile[]> {
  const found = await lookUp(trees, tree, toBytes(folder));
  return found?.mode === MODE_TREE ? await walk(trees, found.id, toBytes(folder)) : [];
}

async function walk(trees: Trees, id: string, at: string): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  for (const entry of await entriesOf(trees, id)) {
    const path = `${at}/${entry.name}`;
    if (entry.mode === MODE_TREE) files.push(...(await walk(trees, entry.id, path)));
    else files.push({ path, mode: entry.mode, id: entry.id });
  }
  return files;
}

/** Why a file of a repository cannot be kept as a file of the dataset; null when it can. */
export function unkeepable({ path, mode }: ListedFile): string | null {
  const shown = JSON.stringify(toText(path));
  if (!mode.startsWith("100")) return `${shown} is a link or a submodule`;
  const strange = path
    .split("/")
    .some((part) => part === "" || part === "." || part === ".." || /^\.git$/i.test(part));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (strange || /[\x00-\x1f\x7f\\]/.test(path) || toBytes(toText(path)) !== path)
    return `${shown} is no path for a file here`;
  return null;
}

function outermost(folders: readonly string[]): string[] {
  return folders.filter((folder) => !folders.some((other) => isBelow(folder, other))).sort();
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
