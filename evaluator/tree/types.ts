import type { Instance, Repo } from "@/lib/domain/instance";

/** A bare repository that holds the base and, for maintainers, the fix. */
export type Mirror = { gitDir: string };

/** A file to lay into a tree: bytes and git mode. */
export type TreeFile = { path: string; mode: "100644" | "100755"; data: Uint8Array };

/** All that decides the graded tree of an instance beside the patch. Pure data: no file is read later. */
export type TreeContext = {
  mirror: Mirror;
  instance: Instance;
  repo: Repo;
  /** Hidden tests with `__MAIN_ASMDEF__` resolved; paths are repository paths. */
  hiddenTests: readonly TreeFile[];
  /** Paths that the oracle patch itself changes; protection leaves these alone. */
  oraclePaths: readonly string[];
  /** The hook of the repository, when it has one: edits the tree like scrub steps do. */
  hook?: TreeHook;
};

/** The default export of a hook module: reads a tree and answers with files to write or delete. */
export type RepoHook = (tree: HookTree) => HookEdits | Promise<HookEdits>;
type HookTree = {
  /** Bytes of a regular file; null when it is not there. */
  read(path: string): Promise<Uint8Array | null>;
  text(path: string): Promise<string | null>;
  /** Regular files at or below a path; "" is the root. */
  list(prefix: string): Promise<string[]>;
};
export type HookEdits = {
  write?: readonly { path: string; data: string | Uint8Array; mode?: TreeFile["mode"] }[];
  delete?: readonly string[];
};

/** A loaded hook, as scrubbing calls it: read files of the tree and answer with files to write or delete. */
export type TreeHook = (tree: {
  read(path: string): Promise<Uint8Array | null>;
  list(prefix: string): Promise<string[]>;
}) => Promise<{
  write: TreeFile[];
  delete: string[];
}>;

/** The difference between the warm tree in an image and the graded tree. */
export type TreeDelta = { tar: Uint8Array; deletions: string[]; files: number };
