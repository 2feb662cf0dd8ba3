import { codeSkipper } from "./markdown-code";

/** An image in Markdown text: the half-open range it takes, and where it is. */
export type MarkdownImage = { start: number; end: number; url: string };

/** No alternative text, title or tag is longer in earnest; the limit keeps hostile text linear. */
const MAX_LABEL = 2000;
const MAX_TAG = 10_000;

/**
 * Finds what a reader of the issue sees as an image: `![alt](url)`, `![alt][label]`, `<img src>`.
 * Code blocks, code spans and comments are text and stay.
 */
export function findImages(text: string): MarkdownImage[] {
  const definitions = linkDefinitions(text);
  const images: MarkdownImage[] = [];
  const skip = codeSkipper(text);
  let at = 0;
  while (at < text.length) {
    const past = skip(at);
    if (past > at) {
      at = past;
      continue;
    }
    const image = text.startsWith("![", at)
      ? markdownImage(text, at, definitions)
      : text[at] === "<"
        ? htmlImage(text, at)
        : null;
    if (image) images.push(image);
    at = image ? image.end : at + 1;
  }
  return images;
}

function markdownImage(
  text: string,
  start: number,
  definitions: ReadonlyMap<string, string>,
): MarkdownImage | null {
  const altEnd = bracketEnd(text, start + 1, "[", "]");
  if (altEnd < 0) return null;
  if (text[altEnd] === "(") {
    const end = bracketEnd(text, altEnd, "(", ")");
    if (end < 0) return null;
    const url = destination(text.slice(altEnd + 1, end - 1));
    return url === null ? null : { start, end, url };
  }
  const labelEnd = text[altEnd] === "[" ? bracketEnd(text, altEnd, "[", "]") : -1;
  const explicit = labelEnd < 0 ? "" : text.slice(altEnd + 1, labelEnd - 1);
  const label = explicit === "" ? text.slice(start + 2, altEnd - 1) : explicit;
  const url = definitions.get(normalLabel(label));
  return url === undefined ? null : { start, end: labelEnd < 0 ? altEnd : labelEnd, url };
}

/** The place after the bracket that closes the one at `open`; -1 when none does. */
function bracketEnd(text: string, open: number, opening: string, closing: string): number {
  const limit = Math.min(text.length, open + MAX_LABEL);
  let depth = 0;
  for (let at = open; at < limit; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === opening) depth += 1;
    else if (text[at] === closing) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** The address in `(url "title")`; null when it is no link. */
function destination(inner: string): string | null {
  const match = /^\s*(?:<([^<>\n]*)>|([^\s<]\S*))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/.exec(inner);
  const url = match?.[1] ?? match?.[2];
  return url === undefined || url === "" ? null : url;
}

function htmlImage(text: string, start: number): MarkdownImage | null {
  if (!/^<img[\s/>]/i.test(text.slice(start, start + 5))) return null;
  const limit = Math.min(text.length, start + MAX_TAG);
  let quote = "";
  for (let at = start + 4; at < limit; at += 1) {
    const char = text[at] ?? "";
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ">") return { start, end: at + 1, url: sourceOf(text.slice(start + 4, at)) };
  }
  return null;
}

/** The `src` of a tag's attributes; empty when it has none. */
function sourceOf(attributes: string): string {
  const match = /(?:^|\s)src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  return (match?.[1] ?? match?.[2] ?? match?.[3] ?? "").replaceAll("&amp;", "&").trim();
}

/** `[label]: url` lines, for images that name their address elsewhere; the first of a label counts. */
function linkDefinitions(text: string): Map<string, string> {
  const definitions = new Map<string, string>();
  for (const match of text.matchAll(/^ {0,3}\[([^[\]\n]{1,500})\]:[ \t]*<?([^\s<>]+)>?/gm)) {
    const label = normalLabel(match[1] ?? "");
    if (!definitions.has(label)) definitions.set(label, match[2] ?? "");
  }
  return definitions;
}

function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
