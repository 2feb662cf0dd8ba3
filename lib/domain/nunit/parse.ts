import { SaxesParser } from "saxes";
import { RunBuilder } from "./builder";
import type { NunitParse } from "./types";

const WARNINGS_KEPT = 20;
const CHUNK = 64 * 1024;

/**
 * Faults that Unity itself writes, such as colour codes in a message: the text is kept and the file stays
 * readable. Every other fault means that the file was cut or is no XML.
 */
const TOLERATED = /: (disallowed character\.|malformed character entity\.)$/;

export type NunitParser = { push(bytes: Uint8Array): void; finish(): NunitParse };

/** Reads NUnit 3 XML as it comes. Only a file that is well-formed to its end is complete. */
export function createNunitParser(): NunitParser {
  const builder = new RunBuilder();
  const decoder = new TextDecoder("utf-8");
  const parser = new SaxesParser();
  const warnings: string[] = [];
  let fault: string | null = null;
  const fail = (message: string | null) => {
    fault ??= message;
  };

  parser.on("error", (error) => {
    if (!TOLERATED.test(error.message)) fail(`It is not well-formed XML: ${error.message}`);
    else if (warnings.length < WARNINGS_KEPT) warnings.push(error.message);
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding && !/^(utf-?8|us-ascii)$/i.test(encoding)) fail(`Its encoding is ${encoding}, not UTF-8.`);
  });
  parser.on("doctype", () => fail("It has a DOCTYPE, which a results file never has."));
  parser.on("opentag", ({ name, attributes }) => {
    if (fault === null) fail(builder.open(name, attributes));
  });
  parser.on("text", (text) => builder.text(text));
  parser.on("cdata", (text) => builder.text(text));
  parser.on("closetag", ({ name }) => {
    if (fault === null) builder.close(name);
  });

  const write = (text: string) => {
    if (fault === null && text !== "") parser.write(text);
  };
  return {
    push: (bytes) => write(decoder.decode(bytes, { stream: true })),
    finish() {
      write(decoder.decode());
      if (fault === null) parser.close();
      if (fault !== null) return { status: "unreadable", message: fault };
      if (!builder.run) return { status: "unreadable", message: "It is empty." };
      return { status: "complete", run: { ...builder.run, warnings } };
    },
  };
}

/** Reads a results file that is in memory; fed in pieces, so that no second copy is made of it. */
export function parseNunit(bytes: Uint8Array): NunitParse {
  const parser = createNunitParser();
  for (let start = 0; start < bytes.length; start += CHUNK) parser.push(bytes.subarray(start, start + CHUNK));
  return parser.finish();
}
