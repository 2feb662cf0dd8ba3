import { describe, expect, it } from "vitest";
import { pagesAround } from "@/components/leaderboard/board-pager";
import { dollars } from "@/components/leaderboard/told-cells";
import { effectWord, pText, signed } from "./numbers";

describe("numbers of a comparison", () => {
  it("tell their direction, and nothing where the shown digits are zero", () => {
    expect([signed(0.125), signed(-0.05), signed(0), signed(-0.0001), signed(null)]).toEqual([
      "+0.125",
      "−0.050",
      "0.000",
      "0.000",
      "—",
    ]);
  });

  it("never show a p of zero", () => {
    expect([pText(0.0000999), pText(0.001), pText(1), pText(null)]).toEqual([
      "< 0.001",
      "0.001",
      "1.000",
      "—",
    ]);
  });

  it("have Cohen's words for effects", () => {
    expect([0, 0.1, -0.2, 0.5, null].map(effectWord)).toEqual([
      "negligible",
      "small",
      "medium",
      "large",
      "no difference",
    ]);
  });
});

describe("numbers of the leaderboard", () => {
  it("show costs with the digits that say something", () => {
    expect([dollars(12.345), dollars(0.0423), dollars(0.00042), dollars(0)]).toEqual([
      "$12.35",
      "$0.042",
      "$0.00042",
      "$0.00",
    ]);
  });

  it("link the first page, the last and those next to this one", () => {
    expect(pagesAround(1, 1)).toEqual([1]);
    expect(pagesAround(1, 20)).toEqual([1, 2, 20]);
    expect(pagesAround(10, 20)).toEqual([1, 9, 10, 11, 20]);
  });
});
