import type { Side, TreeChange } from "@/evaluator/tree/diff";

const HEADER = 12;
/** Bytes of an entry before its name: stat data, mode, object name and flags. */
const FIXED = 62;
const NAME_MASK = 0xfff;
/** A folder in place of a file: git makes one of a nonsensical mode in a patch and drops it on writing. */
const FOLDER_MODE = "040000";

/**
 * The difference of two index files, read without starting git: for one patch that takes as long as
 * git itself needs to start. Both come from one `read-tree`, so what was not touched is equal byte
 * for byte. Tests hold the result to `git write-tree` and `git diff-tree`.
 */
export function diffIndexes(before: Buffer, after: Buffer): TreeChange[] {
  const old = new Cursor(before);
  const now = new Cursor(after);
  const equalUntil = commonPrefix(before, after);
  const changes: TreeChange[] = [];
  while (old.left > 0 || now.left > 0) {
    if (old.end <= equalUntil && old.left > 0 && now.left > 0) {
      old.advance();
      now.advance();
      continue;
    }
    const order = old.left === 0 ? 1 : now.left === 0 ? -1 : old.compareName(now);
    const change = changeOf(order <= 0 ? old : undefined, order >= 0 ? now : undefined);
    if (change !== undefined) changes.push(change);
    if (order <= 0) old.advance();
    if (order >= 0) now.advance();
  }
  return changes;
}

function changeOf(before: Cursor | undefined, after: Cursor | undefined): TreeChange | undefined {
  if (before !== undefined && after !== undefined && before.sameAs(after)) return undefined;
  const old = before?.side();
  const now = after?.side();
  const path = (before ?? after)?.path() ?? "";
  return old === undefined && now === undefined
    ? undefined
    : { path, ...(old && { old }), ...(now && { new: now }) };
}

/** Offset up to which two files are equal, in whole blocks; the header's counts are passed over. */
function commonPrefix(a: Buffer, b: Buffer): number {
  const block = 4096;
  let at = HEADER;
  const end = Math.min(a.length, b.length) - block;
  while (at < end && a.compare(b, at, at + block, at, at + block) === 0) at += block;
  return at;
}

/** One entry of an index file after another. */
class Cursor {
  left: number;
  /** Where the present entry begins and ends. */
  private at = HEADER;
  end = HEADER;

  constructor(private readonly data: Buffer) {
    const version = data.readUInt32BE(4);
    if (data.toString("latin1", 0, 4) !== "DIRC" || version !== 2) {
      throw new Error(`git wrote an index of version ${version}, but only version 2 can be read.`);
    }
    this.left = data.readUInt32BE(8);
    this.measure();
  }

  advance(): void {
    this.left -= 1;
    this.at = this.end;
    this.measure();
  }

  compareName(other: Cursor): number {
    return this.data.compare(other.data, other.at + FIXED, other.nameEnd(), this.at + FIXED, this.nameEnd());
  }

  /** Equal in mode and object; the names are known to be equal. */
  sameAs(other: Cursor): boolean {
    const part = (from: number, to: number) =>
      this.data.compare(other.data, other.at + from, other.at + to, this.at + from, this.at + to) === 0;
    return part(24, 28) && part(40, 60);
  }

  path(): string {
    return this.data.toString("latin1", this.at + FIXED, this.nameEnd());
  }

  side(): Side | undefined {
    const mode = this.data
      .readUInt32BE(this.at + 24)
      .toString(8)
      .padStart(6, "0");
    if (mode === FOLDER_MODE) return undefined;
    return { mode, id: this.data.toString("hex", this.at + 40, this.at + 60) };
  }

  private nameEnd(): number {
    const length = this.data.readUInt16BE(this.at + 60) & NAME_MASK;
    // A longer name than the flags can say ends at its zero byte.
    return length < NAME_MASK ? this.at + FIXED + length : this.data.indexOf(0, this.at + FIXED + NAME_MASK);
  }

  private measure(): void {
    if (this.left <= 0) return;
    const length = this.nameEnd() - this.at;
    // One to eight zero bytes fill an entry up to a multiple of eight.
    this.end = this.at + ((length + 8) & ~7);
  }
}
