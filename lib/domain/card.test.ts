import { expect, it } from "vitest";
import { experimentCard, plain } from "./card";
import type { ExperimentView } from "./views";

const view = {
  set: "sample",
  standin: true,
  agent: "агент \u202e<b>",
  model: "m".repeat(100),
  score: { value: 0.5, low: 0.25, high: 0.75 },
  official: true,
  current: true,
  complete: true,
  verified: null,
  submission: { withdrawn: null },
  counts: { solved: 3, instances: 10 },
} as unknown as ExperimentView;

it("says Score, interval, verification and that the editor is a stand-in", () => {
  const card = experimentCard(view);
  expect(card.large).toBe("Score 0.500, unverified");
  expect(card.small).toContain(
    "95 % interval 0.250 to 0.750  ·  3 of 10 instances solved  ·  stand-in editor",
  );
  expect(card.small.startsWith(`${"m".repeat(57)}...`)).toBe(true);
});

it("asks no other site for letters", () => {
  expect(experimentCard(view).line).toBe("????? ?<b>");
  expect(plain("Köln 😀 日本")).toBe("Köln ? ??");
});
