import { describe, expect, test } from "vitest";
import type { Evaluation } from "@/evaluator/evaluate-types";
import { infra } from "@/evaluator/run/types";
import type { Outcome } from "@/lib/domain/outcome";
import { evaluateOnceMore, requireVerdict } from "./evaluate-once-more";
import { CommandFailure, EXIT } from "./exit-codes";

const graded = (outcome: Outcome): Evaluation => ({
  status: "graded",
  check: null,
  grade: { outcome, reason: `It is ${outcome}.`, tests: [], notes: [] },
  runs: [],
  gradedTree: "tree",
  editor: { image: "editor", digest: "digest" },
  warm: { image: "warm", digest: "digest", made: false, importMs: 0 },
  startedAt: "2026-01-01T00:00:00.000Z",
  durationMs: 1,
  editorMs: 1,
});

async function runOf(...results: Evaluation[]) {
  const told: string[] = [];
  const left = [...results];
  const next = async () => left.shift() ?? graded("passed");
  const evaluation = await evaluateOnceMore(next, (line) => told.push(line));
  return { evaluation, told, unused: left.length };
}

describe("a run that our machinery broke off", () => {
  test("is run once more and no further, and people are told", async () => {
    const lost = graded("infra-error");
    expect(await runOf(lost, graded("failed"))).toMatchObject({
      evaluation: { grade: { outcome: "failed" } },
      told: ["Our machinery failed and tries once more: It is infra-error."],
    });
    expect((await runOf(lost, lost, graded("passed"))).unused).toBe(1);
    expect((await runOf(infra("sandbox", "No engine answers."), graded("passed"))).told).toHaveLength(1);
  });

  test("is the only one that is run again: verdicts and what lasts are taken as they are", async () => {
    for (const result of [graded("passed"), graded("failed"), infra("licence", "It is void.")])
      expect(await runOf(result, graded("passed"))).toMatchObject({
        told: [],
        unused: 1,
        evaluation: result,
      });
  });

  test("ends the command with the machinery's code and never with that of a negative verdict", () => {
    for (const outcome of ["passed", "failed", "timed-out"] as const)
      expect(() => requireVerdict(graded(outcome), "runs/x")).not.toThrow();
    const failure = (() => {
      try {
        requireVerdict(graded("infra-error"), "runs/x");
      } catch (error) {
        return error;
      }
    })();
    if (!(failure instanceof CommandFailure)) throw new Error("It did not end the command.");
    expect([failure.exitCode, failure.message]).toEqual([
      EXIT.infrastructure,
      "There is no verdict, for our machinery failed: It is infra-error.",
    ]);
  });
});
