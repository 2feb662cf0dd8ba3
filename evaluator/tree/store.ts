import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { alternate, createBareRepository, EMPTY_TREE } from "@/evaluator/tree/bare";
import { BatchReader, type GitObject } from "@/evaluator/tree/batch";
import { GitError, type GitOptions, mustGit } from "@/evaluator/tree/git";
import { objectId, parseTree, type TreeEntry } from "@/evaluator/tree/tree-object";
import type { Mirror } from "@/evaluator/tree/types";
import { removeWorkspace, workspacePath } from "@/evaluator/tree/workspace";

/** The index of a base: the file to copy, and its bytes to compare with. */
export type BaseIndex = { file: string; data: Buffer };

const TREES_KEPT = 4096;
/** How `git cat-file` ends at an object that it finds and cannot unpack. */
const UNREADABLE_OBJECT = 128;

/**
 * A mirror as this process reads it: through a bare repository of ours whose only link to the mirror
 * is its object folder. So the mirror's configuration, attributes, hooks, grafts and replaced objects
 * decide nothing, and nothing can be written there.
 */
export class MirrorStore {
  private readonly trees = new Map<string, TreeEntry[]>();
  private readonly treesOfCommits = new Map<string, string>();
  private readonly indexes = new Map<string, Promise<BaseIndex>>();
  private readonly contents: BatchReader;
  private readonly sizes: BatchReader;

  private constructor(
    /** Our bare repository in front of the mirror. */
    readonly front: string,
    readonly objectsDir: string,
    /** The mirror's folder, for people. */
    readonly mirrorDir: string,
  ) {
    this.contents = new BatchReader(this.gitOptions({}));
    this.sizes = new BatchReader(this.gitOptions({}), "--batch-check");
  }

  static async open(mirror: Mirror): Promise<MirrorStore> {
    const front = await workspacePath("front");
    await mkdir(front);
    await createBareRepository(front);
    const mirrorDir = path.resolve(mirror.gitDir);
    return new MirrorStore(front, path.join(mirrorDir, "objects"), mirrorDir);
  }

  /** How git reads this mirror; `objects` is a folder that takes what is new. */
  gitOptions(own: { objects?: string; index?: string }): GitOptions {
    return {
      gitDir: this.front,
      cwd: this.front,
      env: {
        GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate(this.objectsDir),
        ...(own.objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: own.objects }),
        ...(own.index === undefined ? {} : { GIT_INDEX_FILE: own.index }),
      },
    };
  }

  async read(name: string): Promise<GitObject | null> {
    return await this.contents.read(name).catch((cause: unknown) => {
      throw cause instanceof GitError && cause.failure.code === UNREADABLE_OBJECT
        ? damaged(this.mirrorDir, `${name} cannot be read`, cause)
        : cause;
    });
  }

  /** Content of a file, held against its name; null when the mirror does not have it. */
  async blob(id: string): Promise<Buffer | null> {
    const object = await this.read(id);
    return object?.type === "blob" ? this.proven(object) : null;
  }

  /** git itself does not look whether an object is what its name says when it reads it. */
  private proven({ id, type, data }: GitObject): Buffer {
    const isKind = type === "blob" || type === "tree" || type === "commit";
    if (isKind && objectId(type, data) === id) return data;
    throw damaged(this.mirrorDir, `the content of ${id} is not what its name says`);
  }

  /** Name, type and size of an object, without its content. */
  async measure(name: string): Promise<Omit<GitObject, "data"> | null> {
    return await this.sizes.read(name);
  }

  /** The tree of a commit. */
  async treeOf(commit: string): Promise<string> {
    const known = this.treesOfCommits.get(commit);
    if (known !== undefined) return known;
    const found = await this.measure(`${commit}^{tree}`);
    if (found === null) throw missing(`commit ${commit}`);
    const object = await this.read(commit);
    if (object?.type === "commit") this.proven(object);
    this.treesOfCommits.set(commit, found.id);
    return found.id;
  }

  /** Entries of a tree of the mirror; null when it is not there. */
  async tree(id: string): Promise<TreeEntry[] | null> {
    const known = id === EMPTY_TREE ? [] : this.trees.get(id);
    if (known !== undefined) return known;
    const object = await this.read(id);
    if (object?.type !== "tree") return null;
    const entries = parseTree(this.proven(object));
    const oldest = this.trees.size >= TREES_KEPT ? this.trees.keys().next().value : undefined;
    if (oldest !== undefined) this.trees.delete(oldest);
    this.trees.set(id, entries);
    return entries;
  }

  /** An index file of a tree, made once; every patch starts from a copy of it. */
  async indexOf(tree: string): Promise<BaseIndex> {
    const known = this.indexes.get(tree);
    if (known !== undefined) return await known;
    const file = path.join(this.front, `index-${tree}`);
    const made = mustGit(["read-tree", tree], this.gitOptions({ index: file })).then(async () => {
      return { file, data: await readFile(file) };
    });
    this.indexes.set(tree, made);
    made.catch(() => this.indexes.delete(tree));
    return await made;
  }

  async close(): Promise<void> {
    await Promise.all([this.contents.close(), this.sizes.close()]);
  }
}

const stores = new Map<string, Promise<MirrorStore>>();

/** The store of a mirror, shared by everything in this process. */
export async function storeOf(mirror: Mirror): Promise<MirrorStore> {
  const key = path.resolve(mirror.gitDir);
  const known = stores.get(key) ?? MirrorStore.open(mirror);
  stores.set(key, known);
  known.catch(() => stores.delete(key));
  return await known;
}

/** Ends the readers of all mirrors and removes their temporary files; a later use starts anew. */
export async function closeStores(): Promise<void> {
  const open = [...stores.values()];
  stores.clear();
  await Promise.all(open.map(async (store) => (await store).close()));
  await removeWorkspace();
}

/** The mirror's fault, with the way to mend it: never a verdict on a patch. */
export function damaged(mirrorDir: string, what: string, cause?: unknown): GitError {
  const message =
    `The mirror ${mirrorDir} is damaged: ${what}. Remove that folder and run the command again: it is made anew. ` +
    "If it lies in REPO_MIRROR_DIR, fetch it again there.";
  return new GitError({ status: "git-failed", reason: "exit", code: null, stderr: "", message, cause });
}

export function missing(what: string): GitError {
  const message = `The mirror does not have ${what}. Remove the mirror folder, and it is made anew; in REPO_MIRROR_DIR, fetch it again.`;
  return new GitError({ status: "git-failed", reason: "exit", code: null, stderr: "", message });
}
