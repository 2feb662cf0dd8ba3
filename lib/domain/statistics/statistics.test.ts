import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InstanceMetrics } from "@/lib/domain/metrics";
import { passAt } from "@/lib/domain/pass-at";
import { metricsOverInstances } from "@/lib/domain/set-metrics";
import { bootstrapIntervals } from "./bootstrap";
import { pairedPermutationP } from "./permutation";
import { createRandom, fromState } from "./random";
import { rankSystems } from "./ranking";

/** An instance with c of 10 attempts passed. */
function instance(
  id: number | string,
  c: number,
  bits: { parseable?: 0 | 1; fileHit?: 0 | 1 } = {},
): InstanceMetrics {
  const { parseable = 1, fileHit = 1 } = bits;
  return {
    instanceId: `i${id}`,
    status: "complete",
    n: 10,
    passedCount: c,
    parseableCount: 10 * parseable,
    fileHitCount: 10 * fileHit,
    fileHitAnyCount: 10 * fileHit,
    parseable,
    fileHit,
    fileHitAny: fileHit,
    passAt: Array.from({ length: 10 }, (_, j) => passAt(10, c, j + 1)),
    passAll: c === 10 ? 1 : 0,
  };
}

const system = (...passes: number[]) => passes.map((c, i) => instance(i, c));
const bit = fc.constantFrom<0 | 1>(0, 1);
const systems = (size: number) =>
  fc
    .array(fc.record({ c: fc.nat(10), parseable: bit, fileHit: bit }), { minLength: size, maxLength: size })
    .map((list) => list.map(({ c, ...bits }, i) => instance(i, c, bits)));

