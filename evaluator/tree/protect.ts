import { entriesOf, lookUp, type TreeChange } from "@/evaluator/tree/diff";
import { isTestFolder } from "@/evaluator/tree/flag-rules";
import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { MODE_TREE, toBytes, toText } from "@/evaluator/tree/tree-object";
import type { TreeContext } from "@/evaluator/tree/types";
import type { IntegrityFlag } from "@/lib/domain/patch";

/** What a patch may not decide, by the paths of one instance. All paths are bytes in latin1. */
export type Protection = {
  /** The Unity project's folder, "" for the root. */
  project: string;
  hiddenPaths: ReadonlySet<string>;
  /** Folders that the hidden tests own: a patch's changes inside do not count. */
  ownedFolders: readonly string[];
  /** Folders whose whole assembly the hidden tests bring: the base's files there go before they are laid in. */
  emptiedFolders: readonly string[];
  /** Packages that the base itself holds. */
  basePackages: ReadonlySet<string>;
  oraclePaths: ReadonlySet<string>;
};

/** A change that was undone, and why. */
export type Overwritten = { change: TreeChange; by: "hidden-tests" | "base" };

/** Files that choose the packages, the test framework and the editor. */
const DECIDING = [
  "Packages/manifest.json",
  "Packages/packages-lock.json",
  "ProjectSettings/ProjectVersion.txt",
];
const TEST_FRAMEWORK = "com.unity.test-framework";

function projectFolder(projectPath: string): string {
  return toBytes(projectPath.replace(/^(\.\/+|\.$)/, "").replace(/\/+$/, ""));
}

type Trees = Pick<ObjectSource, "tree">;

/** Finds what is protected for one instance: pure, from the base tree and the hidden tests. */
export async function protectionOf(ctx: TreeContext, baseTree: string, objects: Trees): Promise<Protection> {
  const project = projectFolder(ctx.repo.project_path);
  const packages = await lookUp(objects, baseTree, inProject(project, "Packages"));
  const entries = packages?.mode === MODE_TREE ? await entriesOf(objects, packages.id) : [];
  const hiddenPaths = new Set(ctx.hiddenTests.map((file) => toBytes(file.path)));
  const free = [...ctx.oraclePaths, ...ctx.instance.target_files].map(toBytes);
  const owned = new Set<string>();
  for (const path of hiddenPaths) {
    const folder = await ownedFolder(path, baseTree, free, objects);
    if (folder !== null) owned.add(folder);
  }
  const emptiedFolders = assemblyFolders(hiddenPaths, free);
  return {
    project,
    hiddenPaths,
    ownedFolders: [...owned, ...emptiedFolders],
    emptiedFolders,
    basePackages: new Set(entries.filter((entry) => entry.mode === MODE_TREE).map((entry) => entry.name)),
    oraclePaths: new Set(ctx.oraclePaths.map(toBytes)),
  };
}

/**
 * The folder that a hidden file owns: the highest one that the base does not have; else the highest
 * one named for tests. Never one in which the developers' fix itself changes something.
 */
async function ownedFolder(
  path: string,
  baseTree: string,
  free: readonly string[],
  objects: Trees,
): Promise<string | null> {
  const parts = path.split("/").slice(0, -1);
  const folders = parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
  const possible = folders.filter((folder) => !free.some((other) => isBelow(other, folder)));
  for (const folder of possible) {
    if ((await lookUp(objects, baseTree, folder))?.mode !== MODE_TREE) return folder;
  }
  return possible.find((folder) => isTestFolder(folder.slice(folder.lastIndexOf("/") + 1))) ?? null;
}

/**
 * Folders for which the hidden tests have an assembly definition: they are a whole assembly, and a file of
 * the base beside them (one that the fix renamed, say) would be compiled into it.
 */
function assemblyFolders(hiddenPaths: ReadonlySet<string>, free: readonly string[]): string[] {
  const definitions = [...hiddenPaths].filter((path) => /\.(asmdef|asmref)$/i.test(path));
  const folders = definitions.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  return [...new Set(folders)].filter(
    (folder) => folder !== "" && !free.some((other) => isBelow(other, folder)),
  );
}

