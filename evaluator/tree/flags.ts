import type { Side, TreeChange } from "@/evaluator/tree/diff";
import { CODE_RULES, pathRules } from "@/evaluator/tree/flag-rules";
import type { ObjectSource } from "@/evaluator/tree/quarantine";
import { type Shadow, shadowsIn } from "@/evaluator/tree/shadow-types";
import { toText } from "@/evaluator/tree/tree-object";
import type { IntegrityFlag } from "@/lib/domain/patch";

/** An honest fix touches a few files; a throw-away attempt that touches all of them lifts filehit. */
export const MANY_FILES = 40;
/** Files whose content is looked through; a patch with more is flagged for their number anyway. */
const FILES_READ = 500;
/** Enough to tell text from binary content. */
const HEAD_BYTES = 8000;
const LINES_A_RULE = 5;
const LFS_HEADER = "version https://git-lfs.github.com/spec/";

type Blobs = Pick<ObjectSource, "blob">;

/** What an auditor should look at in a patch; it is run all the same. */
export async function integrityFlags(
  changes: readonly TreeChange[],
  source: Blobs,
): Promise<IntegrityFlag[]> {
  const objects = rememberLast(source);
  const flags: IntegrityFlag[] = [];
  const moved = new Set(changes.filter((change) => change.new === undefined).map((change) => change.old?.id));
  if (changes.length > MANY_FILES) flags.push(manyFiles(changes));
  for (const [index, change] of changes.entries()) {
    const path = toText(change.path);
    const raised = pathRules(path, change.old === undefined).map((raise) => ({ ...raise, path }));
    flags.push(...raised);
    if (index >= FILES_READ || moved.has(change.new?.id)) continue;
    const content = await contentFlags(change, path, objects);
    flags.push(...content.filter((flag) => !raised.some((other) => other.rule === flag.rule)));
  }
  return flags.map((flag) => ({ ...flag, message: sentence(flag) }));
}

function sentence(flag: IntegrityFlag): string {
  return flag.rule === "many-files" ? flag.message : `The patch ${flag.message}: ${flag.path}.`;
}

function manyFiles(changes: readonly TreeChange[]): IntegrityFlag {
  const unread = changes.length > FILES_READ ? ` Only the first ${FILES_READ} were looked through.` : "";
  const message = `The patch touches ${changes.length} files; more than ${MANY_FILES} are unusual for a fix.${unread}`;
  return { rule: "many-files", path: toText(changes[0]?.path ?? ""), message };
}

async function contentFlags(change: TreeChange, path: string, objects: Blobs): Promise<IntegrityFlag[]> {
  if (change.old?.id === change.new?.id) return [];
  const isCode = path.toLowerCase().endsWith(".cs");
  const now = await regularFile(change.new, objects);
  const before = now === null || !isCode ? await regularFile(change.old, objects) : null;
  if ([now, before].some(isPointer)) {
    return [
      {
        rule: "lfs",
        path,
        message: "touches a pointer to a large file, whose content is not in the repository",
      },
    ];
  }
  if (now === null) return [];
  const text = decode(isCode ? now : now.subarray(0, HEAD_BYTES));
  if (text === null) return [{ rule: "binary", path, message: "brings binary content" }];
  return isCode ? await codeFlags(change, path, text, objects) : [];
}

async function regularFile(side: Side | undefined, objects: Blobs): Promise<Buffer | null> {
  if (!side?.mode.startsWith("100")) return null;
  return await objects.blob(side.id);
}

/** Copies of one large file follow each other: it is read once for all of them. */
function rememberLast(source: Blobs): Blobs {
  let last: { id: string; data: Promise<Buffer | null> } | undefined;
  return {
    blob: (id) => {
      if (last?.id !== id) last = { id, data: source.blob(id) };
      return last.data;
    },
  };
}

function isPointer(data: Buffer | null): boolean {
  return data?.toString("latin1", 0, LFS_HEADER.length) === LFS_HEADER;
}

async function codeFlags(
  change: TreeChange,
  path: string,
  text: string,
  objects: Blobs,
): Promise<IntegrityFlag[]> {
  const rules = CODE_RULES.filter(({ pattern }) => pattern.test(text));
  const shadows = shadowsIn(text);
  if (rules.length + shadows.length === 0) return [];
  const old = await regularFile(change.old, objects);
  const before = old === null ? "" : (decode(old) ?? "");
  const known = new Set(linesOf(before));
  const added = linesOf(text).filter((line) => !known.has(line));
  const raised = rules.flatMap(({ rule, pattern, message }) =>
    added
      .filter((line) => pattern.test(line))
      .slice(0, LINES_A_RULE)
      .map((line) => ({ rule, path, message, line: line.trim().slice(0, 300) })),
  );
  return [...raised, ...newShadows(shadows, before, path)];
}

/** Declarations that the file did not have before. */
function newShadows(shadows: readonly Shadow[], before: string, path: string): IntegrityFlag[] {
  const known = new Set(shadows.length === 0 ? [] : shadowsIn(before).map(({ what }) => what));
  return shadows
    .filter(({ what }) => !known.has(what))
    .map(({ message, line }) => ({ rule: "test-framework", path, message, line: line.slice(0, 300) }));
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Source text in the encodings that a C# compiler reads; null for binary content. */
function decode(data: Buffer): string | null {
  if (data[0] === 0xff && data[1] === 0xfe) return data.toString("utf16le", 2);
  if (data[0] === 0xfe && data[1] === 0xff)
    return Buffer.from(data.subarray(2, data.length & ~1))
      .swap16()
      .toString("utf16le");
  return data.subarray(0, HEAD_BYTES).includes(0) ? null : data.toString("utf8");
}
