import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type GitOptions, gitLine, mustGit } from "@/evaluator/tree/git";
import { type MirrorStore, storeOf } from "@/evaluator/tree/store";
import type { Mirror } from "@/evaluator/tree/types";
import { workspacePath } from "@/evaluator/tree/workspace";
import { copyIndex } from "./copy-index";

/** Work tree bytes are the repository's bytes: no line ending is converted, no filter runs. */
export const NO_CONVERSION = "* -text !eol !filter !ident !working-tree-encoding\n";

const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tautocrlf = false
\tsafecrlf = false
[user]
\tname = Agent
\temail = agent@localhost
`;
/** The same for every instance: neither names nor dates of the project lead to its later history. */
const WHO = {
  GIT_AUTHOR_NAME: "Base",
  GIT_AUTHOR_EMAIL: "base@localhost",
  GIT_AUTHOR_DATE: "@946684800 +0000",
  GIT_COMMITTER_NAME: "Base",
  GIT_COMMITTER_EMAIL: "base@localhost",
  GIT_COMMITTER_DATE: "@946684800 +0000",
};

/** What an agent works in: a repository of one commit, and the issue text beside it. */
export type Workspace = {
  /** The work tree, named by the repository's key. */
  dir: string;
  issueFile: string;
  /** Where an agent may leave files that are kept. */
  outputDir: string;
  /** Ours: nothing that the agent does to the repository in `dir` reaches it. */
  scratch: string;
  store: MirrorStore;
  baseTree: string;
  remove(): Promise<void>;
};

export type WorkspaceRequest = {
  mirror: Mirror;
  repoKey: string;
  baseSha: string;
  issue: string;
  signal?: AbortSignal;
};

/**
 * Lays out a new repository with exactly one commit, the tree of the base. Its only objects are that
 * commit's; there are no other refs, no remotes, no reflogs and no alternates, so that git in it cannot
 * tell what came after.
 */
export async function createWorkspace(request: WorkspaceRequest): Promise<Workspace> {
  const store = await storeOf(request.mirror);
  const baseTree = await store.treeOf(request.baseSha);
  const made = await workspacePath("agent");
  await mkdir(made);
  const scratch = await realpath(made);
  const remove = () => rm(scratch, { recursive: true, force: true });
  const dir = path.join(scratch, "work", request.repoKey);
  const issueFile = path.join(scratch, "work", "issue.txt");
  const outputDir = path.join(scratch, "output");
  try {
    await mkdir(outputDir);
    await makeRepository(store, baseTree, dir, request.signal);
    // The difference is taken with an index that the agent cannot reach.
    await copyIndex(path.join(dir, ".git", "index"), path.join(scratch, "index"));
    await writeFile(issueFile, request.issue);
    return { dir, issueFile, outputDir, scratch, store, baseTree, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function makeRepository(
  store: MirrorStore,
  tree: string,
  dir: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const gitDir = path.join(dir, ".git");
  const objects = path.join(gitDir, "objects");
  await mkdir(path.join(objects, "pack"), { recursive: true });
  await mkdir(path.join(gitDir, "refs", "heads"), { recursive: true });
  await mkdir(path.join(gitDir, "info"));
  await writeFile(path.join(gitDir, "config"), CONFIG);
  await writeFile(path.join(gitDir, "info", "attributes"), NO_CONVERSION);
  await writeFile(path.join(gitDir, "HEAD"), "ref: refs/heads/main\n");
  const commit = await packBase(store, tree, objects, signal);
  await writeFile(path.join(gitDir, "refs", "heads", "main"), `${commit}\n`);
  const own: GitOptions = {
    gitDir,
    cwd: dir,
    env: { GIT_WORK_TREE: dir, GIT_INDEX_FILE: path.join(gitDir, "index") },
    signal,
  };
  await mustGit(["read-tree", commit], own);
  await mustGit(["checkout-index", "--all", "--index", "--quiet"], own);
}

/** Writes the base commit and a pack of all that it reaches; reads the mirror, links nothing to it. */
async function packBase(
  store: MirrorStore,
  tree: string,
  objects: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const git = store.gitOptions({ objects });
  const commit = await gitLine(["commit-tree", "-m", "Base", tree], {
    ...git,
    env: { ...git.env, ...WHO },
    signal,
  });
  // Deltas of the mirror are taken over where both ends are in the base; no new ones are sought.
  const pack = ["pack-objects", "--revs", "--quiet", "--window=0", path.join(objects, "pack", "pack")];
  await mustGit(pack, { ...git, stdin: Buffer.from(`${commit}\n`), signal });
  return commit;
}