/** Parts the changes of a patch into those that stay and those that the run does not see. */
export function protect(
  changes: readonly TreeChange[],
  protection: Protection,
): { kept: TreeChange[]; overwritten: Overwritten[] } {
  const kept: TreeChange[] = [];
  const overwritten: Overwritten[] = [];
  for (const change of changes) {
    const by = overwrittenBy(change.path, protection);
    if (by === null) kept.push(change);
    else overwritten.push({ change, by });
  }
  return { kept, overwritten };
}

function overwrittenBy(path: string, protection: Protection): Overwritten["by"] | null {
  const { hiddenPaths, ownedFolders, oraclePaths, project } = protection;
  if (ownedFolders.some((folder) => path === folder || isBelow(path, folder))) return "hidden-tests";
  if ([...hiddenPaths].some((hidden) => hidden === path || isBelow(hidden, path) || isBelow(path, hidden))) {
    return "hidden-tests";
  }
  if (oraclePaths.has(path)) return null;
  const deciding = DECIDING.map((file) => inProject(project, file)).filter((file) => !oraclePaths.has(file));
  const isDeciding = deciding.some((file) => file === path || isBelow(file, path) || isBelow(path, file));
  return isDeciding || decidesByName(path, protection) ? "base" : null;
}

/** Compiler response files, and packages that a patch brings or renames inside `Packages/`. */
function decidesByName(path: string, { project, basePackages, oraclePaths }: Protection): boolean {
  if (project !== "" && !isBelow(path, project)) return false;
  const parts = path.slice(project === "" ? 0 : project.length + 1).split("/");
  if (/\.rsp$/i.test(parts.at(-1) ?? "")) return true;
  const [top, name = "", file] = parts;
  if (top !== "Packages" || file === undefined) return false;
  if (basePackages.has(name)) return parts.length === 3 && file === "package.json";
  const folder = inProject(project, `Packages/${name}`);
  return ![...oraclePaths].some((other) => isBelow(other, folder));
}

/** What the audit should know of changes that were undone. */
export async function protectionFlags(
  overwritten: readonly Overwritten[],
  objects: Pick<ObjectSource, "blob">,
): Promise<IntegrityFlag[]> {
  const flags: IntegrityFlag[] = [];
  for (const { change, by } of overwritten) {
    const path = toText(change.path);
    if (by === "hidden-tests") {
      flags.push({
        rule: "test-path",
        path,
        message: `The patch changes ${path}, which belongs to the hidden tests.`,
      });
    } else if (await changesFramework(change, objects)) {
      flags.push({
        rule: "test-framework",
        path,
        message: `The patch changes which test framework is used: ${path}.`,
      });
    } else {
      flags.push({
        rule: "protected-file",
        path,
        message: `The patch changes ${path}; the run uses the base version.`,
      });
    }
  }
  return flags;
}

async function changesFramework(change: TreeChange, objects: Pick<ObjectSource, "blob">): Promise<boolean> {
  if (change.path.includes(`/${TEST_FRAMEWORK}`)) return true;
  if (!/\/?Packages\/(manifest|packages-lock)\.json$/.test(change.path)) return false;
  const [old, now] = await Promise.all(
    [change.old, change.new].map((side) => frameworkEntry(side?.id, objects)),
  );
  return old !== now;
}

/** What a manifest or lock file says of the test framework, as text. */
async function frameworkEntry(id: string | undefined, objects: Pick<ObjectSource, "blob">): Promise<string> {
  const data = id === undefined ? null : await objects.blob(id);
  const text = data?.toString("utf8") ?? "";
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const dependencies = (parsed as { dependencies?: Record<string, unknown> } | null)?.dependencies;
    return JSON.stringify(dependencies?.[TEST_FRAMEWORK]) ?? "";
  } catch {
    return text;
  }
}

function inProject(project: string, path: string): string {
  return project === "" ? path : `${project}/${path}`;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
