import { describe, expect, it } from "vitest";
import { heightOf } from "./chart-height";
import { dayTicks, repeats, shortName, valueText } from "./values";

describe("what stands in a chart", () => {
  it("is written as everywhere else, by its kind", () => {
    const at = Date.UTC(2026, 10, 30);
    expect([
      valueText(0.5, "number"),
      valueText(at, "date"),
      valueText(0.5, "dollars"),
      valueText(12, "count"),
      valueText("a", "text"),
      valueText(null, "number"),
    ]).toEqual(["0.500", "2026-11-30", "$0.500", "12", "a", "—"]);
    expect([shortName("short", 8), shortName("a long name", 8)]).toEqual(["short", "a long …"]);
  });

  it("marks days once each, and few of many", () => {
    const day = (number: number, hour = 0) => Date.UTC(2026, 0, number, hour);
    expect(dayTicks(day(1, 5), day(1, 9), 6)).toEqual([day(1, 5)]);
    expect(dayTicks(day(1, 5), day(3, 9), 6)).toEqual([day(2), day(3)]);
    const many = dayTicks(day(1), day(1) + 400 * 86_400_000, 6);
    expect(many.length).toBeLessThanOrEqual(6);
    expect(new Set(many).size).toBe(many.length);
  });

  it("puts labels of nearly equal ends side by side", () => {
    expect(repeats([0.7, 0.71, 0.4, 0.69], 0.04)).toEqual([0, 1, 0, 2]);
  });

  it("gets more room the more bars there are, up to a limit", () => {
    const rows = (length: number) => Array.from({ length }, () => ({}));
    expect(heightOf({ id: "score", rows: rows(1) })).toBe("chart-h-4");
    expect(heightOf({ id: "repositories", rows: rows(9) })).toBe("chart-h-12");
    expect(heightOf({ id: "score", rows: rows(99) })).toBe("chart-h-20");
    expect(heightOf({ id: "time", rows: rows(99) })).toBe("chart-h-plain");
  });
});
