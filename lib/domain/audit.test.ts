import { describe, expect, test } from "vitest";
import { agreementText, drawShare, isFullAgreement, isShare, reasonProblem } from "./audit";

const ids = Array.from({ length: 40 }, (_, index) => `e${index}`);

describe("the share of an audit", () => {
  test("is the same for one seed whatever the order, and another for another seed", () => {
    const drawn = drawShare(ids, 0.25, "seed");
    expect(drawn).toHaveLength(10);
    expect(drawShare([...ids].reverse(), 0.25, "seed")).toEqual(drawn);
    expect(drawShare(ids, 0.25, "other").sort()).not.toEqual([...drawn].sort());
  });

  test("holds every evaluation once at 1, and never none", () => {
    expect(drawShare([...ids, ...ids], 1, "s").sort()).toEqual([...ids].sort());
    expect(drawShare(ids, 0.0001, "s")).toHaveLength(1);
    // 0.1 × 30 is 3.0000000000000004 in floating point.
    expect(drawShare(ids.slice(0, 30), 0.1, "s")).toHaveLength(3);
  });

  test("draws each evaluation about equally often", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 400; seed += 1)
      for (const id of drawShare(ids, 0.25, `seed ${seed}`)) counts.set(id, (counts.get(id) ?? 0) + 1);
    expect(Math.min(...ids.map((id) => counts.get(id) ?? 0))).toBeGreaterThan(60);
    expect(Math.max(...ids.map((id) => counts.get(id) ?? 0))).toBeLessThan(140);
  });

  test("lies above 0 and is at most 1", () => {
    expect([0, -1, 1.01, Number.NaN, Number.POSITIVE_INFINITY].map(isShare)).toEqual(Array(5).fill(false));
    expect([0.01, 1].map(isShare)).toEqual([true, true]);
  });
});

test("agreement is full only when everything was run again and came out the same", () => {
  const full = { compared: 4, agreed: 4, waiting: 0, failed: 0 };
  expect(isFullAgreement(full)).toBe(true);
  for (const change of [{ agreed: 3 }, { waiting: 1 }, { failed: 1 }, { compared: 0, agreed: 0 }])
    expect(isFullAgreement({ ...full, ...change })).toBe(false);
  expect(agreementText({ agreed: 238, compared: 240 })).toBe("238 of 240 attempts");
});

test("a reason of blanks or a few letters is none", () => {
  expect(reasonProblem(`ok${" ".repeat(40)}`)).toMatch(/at least 20/);
  expect(reasonProblem("x".repeat(20))).toBeNull();
  expect(reasonProblem("x".repeat(2001))).toMatch(/At most/);
});
