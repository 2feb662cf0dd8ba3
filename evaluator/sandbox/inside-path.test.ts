import { describe, expect, it } from "vitest";
import { ancestry, insidePath, removablePath } from "./inside-path";

describe("insidePath", () => {
  it.each([
    ["/a//b/./c/", "/a/b/c"],
    ["/", "/"],
    ["/ü/x y", "/ü/x y"],
    ["/a/..b", "/a/..b"],
  ])("takes %s as %s", (given, normal) => expect(insidePath(given)).toBe(normal));

  it.each(["a/b", "", "/a/../b", "/..", "/a\0b"])("refuses %j", (given) =>
    expect(() => insidePath(given)).toThrow(TypeError),
  );

  it("lets nobody remove the root", () => expect(() => removablePath("//")).toThrow(TypeError));

  it("lists the folders on the way to a path", () => {
    expect(ancestry("/a/b/c")).toEqual(["/a", "/a/b", "/a/b/c"]);
    expect(ancestry("/")).toEqual([]);
  });
});
