import { describe, expect, it } from "vitest";
import { chunkPaths } from "./files";
import { splitName } from "./session";

describe("chunkPaths", () => {
  it("keeps every path once, in order, in commands that stay below the limit", () => {
    const paths = Array.from({ length: 5000 }, (_, i) => `/many/${"ü".repeat(i % 90)}${i}`);
    const chunks = chunkPaths(paths);
    expect(chunks.flat()).toEqual(paths);
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(Buffer.byteLength(chunk.join("\0"))).toBeLessThan(100_000);
  });

  it("makes no command of nothing", () => expect(chunkPaths([])).toEqual([]));
});

describe("splitName", () => {
  it.each([
    ["name", "name", "latest"],
    ["name:tag", "name", "tag"],
    ["registry:5000/group/name", "registry:5000/group/name", "latest"],
    ["registry:5000/group/name:1.2", "registry:5000/group/name", "1.2"],
  ])("takes %s as %s and %s", (image, repo, tag) => expect(splitName(image)).toEqual({ repo, tag }));
});
