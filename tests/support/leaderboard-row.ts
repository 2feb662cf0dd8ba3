import type { ComparedSystem } from "@/lib/domain/comparison-view";
import type { GridRow, LeaderboardRow } from "@/lib/domain/views";

const estimate = (value: number) => ({ value, low: value / 2, high: (1 + value) / 2 });

/** A complete, verified system of two instances with ten attempts each. */
export function leaderboardRow(change: Partial<LeaderboardRow> = {}): LeaderboardRow {
  return {
    agent: "agent, with comma",
    model: "model",
    temperature: "0.7",
    experimentId: "one",
    href: "/experiments/one",
    set: "golden",
    k: 10,
    rank: 1,
    tieGroup: "a",
    score: estimate(0.25),
    parseable: estimate(1),
    fileHit: estimate(0.5),
    passAtK: estimate(0.5),
    passAt1: estimate(1 / 3),
    counts: { instances: 2, parseable: 2, fileHit: 1, fileHitAny: 1, solved: 1, passAll: 0 },
    attempts: { counted: 20, passed: 7 },
    coverage: { done: 20, expected: 20, running: 0 },
    verified: true,
    complete: true,
    stalled: false,
    createdAt: Date.UTC(2026, 10, 29),
    organisation: "Org",
    openSource: true,
    links: { project: "https://example.org/p", logs: null },
    cost: { usd: 0.125, given: 10, of: 20 },
    strip: [],
    ...change,
  };
}

/** The same while attempts are missing: without Score and rank. */
export const incompleteRow = (change: Partial<LeaderboardRow> = {}) =>
  leaderboardRow({
    experimentId: "two",
    href: "/experiments/two",
    rank: null,
    tieGroup: null,
    score: null,
    parseable: null,
    fileHit: null,
    passAtK: null,
    passAt1: null,
    coverage: { done: 15, expected: 20, running: 0 },
    complete: false,
    verified: false,
    ...change,
  });

export const comparedSystem = (letter: string, row: LeaderboardRow): ComparedSystem => ({ letter, ...row });

/** A row of the grid with an outcome a run; null is one that has not been run. */
export function gridRow(id: string, outcomes: readonly GridRow["cells"][number]["outcome"][]): GridRow {
  return {
    id,
    label: id,
    href: `/instances/${id}`,
    cells: outcomes.map((outcome, index) => gridCell(index + 1, outcome)),
    passedOf: {
      passed: outcomes.filter((one) => one === "passed").length,
      counted: outcomes.filter((one) => one !== null).length,
    },
  };
}

function gridCell(runId: number, outcome: GridRow["cells"][number]["outcome"]): GridRow["cells"][number] {
  return {
    runId,
    outcome,
    state: outcome === null ? "waiting" : "done",
    evaluationId: null,
    href: `/experiments/x/i/${runId}`,
  };
}
