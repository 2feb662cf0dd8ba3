import hljs from "highlight.js/lib/core";
import csharp from "highlight.js/lib/languages/csharp";
import json from "highlight.js/lib/languages/json";

hljs.registerLanguage("csharp", csharp);
hljs.registerLanguage("json", json);

/** A piece of one line, with the kind of word it is. */
export type Token = { kind: TokenKind | null; text: string };
type TokenKind = "comment" | "string" | "word" | "type" | "number";

/** Lines beyond which colour is not worth its time. */
const MOST_LINES = 4000;
const LONGEST_LINE = 2000;

const LANGUAGES: Record<string, string> = { cs: "csharp", asmdef: "json", json: "json", asmref: "json" };

/** Colours source text; gives the pieces of each line, or null where there is nothing to colour. */
export function highlightLines(path: string, lines: readonly string[]): Token[][] | null {
  const language = LANGUAGES[path.split(".").at(-1)?.toLowerCase() ?? ""];
  if (!language || lines.length > MOST_LINES) return null;
  if (lines.some((line) => line.length > LONGEST_LINE)) return null;
  return splitLines(hljs.highlight(lines.join("\n"), { language, ignoreIllegals: true }).value);
}

/**
 * Reads the highlighter's markup back into text with kinds, so that no markup of any kind goes to the
 * page: `<span class="hljs-…">`, `</span>` and four entities are all it writes.
 */
function splitLines(html: string): Token[][] {
  const lines: Token[][] = [[]];
  const stack: (TokenKind | null)[] = [];
  for (const [piece] of html.matchAll(/<span class="[^"]*">|<\/span>|[^<]+/g)) {
    if (piece.startsWith("</")) stack.pop();
    else if (piece.startsWith("<")) stack.push(kindOf(piece) ?? stack.at(-1) ?? null);
    else addText(lines, plainText(piece), stack.at(-1) ?? null);
  }
  return lines;
}

function addText(lines: Token[][], text: string, kind: TokenKind | null): void {
  text.split("\n").forEach((part, index) => {
    if (index > 0) lines.push([]);
    if (part !== "") lines.at(-1)?.push({ kind, text: part });
  });
}

const KINDS: Record<string, TokenKind> = {
  comment: "comment",
  doctag: "comment",
  string: "string",
  char: "string",
  keyword: "word",
  meta: "word",
  literal: "word",
  built_in: "type",
  type: "type",
  title: "type",
  attr: "type",
  number: "number",
};

function kindOf(tag: string): TokenKind | null {
  return KINDS[/hljs-([a-z_]+)/.exec(tag)?.[1] ?? ""] ?? null;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function plainText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