describe("the random numbers", () => {
  it("are those of xoshiro128** as published for the state 1, 2, 3, 4", () => {
    const random = fromState([1, 2, 3, 4]);
    const published = [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ];
    expect(published.map(() => random.next())).toEqual(published);
  });

  it("follow from the seed alone and differ between seeds", () => {
    const draw = (seed: string) => {
      const random = createRandom(seed);
      return Array.from({ length: 5 }, () => random.next());
    };
    expect(draw("a")).toEqual(draw("a"));
    expect(draw("a")).not.toEqual(draw("b"));
  });

  it("fill a range evenly", () => {
    const random = createRandom("even");
    const counts = new Array<number>(24).fill(0);
    for (let i = 0; i < 240_000; i += 1) {
      const drawn = random.below(24);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    // Each count is binomial with mean 10,000 and deviation 98; five deviations are allowed.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(490);
  });
});

describe("bootstrap intervals", () => {
  it("hold the value, lie in [0, 1] and are the same each time", () => {
    fc.assert(
      fc.property(systems(8), (instances) => {
        const intervals = bootstrapIntervals(instances, 400);
        const { score, means } = metricsOverInstances(instances, 10, true);
        if (!intervals || score === null || !means) throw new Error("complete systems have intervals");
        const all: [{ low: number; high: number }, number | null][] = [
          [intervals.score, score],
          [intervals.parseable, means.parseable],
          [intervals.fileHit, means.fileHit],
          ...intervals.passAt.map((one, j): [typeof one, number | null] => [one, means.passAt[j] ?? null]),
        ];
        for (const [{ low, high }, value] of all) {
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
          expect(low).toBeLessThanOrEqual((value ?? -1) + 1e-9);
          expect(high).toBeGreaterThanOrEqual((value ?? 2) - 1e-9);
        }
        expect(bootstrapIntervals(instances, 400)).toEqual(intervals);
      }),
      { numRuns: 40 },
    );
  });

  it("are near the normal one for a mean of many instances", () => {
    const half = Array.from({ length: 100 }, (_, i) => instance(i, i % 2 === 0 ? 10 : 0));
    const { low, high } = bootstrapIntervals(half)?.score ?? { low: 0, high: 0 };
    // 0.5 ± 1.96 · √(0.25/100) = 0.402 … 0.598
    expect(low).toBeCloseTo(0.402, 1.5);
    expect(high).toBeCloseTo(0.598, 1.5);
  });

  it("have no width where all instances agree, and do not exist for an incomplete system", () => {
    expect(bootstrapIntervals(system(10, 10, 10))?.score).toEqual({ low: 1, high: 1 });
    const partial = { ...instance(3, 0), n: 5, parseable: null, passAt: Array(10).fill(null) };
    expect(bootstrapIntervals([...system(10, 10), partial])).toBeNull();
    expect(bootstrapIntervals([])).toBeNull();
  });
});

describe("the paired permutation test", () => {
  it("gives 1 for equal systems", () => {
    expect(pairedPermutationP(system(1, 2, 3), system(1, 2, 3))).toBe(1);
  });

  it("counts the swaps by hand for few differences", () => {
    // One instance of n solved by A alone: both labellings have the same gap.
    expect(pairedPermutationP(system(10, 0), system(0, 0))).toBe(1);
    // Five solved by A alone: 2 of 32 labellings are as extreme.
    expect(pairedPermutationP(system(10, 10, 10, 10, 10, 0), system(0, 0, 0, 0, 0, 0))).toBe(2 / 32);
    // Six: 2 of 64, below 0.05.
    expect(pairedPermutationP(system(...Array(6).fill(10)), system(...Array(6).fill(0)))).toBe(2 / 64);
  });

  it("does not depend on the order of systems or instances", () => {
    fc.assert(
      fc.property(fc.constantFrom(5, 30), fc.gen(), (size, gen) => {
        const [a, b] = [gen(systems, size), gen(systems, size)];
        const p = pairedPermutationP(a, b);
        expect(pairedPermutationP(b, a)).toBe(p);
        expect(pairedPermutationP(a, b.toReversed())).toBe(p);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });

  it("draws swaps close to the exact answer when there are many", () => {
    // 20 instances, A solves 15 that B does not and B 5 that A does not: exact two-sided sign test, p = 0.0414.
    const a = Array.from({ length: 20 }, (_, i) => (i < 15 ? 10 : 0));
    const p = pairedPermutationP(system(...a), system(...a.map((c) => 10 - c)));
    expect(p).toBeGreaterThan(0.035);
    expect(p).toBeLessThan(0.048);
  });

  it("has no answer for systems that cannot be paired", () => {
    expect(pairedPermutationP(system(1, 2), system(1))).toBeNull();
    expect(pairedPermutationP([instance("x", 1)], [instance("y", 1)])).toBeNull();
    expect(pairedPermutationP([], [])).toBeNull();
  });
});

describe("the order of systems", () => {
  const rank = (list: { name: string; instances: InstanceMetrics[]; official?: boolean }[]) =>
    rankSystems(list, (one) => metricsOverInstances(one.instances, 10, one.official ?? true)).map(
      ({ item, rank, tieGroup }) => [item.name, rank, tieGroup],
    );

  it("puts a system without a Score below all others, unranked (D17)", () => {
    const weak = { name: "weak", instances: system(10, 0, 0, 0, 0) };
    const none = { name: "none", instances: system(10, 10, 10, 10, 10), official: false };
    const strong = { name: "strong", instances: system(10, 10, 0, 0, 0) };
    expect(rank([none, weak, strong])).toEqual([
      ["strong", 1, 0],
      ["weak", 2, 0],
      ["none", null, null],
    ]);
  });

  it("gives equal Scores one rank and counts on after them", () => {
    const of = (name: string, ...c: number[]) => ({ name, instances: system(...c) });
    expect(
      rank([of("a", 10, 0), of("b", 0, 10), of("c", 0, 0)]).map(([name, place]) => [name, place]),
    ).toEqual([
      ["a", 1],
      ["b", 1],
      ["c", 3],
    ]);
  });

  it("starts a new tie group at the first gap that chance does not make", () => {
    const solved = (count: number) => system(...Array.from({ length: 24 }, (_, i) => (i < count ? 10 : 0)));
    const list = [20, 18, 10, 8, 2].map((count) => ({ name: String(count), instances: solved(count) }));
    expect(rank(list)).toEqual([
      ["20", 1, 0],
      ["18", 2, 0],
      ["10", 3, 1],
      ["8", 4, 1],
      ["2", 5, 2],
    ]);
  });

  it("gives equal Scores one tie group, whatever order they come in", () => {
    const leader = { name: "leader", instances: system(10, 10, 10, 10, 0, 0, 0, 0, 0, 0) };
    const without = (bits: { parseable?: 0; fileHit?: 0 }) =>
      Array.from({ length: 10 }, (_, i) => instance(i, 0, bits));
    const near = { name: "near", instances: without({}) };
    const far = { name: "far", instances: without({ parseable: 0, fileHit: 0 }) };
    // Against the leader chance could make one of the two gaps, and not the other.
    expect(pairedPermutationP(leader.instances, near.instances)).toBeGreaterThan(0.05);
    expect(pairedPermutationP(leader.instances, far.instances)).toBeLessThan(0.05);
    const groups = (list: (typeof leader)[]) => new Map(rank(list).map(([name, , group]) => [name, group]));
    expect(groups([leader, near, far])).toEqual(groups([far, near, leader]));
    expect(groups([leader, near, far]).get("near")).toBe(groups([leader, near, far]).get("far"));
  });

  it("ranks a Score of 0 before no Score, and 0 ties with 0", () => {
    expect(rank([{ name: "zero", instances: system(0, 0) }])).toEqual([["zero", 1, 0]]);
  });
});
