/** Marks before a fence (blanks, quotes, list marks) are short in earnest; the limit keeps hostile text linear. */
const MAX_PREFIX = 100;

/**
 * Answers where code, a comment or an escape that begins at a place ends; the place itself when none
 * begins there. Asked with rising places.
 */
export function codeSkipper(text: string): (at: number) => number {
  const spans = spanCloser(text);
  let commentsClose = true;
  return (at) => {
    const char = text[at];
    if (char === "\\") return Math.min(at + 2, text.length);
    if (char === "<" && commentsClose && text.startsWith("<!--", at)) {
      const end = text.indexOf("-->", at + 4);
      commentsClose = end >= 0;
      return commentsClose ? end + 3 : at + 4;
    }
    if (char !== "`" && char !== "~") return at;
    const run = runOf(text, at);
    if (run.length >= 3 && opensLine(text, at)) return fenceEnd(text, at, run);
    return char === "~" ? at + run.length : spans(at, run);
  };
}

/** A code span ends with an equal run of backticks in its own paragraph; without one the run is text. */
function spanCloser(text: string): (at: number, run: string) => number {
  let paragraphEnd = 0;
  let unclosed = new Set<string>();
  return (at, run) => {
    const from = at + run.length;
    if (at >= paragraphEnd) {
      paragraphEnd = endOfParagraph(text, at);
      unclosed = new Set();
    }
    const end = unclosed.has(run) ? -1 : closingRun(text, run, from, paragraphEnd);
    if (end < 0) unclosed.add(run);
    return end < 0 ? from : end + run.length;
  };
}

function endOfParagraph(text: string, from: number): number {
  const blank = /\n[ \t]*\n/g;
  blank.lastIndex = from;
  return blank.exec(text)?.index ?? text.length;
}

function closingRun(text: string, run: string, from: number, limit: number): number {
  let at = text.indexOf(run, from);
  while (at >= 0 && at < limit) {
    const found = runOf(text, at);
    if (found.length === run.length) return at;
    at = text.indexOf(run, at + found.length);
  }
  return -1;
}

function runOf(text: string, at: number): string {
  let end = at;
  while (end < text.length && text[end] === text[at]) end += 1;
  return text.slice(at, end);
}

/** True when only blanks and quote or list marks stand before it on its line. */
function opensLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_PREFIX), at);
  const line = before.lastIndexOf("\n");
  if (line < 0 && at > MAX_PREFIX) return false;
  return /^[\s>*+-]*$/.test(before.slice(line + 1));
}

/** A fenced block ends with a line of at least as many marks, or with the text. */
function fenceEnd(text: string, at: number, run: string): number {
  for (let line = text.indexOf("\n", at); line >= 0; line = text.indexOf("\n", line + 1)) {
    let start = line + 1;
    while (" >\t".includes(text[start] ?? "x")) start += 1;
    if (!text.startsWith(run, start)) continue;
    const end = start + runOf(text, start).length;
    const lineEnd = text.indexOf("\n", end);
    if (text.slice(end, lineEnd < 0 ? undefined : lineEnd).trim() === "") return end;
  }
  return text.length;
}
