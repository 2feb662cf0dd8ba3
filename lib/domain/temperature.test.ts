import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalTemperature, compareTemperatures } from "./temperature";

function canonical(value: unknown) {
  const result = canonicalTemperature(value);
  return result.ok ? result.temperature : `refused: ${result.message}`;
}

describe("a temperature becomes one canonical decimal", () => {
  it.each([
    ["0.4", "0.4"],
    ["0.40", "0.4"],
    [0.4, "0.4"],
    ["4e-1", "0.4"],
    [1e-1, "0.1"],
    [".5", "0.5"],
    ["1.", "1"],
    ["+0.7", "0.7"],
    ["  0.8 ", "0.8"],
    [0, "0"],
    [-0, "0"],
    ["0.000", "0"],
    ["00.10", "0.1"],
    [1e-6, "0.000001"],
    ["1e1", "10"],
    ["0.01e2", "1"],
    [100, "100"],
  ])("%j is %j", (value, expected) => {
    expect(canonical(value)).toBe(expected);
  });

  it("keeps an absent temperature null, never 0", () => {
    expect(canonical(undefined)).toBeNull();
    expect(canonical(null)).toBeNull();
  });

  it.each([
    "",
    " ",
    ".",
    "none",
    "NaN",
    "Infinity",
    "0x1",
    "0,4",
    "1e",
    "e1",
    "1_0",
    "0.4.1",
    "-0.1",
    "-0",
    "101",
    "1e999",
    "0.1234567",
    "٠.٤",
  ])("refuses the text %j", (value) => {
    expect(canonical(value)).toMatch(/^refused: is /);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -0.1, 100.5, 0.1 + 0.2, true, [0.4], { t: 1 }])(
    "refuses %j",
    (value) => {
      expect(canonical(value)).toMatch(/^refused: is /);
    },
  );

  it("gives a fixed point that keeps the value, for every number it accepts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.nat(3), (millionths, zeros) => {
        const value = millionths / 1e6;
        const once = canonical(value.toFixed(6) + "0".repeat(zeros));
        expect(canonical(value)).toBe(once);
        expect(canonical(once)).toBe(once);
        expect(Number(once)).toBe(value);
        expect(once).not.toMatch(/\.$|\.\d*0$|^0\d/);
      }),
    );
  });

  it("orders by value with none first", () => {
    expect(["10", "0.4", null, "0", "2"].sort(compareTemperatures)).toEqual([null, "0", "0.4", "2", "10"]);
  });
});
