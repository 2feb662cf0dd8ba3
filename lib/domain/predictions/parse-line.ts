import { duplicateKeys } from "./duplicate-keys";
import { listed, shown } from "./problem-list";

export type LineResult =
  | { status: "blank" }
  | { status: "object"; value: Record<string, unknown> }
  | { status: "broken"; message: string; mend: string };

const ONE_OBJECT = "Write one JSON object on each line.";
const BLANK_BYTES = new Set([0x20, 0x09, 0x0d]);

/** One line of a JSON Lines file as an object with own keys, or why it is none. */
export function parseLine(bytes: Uint8Array): LineResult {
  if (bytes.every((byte) => BLANK_BYTES.has(byte))) return { status: "blank" };
  if (bytes.includes(0)) return broken("holds a NUL byte.", "Write the file as UTF-8 text.");
  if (isIntricate(bytes)) {
    return broken(
      `holds more than ${MOST_MARKS} values.`,
      "A row has a few fields; leave out what the agent wrote down on its way.",
    );
  }
  const text = decodeUtf8(bytes);
  if (text === null) return broken("is not UTF-8 text.", "Save the file as UTF-8.");
  if (text.startsWith("\uFEFF")) {
    return broken(
      "starts with a byte order mark.",
      "Only the start of the file may have one; remove it here.",
    );
  }
  return parseObject(text);
}

/** Brackets, braces, commas and colons outside of texts that a row may have. */
const MOST_MARKS = 10_000;
const MARKS = new Set([..."{}[],:"].map((mark) => mark.charCodeAt(0)));
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether reading a line as JSON would make more values than any row has: millions of them hold a server up for
 * half a minute and take gigabytes, where a patch of the same length is one text.
 */
function isIntricate(bytes: Uint8Array): boolean {
  let marks = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = textEnd(bytes, at);
    else if (byte !== undefined && MARKS.has(byte)) marks += 1;
    if (marks > MOST_MARKS) return true;
  }
  return false;
}

/** Index of the quote that ends the text begun at `start`. */
function textEnd(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = bytes.indexOf(QUOTE, end + 1);
  }
  return bytes.length;
}

function parseObject(text: string): LineResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return broken(explainJsonError(text, error), ONE_OBJECT);
  }
  if (!isObject(value)) return broken(`is ${kindOf(value)}, not an object.`, ONE_OBJECT);
  const twice = duplicateKeys(text);
  if (twice.length > 0) {
    return broken(
      `has ${listed(twice.map((key) => shown(key)))} twice.`,
      "Each key must occur once in a row.",
    );
  }
  return { status: "object", value };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What is wrong, in words; engines word their own messages too differently to show them. */
function explainJsonError(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const trimmed = text.trim();
  if (/^\{\s*'/.test(trimmed)) return "has single quotes; JSON needs double quotes.";
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
  if (Number.isNaN(position)) {
    return /end of/i.test(message) ? "ends in the middle of the object." : "is not valid JSON.";
  }
  if (position >= text.trimEnd().length || /unterminated/i.test(message)) {
    return "ends in the middle of the object.";
  }
  if (/after JSON/i.test(message)) {
    return text.startsWith("{", position)
      ? "holds two objects."
      : `has ${shown(text.slice(position), 20)} after the object.`;
  }
  if (/,\s*$/.test(text.slice(Math.max(0, position - 20), position)) && text[position] === "}") {
    return "has a comma before the closing brace.";
  }
  return `is not valid JSON at character ${position + 1} (${shown(text.slice(position, position + 12), 20)}).`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "string") return "a text";
  return typeof value === "number" ? "a number" : String(value);
}

function broken(message: string, mend: string): LineResult {
  return { status: "broken", message, mend };
}
