import type { TreeChange } from "@/evaluator/tree/diff";
import { namesDiffer, patchSections } from "@/evaluator/tree/headers";
import { MAX_FILES, MAX_NAME, MAX_NAMED, MAX_PATH } from "@/evaluator/tree/limits";
import { isUtf8, MODE_LINK, MODE_SUBMODULE, toText } from "@/evaluator/tree/tree-object";
import type { Refusal } from "@/lib/domain/patch";

/** Characters of a path that is told to be too long. */
const SHOWN = 120;
const GENERATED = new Set(["library", "temp", "obj"]);
/** Code points that some file systems leave out of a name when they compare it. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Why a patch that git applied is not run all the same (design rule); empty when it may run. */
export function refusals(
  changes: readonly TreeChange[],
  patch: Uint8Array,
  projectFolder: string,
): Refusal[] {
  const found: Refusal[] = [];
  for (const change of changes) {
    if (found.length >= MAX_NAMED) break;
    found.push(...refusalsOf(change, projectFolder));
  }
  const mismatch = patchSections(patch).find(namesDiffer);
  if (mismatch) found.push(headerMismatch(mismatch.gitLine ?? mismatch.minus ?? ""));
  return found;
}

/** Why no tree is made of a patch: names that no file system takes, and more files than any fix has. */
export function boundRefusals(changes: readonly TreeChange[]): Refusal[] {
  const found = changes.length > MAX_FILES ? [tooManyFiles(changes.length)] : [];
  for (const { path } of changes) {
    const problem = lengthProblem(path);
    if (problem === null || found.length >= MAX_NAMED) continue;
    const shown = shortened(toText(path));
    found.push({ path: shown, rule: "name-too-long", message: `The path ${shown} ${problem}.` });
  }
  return found;
}

export function tooManyFiles(files: number): Refusal {
  const message = `The patch changes ${files} files; more than ${MAX_FILES} are not run.`;
  return { path: "", rule: "too-many-files", message };
}

function lengthProblem(bytes: string): string | null {
  if (bytes.length > MAX_PATH) return `has ${bytes.length} bytes; paths over ${MAX_PATH} are not run`;
  const name = bytes.split("/").find((part) => part.length > MAX_NAME);
  if (name === undefined) return null;
  return `has a name of ${name.length} bytes; file systems take ${MAX_NAME}`;
}

/** A long path, cut for showing. */
export function shortened(path: string): string {
  return path.length <= SHOWN ? path : `${path.slice(0, SHOWN)}…`;
}

function refusalsOf(change: TreeChange, projectFolder: string): Refusal[] {
  const path = toText(change.path);
  const refuse = (rule: Refusal["rule"], message: string): Refusal => ({ path, rule, message });
  const found: Refusal[] = [];
  const modes = [change.old?.mode, change.new?.mode];
  if (modes.includes(MODE_LINK)) {
    found.push(refuse("symlink", `${path} is a symbolic link; a patch may not add, change or remove one.`));
  }
  if (modes.includes(MODE_SUBMODULE)) {
    found.push(refuse("submodule", `${path} is a submodule; a patch may not add, change or remove one.`));
  }
  const strange = strangePath(change.path);
  if (strange !== null) found.push(refuse("path", `The path ${JSON.stringify(path)} ${strange}.`));
  if (path.split("/").some(isGitName)) {
    found.push(refuse("git-file", `${path} belongs to git (.git*, .lfsconfig), not to the game.`));
  }
  const generated = generatedFolder(change.path, projectFolder);
  if (generated !== null) {
    found.push(refuse("generated-folder", `${path} is in ${generated}/, which the editor generates.`));
  }
  return found;
}

function strangePath(bytes: string): string | null {
  if (bytes.startsWith("/")) return "is absolute";
  if (bytes.split("/").some((part) => part === ".." || part === "." || part === ""))
    return "leaves its folder";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x1f\x7f]/.test(bytes)) return "has control characters";
  if (bytes.includes("\\")) return "has a backslash";
  return isUtf8(bytes) ? null : "is not UTF-8";
}

/** `.git*` and `.lfsconfig`, in the spellings that any file system takes for them. */
function isGitName(part: string): boolean {
  const plain = part
    .replace(IGNORED, "")
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
  return plain.startsWith(".git") || plain === ".lfsconfig" || /^\.?git~\d+$/.test(plain);
}

/** Folders that the editor writes, at the root of the project or of the repository. */
function generatedFolder(path: string, projectFolder: string): string | null {
  const inProject = projectFolder !== "" && path.startsWith(`${projectFolder}/`);
  const below = inProject ? path.slice(projectFolder.length + 1) : path;
  const first = below.split("/")[0] ?? "";
  return GENERATED.has(first.toLowerCase().replace(/[. ]+$/, "")) ? toText(first) : null;
}

function headerMismatch(names: string): Refusal {
  const shown = toText(names).replace(/[^\P{C}]/gu, "?");
  return {
    path: shown.slice(0, 200),
    rule: "header-mismatch",
    message: "The headers of one section name different files. Make the patch with `git diff`.",
  };
}
