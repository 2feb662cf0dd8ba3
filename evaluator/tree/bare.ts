import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** The tree without entries, known to every git. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** The one way a patch text is applied anywhere in this project. */
export const APPLY = ["apply", "--cached", "--whitespace=nowarn", "-"] as const;

/** How every patch that we write ourselves is written. */
export const DIFF = [
  "diff-tree",
  "-p",
  "--binary",
  "--full-index",
  "--no-renames",
  "--no-textconv",
  "--no-ext-diff",
  "--no-color",
] as const;

const CONFIG = `[core]
\trepositoryformatversion = 0
\tbare = true
\tlooseCompression = 1
`;

/**
 * Makes an empty bare repository without running git: no template, no hooks, a configuration that
 * is ours. Such a repository in front of a mirror keeps the mirror's own settings out of the result.
 */
export async function createBareRepository(dir: string, branch = "main"): Promise<void> {
  await mkdir(path.join(dir, "objects"), { recursive: true });
  await mkdir(path.join(dir, "refs", "heads"), { recursive: true });
  await writeFile(path.join(dir, "config"), CONFIG);
  await writeFile(path.join(dir, "HEAD"), `ref: refs/heads/${branch}\n`);
}

/** One entry of `GIT_ALTERNATE_OBJECT_DIRECTORIES`, quoted where the separator is part of the path. */
export function alternate(objectsDir: string): string {
  return /[:"\\]/.test(objectsDir) ? JSON.stringify(objectsDir) : objectsDir;
}
