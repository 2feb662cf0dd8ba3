import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePairs, differ, overlapOf } from "./comparison";
import type { InstanceMetrics } from "./metrics";
import { passAt } from "./pass-at";
import { metricsOverInstances } from "./set-metrics";
import { differenceInterval } from "./statistics/bootstrap";
import { holmAdjusted } from "./statistics/holm";
import { cohensG, exactMcNemarP } from "./statistics/mcnemar";

function instance(id: number, c: number, n = 10): InstanceMetrics {
  const whole = n === 10;
  return {
    instanceId: `i${id}`,
    status: whole ? "complete" : n > 0 ? "partial" : "missing",
    n,
    passedCount: c,
    parseableCount: n,
    fileHitCount: n,
    fileHitAnyCount: n,
    parseable: whole ? 1 : null,
    fileHit: whole ? 1 : null,
    fileHitAny: whole ? 1 : null,
    passAt: Array.from({ length: 10 }, (_, j) => passAt(n, c, j + 1)),
    passAll: whole ? (c === 10 ? 1 : 0) : null,
  };
}

const system = (...passes: number[]) =>
  metricsOverInstances(
    passes.map((c, i) => instance(i, c)),
    10,
    true,
  );

describe("the exact McNemar test", () => {
  it("is the sign test on the instances that one system alone solved", () => {
    expect(exactMcNemarP(0, 0)).toBe(1);
    expect(exactMcNemarP(5, 0)).toBeCloseTo(2 / 32, 12);
    expect(exactMcNemarP(3, 3)).toBe(1);
    // 2 · (1 + 10 + 45) / 2^10.
    expect(exactMcNemarP(8, 2)).toBeCloseTo(112 / 1024, 12);
    expect(exactMcNemarP(1500, 1500)).toBe(1);
    expect(exactMcNemarP(1500, 0)).toBeGreaterThanOrEqual(0);
  });

  it("does not depend on the order of the two, and has an effect size that does", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (b, c) => {
        const p = exactMcNemarP(b, c);
        expect(exactMcNemarP(c, b)).toBeCloseTo(p, 12);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        if (b + c > 0) expect((cohensG(b, c) ?? 9) + (cohensG(c, b) ?? 9)).toBeCloseTo(0, 12);
      }),
    );
    expect([cohensG(3, 1), cohensG(0, 4), cohensG(0, 0)]).toEqual([0.25, -0.5, null]);
  });
});

describe("Holm's adjustment", () => {
  it("multiplies the smallest by the number of tests, the next by one less, and so on", () => {
    // Sorted 0.005, 0.01, 0.03, 0.04 are multiplied by 4, 3, 2 and 1; the last may not fall below the third.
    expect(holmAdjusted([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  });

  it("changes nothing for one test, never gives more than 1, and leaves out what was not tested", () => {
    expect(holmAdjusted([0.2])).toEqual([0.2]);
    expect(holmAdjusted([0.6, 0.9])).toEqual([1, 1]);
    expect(holmAdjusted([null, 0.01, null])).toEqual([null, 0.01, null]);
    expect(holmAdjusted([])).toEqual([]);
  });

  it("keeps the order of the p values and makes none smaller", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 15 }), (values) => {
        const adjusted = holmAdjusted(values);
        values.forEach((p, i) => {
          expect(adjusted[i] ?? -1).toBeGreaterThanOrEqual(p);
          values.forEach((q, j) => {
            if (p < q) expect(adjusted[i] ?? 2).toBeLessThanOrEqual(adjusted[j] ?? -1);
          });
        });
      }),
    );
  });
});

describe("the interval of a difference", () => {
  it("holds the difference, is turned round with the two, and has no width for equal systems", () => {
    const [a, b] = [system(10, 8, 0, 5, 2, 0, 10, 1), system(0, 8, 3, 0, 2, 1, 0, 0)];
    const there = differenceInterval(a.instances, b.instances, 2000);
    const back = differenceInterval(b.instances, a.instances, 2000);
    const difference = (a.score ?? 0) - (b.score ?? 0);
    expect(there?.low).toBeLessThanOrEqual(difference);
    expect(there?.high).toBeGreaterThanOrEqual(difference);
    expect(back?.low).toBeCloseTo(-(there?.high ?? 9), 12);
    expect(differenceInterval(a.instances, a.instances, 500)).toEqual({ low: 0, high: 0 });
  });

  it("pairs instances by their ids, in whatever order they come", () => {
    const [a, b] = [system(10, 0, 5, 5, 1), system(1, 10, 0, 2, 0)];
    expect(differenceInterval(a.instances, b.instances.toReversed(), 500)).toEqual(
      differenceInterval(a.instances, b.instances, 500),
    );
  });

  it("does not exist for systems that cannot be paired or are not complete", () => {
    expect(differenceInterval(system(1, 2).instances, system(1).instances, 100)).toBeNull();
    expect(differenceInterval([instance(0, 1), instance(1, 0, 4)], system(1, 2).instances, 100)).toBeNull();
  });
});

describe("a comparison of systems", () => {
  it("has every pair once, with adjusted values where there are several", () => {
    const systems = [system(10, 10, 10, 10, 10, 10), system(0, 0, 0, 0, 0, 0), system(10, 10, 10, 0, 0, 0)];
    const pairs = comparePairs(systems);
    expect(pairs.map((pair) => [pair.first, pair.second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(pairs[0]).toMatchObject({
      difference: 1,
      p: 2 / 64,
      solved: { both: 0, onlyFirst: 6, onlySecond: 0, neither: 0 },
      effect: 0.5,
    });
    expect(pairs[0]?.adjustedP).toBeCloseTo(6 / 64, 12);
    expect(pairs[2]).toMatchObject({ difference: -0.5, effect: -0.5 });
  });

  it("compares what both have finished, and gives no Score gap, while one is on its way", () => {
    const open = metricsOverInstances([instance(0, 3), instance(1, 1, 4)], 10, true);
    const [pair] = comparePairs([system(0, 5), open]);
    expect(pair).toMatchObject({ difference: null, interval: null, p: null, adjustedP: null });
    expect(pair?.solved).toEqual({ both: 0, onlyFirst: 0, onlySecond: 1, neither: 0 });
  });

  it("says who solved an instance: all, some, one, none, or not known yet", () => {
    const cells = (...passes: number[]) => passes.map((c) => instance(0, c));
    expect(overlapOf(cells(1, 2, 3))).toBe("all");
    expect(overlapOf(cells(1, 0, 3))).toBe("some");
    expect(overlapOf(cells(0, 0, 3))).toBe("one");
    expect(overlapOf(cells(0, 0))).toBe("none");
    expect(overlapOf([instance(0, 3), instance(0, 0, 4)])).toBe("open");
    expect(overlapOf([instance(0, 3), undefined])).toBe("open");
    // A pass is a pass, however many attempts are missing.
    expect(overlapOf([instance(0, 3), instance(0, 1, 4)])).toBe("all");
  });

  it("calls an instance different where counts of passes, hits or applied patches are", () => {
    expect(differ([instance(0, 2), instance(0, 2)])).toBe(false);
    expect(differ([instance(0, 2), instance(0, 3)])).toBe(true);
    expect(differ([instance(0, 2), { ...instance(0, 2), fileHit: 0 }])).toBe(true);
    expect(differ([instance(0, 2), undefined])).toBe(true);
  });
});
