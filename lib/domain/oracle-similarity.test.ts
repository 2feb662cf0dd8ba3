import { describe, expect, test } from "vitest";
import { changedLines, nearness, oracleRate, similarity } from "./oracle-similarity";

function diff(file: string, removed: readonly string[], added: readonly string[]): string {
  const body = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return [
    `diff --git a/${file} b/${file}`,
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -1,${removed.length + 1} +1,${added.length + 1} @@`,
    " context that neither changes",
    ...body,
    "",
  ].join("\n");
}

const lines = (count: number, word = "line") =>
  Array.from({ length: count }, (_, index) => `${word} ${index};`);
const of = (added: readonly string[], removed: readonly string[] = ["old();"]) =>
  changedLines(diff("Assets/Bag.cs", removed, added));

describe("the changed lines of a patch", () => {
  test("are those of its hunks: neither heads nor context, braces or blanks", () => {
    const text = `${diff("Assets/Bag.cs", ["old();"], ["{", "", "  fresh();", "}"])}`;
    expect([...changedLines(text).counts.keys()].sort()).toEqual(["Bag.cs + fresh();", "Bag.cs - old();"]);
  });

  test("that look like heads inside a hunk are lines like any other", () => {
    const text = diff("Bag.cs", ["-- a/Other.cs"], ["++ b/Other.cs"]);
    expect(changedLines(text).total).toBe(2);
    expect([...changedLines(text).counts.keys()].every((key) => key.startsWith("Bag.cs "))).toBe(true);
  });

  test("count as often as they occur, whatever their white space and line ends", () => {
    const text = diff("Bag.cs", [], ["a( );\r", "\ta( );", "b();"]);
    expect([...changedLines(text).counts]).toEqual([
      ["Bag.cs + a( );", 2],
      ["Bag.cs + b();", 1],
    ]);
  });

  test("of a text that is no diff are none", () => {
    expect(changedLines("no diff\n+at all").total).toBe(0);
  });
});

describe("the similarity of two patches", () => {
  test("is 1 for the same change, 0 for another, and the share of common lines between", () => {
    expect(similarity(of(lines(9)), of(lines(9)))).toBe(1);
    expect(similarity(of(lines(9), []), of(lines(9, "other"), []))).toBe(0);
    // 10 lines in common, 11 in either.
    expect(similarity(of(lines(9)), of([...lines(9), "more();"]))).toBeCloseTo(10 / 11);
    expect(similarity(of([], []), of(lines(3)))).toBe(0);
  });

  test("is not lifted by repeating one line of the fix", () => {
    expect(similarity(of(lines(9)), of(Array(9).fill("line 0;")))).toBeLessThan(0.2);
  });

  test("is near from nine in ten lines on, and the same by its tree whatever its text", () => {
    expect(nearness({ sameTree: false, similarity: 0.9 })).toBe("near");
    expect(nearness({ sameTree: false, similarity: 0.89 })).toBe("other");
    expect(nearness({ sameTree: true, similarity: 0 })).toBe("same");
  });
});

test("the rate tells long fixes apart, which nobody finds again by chance", () => {
  const one = (nearness_: "same" | "near" | "other", fixLines: number) => ({ nearness: nearness_, fixLines });
  expect(oracleRate([one("same", 2), one("near", 20), one("other", 20), one("other", 8)])).toEqual({
    attempts: 4,
    same: 1,
    near: 1,
    long: { attempts: 3, same: 0, near: 1 },
  });
});
