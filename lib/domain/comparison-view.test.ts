import { describe, expect, it } from "vitest";
import { compareHref, letterOf, pairsCsv, parseSystems } from "./comparison-view";

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

describe("the pairs as CSV", () => {
  it("name both systems and leave empty what an incomplete one does not have", () => {
    const system = (experimentId: string) => ({ experimentId }) as never;
    const csv = pairsCsv({
      set: "sample",
      tabs: [],
      k: 10,
      systems: [system("one"), system("two")],
      unknown: [],
      pairs: [
        {
          first: 0,
          second: 1,
          difference: null,
          interval: null,
          p: null,
          adjustedP: null,
          solved: { both: 1, onlyFirst: 2, onlySecond: 0, neither: 3 },
          mcNemarP: 0.5,
          adjustedMcNemarP: 0.5,
          effect: 0.5,
        },
      ],
      instances: [],
      alone: [],
    });
    expect(csv.trim().split("\n")).toEqual([
      "first,second,score_difference,score_difference_low,score_difference_high,permutation_p,permutation_p_holm,solved_by_both,solved_by_first_only,solved_by_second_only,solved_by_neither,mcnemar_p,mcnemar_p_holm,cohens_g",
      "one,two,,,,,,1,2,0,3,0.5,0.5,0.5",
    ]);
  });
});
