import { describe, expect, it } from "vitest";
import { compareHref, letterOf, parseSystems } from "./comparison-view";

describe("the systems in an address", () => {
  it("are read from commas and from repeated parameters, each once and in their order", () => {
    expect(parseSystems(["a,b", "c", "a", " ", ""])).toEqual({ ids: ["a", "b", "c"], tooMany: false });
    expect(parseSystems([])).toEqual({ ids: [], tooMany: false });
  });

  it("are six at most, and the page is told of more", () => {
    const { ids, tooMany } = parseSystems(["a,b,c,d,e,f,g"]);
    expect(ids.join("")).toBe("abcdef");
    expect(tooMany).toBe(true);
  });

  it("are written so that they are read back", () => {
    const href = compareHref("golden", ["a b", "c&d"]);
    const params = new URL(href, "http://x").searchParams;
    expect(parseSystems(params.getAll("systems")).ids).toEqual(["a b", "c&d"]);
    expect([letterOf(0), letterOf(5)]).toEqual(["A", "F"]);
  });
});
