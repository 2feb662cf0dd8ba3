/** What the headers of one section of a patch say. Names are bytes in latin1, prefixes still on. */
export type PatchSection = {
  /** The rest of the `diff --git` line. */
  gitLine?: string;
  minus?: string;
  plus?: string;
  from?: string;
  to?: string;
};

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const NULL_PATH = "/dev/null";

/** Reads the headers of a patch that git accepted, passing over the lines of its hunks. */
export function patchSections(patch: Uint8Array): PatchSection[] {
  const reader = new LineReader(patch);
  const sections: PatchSection[] = [];
  let current: PatchSection | undefined;
  for (let line = reader.next(); line !== null; line = reader.next()) {
    if (line.startsWith("diff --git ")) {
      current = { gitLine: line.slice("diff --git ".length) };
      sections.push(current);
    } else if (line.startsWith("--- ") && reader.peek()?.startsWith("+++ ")) {
      if (current === undefined || current.minus !== undefined) {
        current = {};
        sections.push(current);
      }
      current.minus = line.slice(4);
      current.plus = (reader.next() ?? "").slice(4);
    } else if (line.startsWith("@@ -")) {
      skipHunk(reader, line);
    } else if (current !== undefined) {
      noteRename(current, line);
    }
  }
  return sections;
}

function noteRename(section: PatchSection, line: string): void {
  const match = /^(?:rename|copy) (from|to|old|new) (.*)$/s.exec(line);
  if (!match) return;
  const name = unquote(match[2] ?? "");
  if (match[1] === "from" || match[1] === "old") section.from = name;
  else section.to = name;
}

function skipHunk(reader: LineReader, header: string): void {
  const match = HUNK.exec(header);
  if (!match) return;
  let old = Number(match[1] ?? 1);
  let now = Number(match[2] ?? 1);
  while (old > 0 || now > 0) {
    const line = reader.peek();
    if (line === null) return;
    const kind = line[0];
    if (kind === undefined || kind === " " || kind === "-" || kind === "\r") old -= 1;
    if (kind === undefined || kind === " " || kind === "+" || kind === "\r") now -= 1;
    reader.next();
  }
}

/** All names that a section can mean: of files in the base, and of such that are to come. */
export function namesOf(section: PatchSection): string[] {
  const plain = [section.minus, section.plus].flatMap((name) => (name === undefined ? [] : [stripped(name)]));
  const moved = [section.from, section.to].filter((name) => name !== undefined);
  const first = section.gitLine === undefined ? [] : gitLineNames(section.gitLine).flat();
  return [...plain, ...moved, ...first].filter((name) => name !== NULL_PATH);
}

/** True when the headers of a section name different files; `null` names say nothing. */
export function namesDiffer(section: PatchSection): boolean {
  const old = section.minus === undefined ? section.from : stripped(section.minus);
  const now = section.plus === undefined ? section.to : stripped(section.plus);
  if (section.from !== undefined && old !== section.from && old !== NULL_PATH) return true;
  if (section.to !== undefined && now !== section.to && now !== NULL_PATH) return true;
  const isMove = section.from !== undefined || section.to !== undefined;
  const both = [old, now].filter((name) => name !== undefined && name !== NULL_PATH);
  if (!isMove && both.length === 2 && both[0] !== both[1]) return true;
  if (section.gitLine === undefined || both.length === 0) return false;
  const left = isMove ? section.from : both[0];
  const right = isMove ? section.to : both[0];
  return !gitLineNames(section.gitLine).some(([a, b]) => a === left && b === right);
}

/** The pairs of names that a `diff --git` line can mean; more than one where names hold blanks. */
function gitLineNames(line: string): [string, string][] {
  const text = line.replace(/\r$/, "");
  const pairs: [string, string][] = [];
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) {
    const left = withoutPrefix(unquote(text.slice(0, at)));
    const right = withoutPrefix(unquote(text.slice(at + 1)));
    pairs.push([left, right]);
  }
  return pairs;
}

/** The name in a `---` or `+++` line: without quotes, time stamp and first folder. */
function stripped(value: string): string {
  const text = value.startsWith('"') ? value : (value.split("\t")[0] ?? "");
  const name = unquote(text.replace(/\r$/, "")).replace(
    /\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S*( [+-]\d{4})?$/,
    "",
  );
  return name === NULL_PATH ? name : withoutPrefix(name);
}

function withoutPrefix(name: string): string {
  const single = name.replace(/\/{2,}/g, "/").replace(/^\//, "");
  return single.slice(single.indexOf("/") + 1);
}

const ESCAPES: Record<string, string> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };

/** Undoes git's quoting of names; a name without quotes stays as it is. */
function unquote(name: string): string {
  const match = /^"((?:[^"\\]|\\.)*)"/.exec(name);
  if (!match) return name.replace(/\r$/, "");
  return (match[1] ?? "").replace(/\\([0-7]{3}|.)/g, (_whole, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
}

/** Lines of bytes as latin1 text, one at a time, so that a long patch is never held twice. */
class LineReader {
  private readonly data: Buffer;
  private at = 0;
  private ahead: string | null | undefined;

  constructor(data: Uint8Array) {
    this.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  }

  peek(): string | null {
    this.ahead ??= this.read();
    return this.ahead;
  }

  next(): string | null {
    const line = this.peek();
    this.ahead = undefined;
    return line;
  }

  private read(): string | null {
    if (this.at >= this.data.length) return null;
    const found = this.data.indexOf(0x0a, this.at);
    const end = found < 0 ? this.data.length : found;
    const line = this.data.toString("latin1", this.at, end);
    this.at = end + 1;
    return line;
  }
}
