import { describe, expect, it } from "vitest";
import { discrimination, type ItemAnswer } from "./discrimination";
import { median } from "./median";

const answers = (...pairs: [solved: 0 | 1, rest: number][]): ItemAnswer[] =>
  pairs.map(([solved, rest]) => ({ solved: solved === 1, rest }));

/** Pearson's r by its own definition: a point-biserial correlation is that of a 0/1 variable. */
function pearson(pairs: ItemAnswer[]): number {
  const xs: number[] = pairs.map((one) => (one.solved ? 1 : 0));
  const ys = pairs.map((one) => one.rest);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const sxy = xs.reduce((sum, x, i) => sum + (x - mx) * ((ys[i] ?? 0) - my), 0);
  const sxx = xs.reduce((sum, x) => sum + (x - mx) ** 2, 0);
  const syy = ys.reduce((sum, y) => sum + (y - my) ** 2, 0);
  return sxy / Math.sqrt(sxx * syy);
}

describe("discrimination", () => {
  it("is Pearson's correlation of solved and rest", () => {
    const some = answers([1, 0.9], [1, 0.4], [0, 0.5], [0, 0.1], [1, 0.7], [0, 0.3]);
    expect(discrimination(some)).toBeCloseTo(pearson(some), 12);
  });

  it("is 1 where exactly the strong solve, and -1 where exactly the weak do", () => {
    const strong = answers([1, 1], [1, 1], [0, 0], [0, 0], [0, 0]);
    expect(discrimination(strong)).toBeCloseTo(1, 12);
    expect(discrimination(strong.map((one) => ({ ...one, rest: 1 - one.rest })))).toBeCloseTo(-1, 12);
  });

  it.each([
    ["fewer than five systems", answers([1, 1], [0, 0], [1, 1], [0, 0])],
    ["all solved", answers([1, 0.1], [1, 0.2], [1, 0.3], [1, 0.4], [1, 0.5])],
    ["none solved", answers([0, 0.1], [0, 0.2], [0, 0.3], [0, 0.4], [0, 0.5])],
    ["no difference in the rest", answers([1, 0.1], [0, 0.1], [1, 0.1], [0, 0.1], [0, 0.1])],
  ])("says nothing with %s", (_, some) => {
    expect(discrimination(some)).toBeNull();
  });
});

describe("median", () => {
  it("is the middle value, or the mean of the two in the middle", () => {
    expect([median([]), median([3]), median([9, 1, 5]), median([4, 1, 3, 2])]).toEqual([null, 3, 5, 2.5]);
  });
});
