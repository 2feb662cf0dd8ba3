import { describe, expect, it } from "vitest";
import { createFrameReader } from "./frames";

function frame(stream: 1 | 2, text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

describe("createFrameReader", () => {
  const bytes = Buffer.concat([
    frame(1, "out"),
    frame(2, ""),
    frame(2, "err ü"),
    frame(1, "x".repeat(70_000)),
  ]);

  it.each([1, 2, 3, 7, 8, 9, 1000, bytes.length])(
    "gives both streams in order from chunks of %i bytes",
    (size) => {
      let text = "";
      const pieces: Buffer[] = [];
      const read = createFrameReader((payload) => pieces.push(Buffer.from(payload)));
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
      text = Buffer.concat(pieces).toString();
      expect(text).toBe(`outerr ü${"x".repeat(70_000)}`);
    },
  );
});
