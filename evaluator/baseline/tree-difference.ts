import { isUtf8 } from "node:buffer";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { alternate, createBareRepository, DIFF } from "@/evaluator/tree/bare";
import { GitError, type GitOptions, gitLine, mustGit } from "@/evaluator/tree/git";
import { copyIndex } from "./copy-index";
import { NO_CONVERSION, type Workspace } from "./workspace";

export type Difference =
  | { status: "difference"; patch: Buffer }
  | { status: "equal" }
  | { status: "unusable"; message: string };

/**
 * The patch from the base to what an agent left in its workspace: tracked files and new ones that the
 * project does not ignore. Read with a git directory of our own, so that nothing the agent did to the
 * workspace's (configuration, hooks, attributes, commits) decides the result.
 */
export async function treeDifference(workspace: Workspace, signal?: AbortSignal): Promise<Difference> {
  const { dir, scratch, store, baseTree } = workspace;
  const gitDir = path.join(scratch, "git");
  await createBareRepository(gitDir);
  await mkdir(path.join(gitDir, "info"), { recursive: true });
  await writeFile(path.join(gitDir, "info", "attributes"), NO_CONVERSION);
  await copyIndex(path.join(scratch, "index"), path.join(gitDir, "index"));
  const git: GitOptions = {
    gitDir,
    cwd: dir,
    env: {
      GIT_WORK_TREE: dir,
      GIT_INDEX_FILE: path.join(gitDir, "index"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate(store.objectsDir),
    },
    signal,
  };
  try {
    await mustGit(["add", "--all", "."], git);
    const tree = await gitLine(["write-tree"], git);
    if (tree === baseTree) return { status: "equal" };
    return { status: "difference", patch: await textDifference(baseTree, tree, gitDir, git) };
  } catch (error) {
    if (!(error instanceof GitError) || signal?.aborted) throw error;
    return { status: "unusable", message: error.message };
  }
}

/** A diff that is UTF-8 as a whole: files of another encoding are given as git's binary patches. */
async function textDifference(from: string, to: string, gitDir: string, git: GitOptions): Promise<Buffer> {
  const diff = (...paths: string[]) => mustGit([...DIFF, "-r", from, to, "--", ...paths], git);
  const asBinary = async (...paths: string[]) => {
    const attributes = path.join(gitDir, "info", "attributes");
    await writeFile(attributes, `${NO_CONVERSION}* -diff\n`);
    const part = await diff(...paths);
    await writeFile(attributes, NO_CONVERSION);
    return part;
  };
  const whole = await diff();
  if (isUtf8(whole)) return whole;
  const list = await mustGit(["diff-tree", "-r", "--name-only", "--no-renames", "-z", from, to], git);
  // A name that is not UTF-8 cannot be an argument of a process.
  if (!isUtf8(list)) return await asBinary();
  const parts: Buffer[] = [];
  for (const name of list.toString("utf8").split("\0").filter(Boolean)) {
    const part = await diff(name);
    parts.push(isUtf8(part) ? part : await asBinary(name));
  }
  return Buffer.concat(parts);
}
