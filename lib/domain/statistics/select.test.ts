import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectInPlace } from "./select";

describe("the value at a place in the order", () => {
  it("is the one that sorting gives, whatever repeats", () => {
    const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ noNaN: true })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(values, fc.nat(1000), (list, place) => {
        const index = place % list.length;
        const sorted = Float64Array.from(list).sort();
        // -0 and 0 are one value here.
        expect(selectInPlace(Float64Array.from(list), index) === sorted[index]).toBe(true);
      }),
    );
  });

  it("is nothing outside the list", () => {
    expect(selectInPlace(new Float64Array([1]), 1)).toBeNaN();
    expect(selectInPlace(new Float64Array(), 0)).toBeNaN();
  });
});
