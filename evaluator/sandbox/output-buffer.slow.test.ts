import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputBuffer } from "./output-buffer";

function kept(limit: number, chunks: Uint8Array[]) {
  const buffer = new OutputBuffer(limit);
  for (const chunk of chunks) buffer.push(chunk);
  return buffer.capture();
}

describe("OutputBuffer", () => {
  it("keeps everything that fits, in order", () => {
    const { head, tail, omittedBytes } = kept(10, [Buffer.from("abc"), Buffer.from("defghij")]);
    expect(Buffer.concat([head, tail]).toString()).toBe("abcdefghij");
    expect(omittedBytes).toBe(0);
  });

  it("keeps the first and the last half of what does not fit", () => {
    const { head, tail, omittedBytes } = kept(4, [Buffer.from("abc"), Buffer.from("d"), Buffer.from("efgh")]);
    expect([Buffer.from(head).toString(), Buffer.from(tail).toString(), omittedBytes]).toEqual([
      "ab",
      "gh",
      4,
    ]);
  });

  it("agrees with slicing the whole for any chunks and limit", () => {
    const lengths = fc.array(fc.oneof(fc.nat(10), fc.nat(5_000), fc.nat(150_000)), { maxLength: 12 });
    const limits = fc.oneof(fc.nat(9), fc.nat(5_000), fc.nat(400_000));
    fc.assert(
      fc.property(limits, lengths, (limit, sizes) => {
        let at = 0;
        const chunks = sizes.map((size) =>
          Buffer.from(Array.from({ length: size }, () => (at++ * 7919) % 251)),
        );
        const all = Buffer.concat(chunks);
        const result = kept(limit, chunks);
        const head = all.subarray(0, Math.ceil(limit / 2));
        const rest = all.subarray(head.length);
        const tail = rest.subarray(Math.max(0, rest.length - Math.floor(limit / 2)));
        expect(Buffer.from(result.head).equals(head)).toBe(true);
        expect(Buffer.from(result.tail).equals(tail)).toBe(true);
        expect(result.omittedBytes).toBe(all.length - head.length - tail.length);
      }),
      { numRuns: 60 },
    );
  });

  it("holds no more than its limit while a gigabyte passes through", () => {
    const buffer = new OutputBuffer(1024 * 1024);
    const chunk = Buffer.alloc(64 * 1024, 1);
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 16 * 1024; i++) buffer.push(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    expect(buffer.capture().omittedBytes).toBe(1024 ** 3 - 1024 * 1024);
  });
});
