/** How one path differs between two trees (`git diff-tree --raw --no-renames`). */
export type TouchedFile = {
  status: "A" | "M" | "D" | "T";
  path: string;
  oldMode: string;
  newMode: string;
  /** False for a mode change alone, which touches no target. */
  contentChanged: boolean;
};

/** Why a patch is not run although git applied it. */
export type Refusal = { path: string; rule: RefusalRule; message: string };
export type RefusalRule =
  | "symlink"
  | "submodule"
  | "git-file"
  | "generated-folder"
  | "path"
  | "header-mismatch"
  | "name-too-long"
  | "too-many-files"
  | "too-large";

/** What an auditor should look at; the patch is run all the same. */
export type IntegrityFlag = {
  rule:
    | "editor-startup"
    | "assembly-definition"
    | "binary"
    | "compiler-options"
    | "process-or-files"
    | "test-framework"
    | "test-path"
    | "protected-file"
    | "lfs"
    | "many-files";
  path: string;
  message: string;
  /** The added line that raised the flag, when it is one line. */
  line?: string;
};

/** The result of applying one patch text to one base, before anything runs. */
export type PatchCheck =
  | { status: "empty" }
  | { status: "malformed"; message: string; hints: string[] }
  | { status: "rejected"; message: string; hints: string[] }
  | {
      status: "applied";
      /** Both are the base's own where a refusal is `name-too-long` or `too-many-files`: no tree is made then. */
      candidateTree: string;
      gradedTree: string;
      touched: TouchedFile[];
      refusals: Refusal[];
      flags: IntegrityFlag[];
      /** Paths of the patch that the hidden tests or the base version replaced. */
      overwritten: string[];
      /** True when the one repair, a final LF, was made. */
      repaired: boolean;
    };

/** File-level localisation of one attempt against the oracle's target files. */
export type FileHit = { all: boolean; any: boolean };

/** filehit and filehit_any (design rule): a target counts when its content changed, or it went or came. */
export function fileHit(touched: readonly TouchedFile[], targets: readonly string[]): FileHit {
  const changed = new Set(touched.filter((file) => file.contentChanged).map((file) => file.path));
  return {
    all: targets.length > 0 && targets.every((target) => changed.has(target)),
    any: targets.some((target) => changed.has(target)),
  };
}
