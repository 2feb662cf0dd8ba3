import { lookUp } from "@/evaluator/tree/diff";
import { editTree, type TreeEdit } from "@/evaluator/tree/edit";
import { layFiles, replaceBytes } from "@/evaluator/tree/inject";
import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { missing } from "@/evaluator/tree/store";
import { MODE_LINK, MODE_SUBMODULE, MODE_TREE, toBytes, toText } from "@/evaluator/tree/tree-object";
import type { TreeContext } from "@/evaluator/tree/types";
import type { ScrubStep } from "@/lib/domain/instance";

/**
 * Runs the repository's scrub steps, then its hook, on a tree. Steps name repository paths; one whose
 * file is not there does nothing, since a patch may have moved it.
 */
export async function scrubTree(
  ctx: TreeContext,
  tree: string,
  project: string,
  objects: ObjectSource,
): Promise<string> {
  let current = tree;
  for (const step of ctx.repo.scrub) {
    current = await editTree(objects, current, await editsOf(step, current, project, objects));
  }
  return ctx.hook === undefined ? current : await runHook(ctx.hook, current, objects);
}

async function editsOf(
  step: ScrubStep,
  tree: string,
  project: string,
  objects: ObjectSource,
): Promise<TreeEdit[]> {
  if ("delete" in step) return [{ path: toBytes(step.delete.replace(/\/+$/, "")), entry: null }];
  if ("replace" in step) {
    const { file, find, with: replacement } = step.replace;
    return await rewrite(toBytes(file), tree, objects, (data) => replaceBytes(data, find, replacement));
  }
  const folder = project === "" ? "Packages" : `${project}/Packages`;
  const drop = (data: Buffer) => withoutPackage(data, step.remove_package);
  return [
    ...(await rewrite(`${folder}/manifest.json`, tree, objects, drop)),
    ...(await rewrite(`${folder}/packages-lock.json`, tree, objects, drop)),
  ];
}

async function rewrite(
  path: string,
  tree: string,
  objects: ObjectSource,
  change: (data: Buffer) => Buffer,
): Promise<TreeEdit[]> {
  const found = await lookUp(objects, tree, path);
  if (!found?.mode.startsWith("100")) return [];
  const data = await objects.blob(found.id);
  if (data === null) throw missing(`the file ${toText(path)} (${found.id})`);
  return [{ path, entry: { mode: found.mode, id: objects.put("blob", change(data)) } }];
}

/** A manifest or lock file without one package. What is not JSON stays as it is, for the editor to report. */
function withoutPackage(data: Buffer, name: string): Buffer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    return data;
  }
  const dependencies = (parsed as { dependencies?: Record<string, unknown> } | null)?.dependencies;
  if (dependencies === undefined || !Object.hasOwn(dependencies, name)) return data;
  delete dependencies[name];
  return Buffer.from(`${JSON.stringify(parsed, null, 2)}\n`);
}

async function runHook(
  hook: NonNullable<TreeContext["hook"]>,
  tree: string,
  objects: ObjectSource,
): Promise<string> {
  const result = await hook({
    read: async (path) => {
      const found = await lookUp(objects, tree, toBytes(path));
      return found?.mode.startsWith("100") ? await objects.blob(found.id) : null;
    },
    list: async (prefix) => (await listFiles(objects, tree, toBytes(prefix.replace(/\/+$/, "")))).map(toText),
  });
  const deletions = result.delete.map((path) => ({ path: toBytes(path.replace(/\/+$/, "")), entry: null }));
  return await editTree(objects, tree, [...deletions, ...layFiles(result.write, objects)]);
}

/** Regular files at or below a path. */
async function listFiles(objects: ObjectSource, tree: string, prefix: string): Promise<string[]> {
  const start = prefix === "" ? { mode: MODE_TREE, id: tree } : await lookUp(objects, tree, prefix);
  if (start === null || start.mode === MODE_LINK || start.mode === MODE_SUBMODULE) return [];
  if (start.mode !== MODE_TREE) return [prefix];
  const entries = (await objects.tree(start.id)) ?? [];
  const below: string[] = [];
  for (const entry of entries) {
    below.push(...(await listFiles(objects, tree, prefix === "" ? entry.name : `${prefix}/${entry.name}`)));
  }
  return below;
}
