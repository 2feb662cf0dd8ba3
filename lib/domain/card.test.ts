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
  expect(experimentCard({ ...view, agent: "aider" })).toEqual({
    title: "SWE-game-bench, sample set (stand-in editor)",
    line: `aider · ${"m".repeat(37)}...`,
    large: "Score 0.500, unverified",
    small: "95 % interval 0.250 to 0.750 · 3 of 10 instances solved",
  });
});

it("asks no other site for letters", () => {
  expect(experimentCard({ ...view, model: "m" }).line).toBe("????? ?<b> · m");
  expect(plain("Köln 😀 日本")).toBe("Köln ? ??");
});
