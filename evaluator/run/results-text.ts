import { SaxesParser } from "saxes";

/** How a results file ends: the end tag of its root, and white space. */
const ROOT_END = "</test-run>";
const TAIL_BYTES = 64;

/** True when bytes end as a results file does. */
export function endsDocument(bytes: Uint8Array): boolean {
  return textOf(bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)))
    .trimEnd()
    .endsWith(ROOT_END);
}

/** What stands behind the first document in bytes: nothing, when a file was written once. */
export function afterDocument(bytes: Uint8Array): string {
  const text = textOf(bytes);
  // Text of a test's output may hold the end tag too, so two of them are a reason to look closer.
  if (text.indexOf(ROOT_END) === text.lastIndexOf(ROOT_END) && text.trimEnd().endsWith(ROOT_END)) return "";
  const end = rootEnd(text);
  return end === null ? "" : text.slice(end).trim();
}

/** Where the root element ends; null when it does not. */
function rootEnd(text: string): number | null {
  const parser = new SaxesParser();
  let depth = 0;
  let end: number | null = null;
  // Whether the text is good XML is for others to say.
  parser.on("error", () => undefined);
  parser.on("opentag", () => {
    depth += 1;
  });
  parser.on("closetag", () => {
    depth -= 1;
    if (depth === 0) end ??= parser.position;
  });
  parser.write(text);
  return end;
}

/** One character a byte: positions are the same in both. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
