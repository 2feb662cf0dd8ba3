import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter } from "./split-lines";

type Event = { line: number; text: string } | { line: number; tooLong: number };

function split(chunks: Iterable<Uint8Array>, limitBytes?: number): Event[] {
  const events: Event[] = [];
  const splitter = createLineSplitter({
    limitBytes,
    onLine: (bytes, line) => events.push({ line, text: Buffer.from(bytes).toString("latin1") }),
    onLongLine: (tooLong, _limit, line) => events.push({ line, tooLong }),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.finish();
  return events;
}

describe("cutting a byte stream into lines", () => {
  it("gives the same lines however the chunks fall", () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\r", " ") }), { minLength: 1 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 7 }), (texts, size) => {
        const bytes = Buffer.from(`${texts.join("\n")}\n`, "latin1");
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        );
        expect(split(chunks)).toEqual(texts.map((text, i) => ({ line: i + 1, text })));
      }),
    );
  });

  it("gives a last line that has no line feed", () => {
    expect(split([Buffer.from("a\n"), Buffer.from("b")])).toEqual([
      { line: 1, text: "a" },
      { line: 2, text: "b" },
    ]);
  });

  it("measures a line over the limit, keeps none of it, and goes on with the next", () => {
    expect(split([Buffer.from("12"), Buffer.from("345"), Buffer.from("67\nab\n12345\n")], 4)).toEqual([
      { line: 1, tooLong: 7 },
      { line: 2, text: "ab" },
      { line: 3, tooLong: 5 },
    ]);
  });

  it("survives a caller that uses one buffer for all chunks", () => {
    const buffer = Buffer.alloc(2);
    function* chunks() {
      for (const text of ["ab", "c\n", "de"]) {
        buffer.write(text);
        yield buffer.subarray(0, text.length);
      }
    }
    expect(split(chunks())).toEqual([
      { line: 1, text: "abc" },
      { line: 2, text: "de" },
    ]);
  });
});
