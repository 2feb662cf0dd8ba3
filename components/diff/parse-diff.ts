import { parsePatch, type StructuredPatch } from "diff";

export type DiffLine = {
  kind: "context" | "added" | "removed" | "note";
  oldNumber: number | null;
  newNumber: number | null;
  text: string;
};
export type DiffHunk = { header: string; lines: DiffLine[] };
export type DiffFile = {
  /** Its place in the patch. */
  index: number;
  path: string;
  /** The path before a rename or copy. */
  oldPath: string | null;
  change: "added" | "deleted" | "modified" | "renamed" | "copied" | "mode changed";
  binary: boolean;
  mode: string | null;
  added: number;
  removed: number;
  hunks: DiffHunk[];
};

/** Reads a patch for display; null when it is none, and the text itself must be shown. */
export function parseDiff(text: string): DiffFile[] | null {
  const clean = withoutTrailer(text.replace(/^\ufeff/, ""));
  if (clean.trim() === "") return null;
  let files: StructuredPatch[];
  try {
    files = parsePatch(clean);
  } catch {
    // It counts lines strictly: a cut or hand-edited patch ends here.
    return null;
  }
  const binary = binarySections(clean);
  const parsed = files.map((file, index) => toFile(file, index, binary[index] ?? false));
  return parsed.length > 0 && parsed.every((file) => file.path !== "") ? parsed : null;
}

/** `git format-patch` ends a mail with a signature that is no part of the diff. */
function withoutTrailer(text: string): string {
  return text.replace(/\n-- \n[^\n]*\n*$/, "\n");
}

/** Which `diff --git` sections hold binary data; the parser does not tell. */
function binarySections(text: string): boolean[] {
  const sections = text.split(/^diff --git /m).slice(1);
  return sections.map((section) => /^GIT binary patch\r?$/m.test(section));
}

function toFile(file: StructuredPatch, index: number, binary: boolean): DiffFile {
  const before = plainPath(file.oldFileName, "a/");
  const after = plainPath(file.newFileName, "b/");
  const hunks = file.hunks.map(toHunk);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const moved = file.isRename === true || file.isCopy === true;
  return {
    index,
    path: after ?? before ?? "",
    oldPath: moved ? before : null,
    change: changeOf(file, before, after, hunks.length > 0 || binary || file.isBinary === true),
    binary: binary || file.isBinary === true,
    mode: file.newMode ?? file.oldMode ?? null,
    added: lines.filter((line) => line.kind === "added").length,
    removed: lines.filter((line) => line.kind === "removed").length,
    hunks,
  };
}

function changeOf(
  file: StructuredPatch,
  before: string | null,
  after: string | null,
  content: boolean,
): DiffFile["change"] {
  if (file.isRename) return "renamed";
  if (file.isCopy) return "copied";
  if (file.isCreate || before === null) return "added";
  if (file.isDelete || after === null) return "deleted";
  return content ? "modified" : "mode changed";
}

function plainPath(name: string | undefined, prefix: string): string | null {
  if (name === undefined || name === "/dev/null") return null;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function toHunk(hunk: StructuredPatch["hunks"][number]): DiffHunk {
  let oldNumber = hunk.oldStart;
  let newNumber = hunk.newStart;
  const lines = hunk.lines.map((raw): DiffLine => {
    const text = raw.slice(1);
    switch (raw[0]) {
      case "+":
        return { kind: "added", oldNumber: null, newNumber: newNumber++, text };
      case "-":
        return { kind: "removed", oldNumber: oldNumber++, newNumber: null, text };
      case "\\":
        return { kind: "note", oldNumber: null, newNumber: null, text: text.trim() };
      default:
        return { kind: "context", oldNumber: oldNumber++, newNumber: newNumber++, text };
    }
  });
  const header = `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
  return { header, lines };
}
