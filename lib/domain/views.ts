import type { BenchmarkSet } from "./instance";
import type { Outcome } from "./outcome";

/** A number with the interval it is known within; null where it is undefined, with the reason. */
export type Estimate = { value: number; low: number; high: number };

/** One cell of the attempt grid. `null` outcome: waiting or running. */
export type GridCell = {
  runId: number;
  outcome: Outcome | null;
  state: "waiting" | "running" | "done";
  /** Cells with the same evaluation were run once and share its verdict. */
  evaluationId: string | null;
  href: string;
};

/** One row of the attempt grid: an instance (experiment page) or a system (instance page). */
export type GridRow = {
  id: string;
  label: string;
  href: string;
  cells: GridCell[];
  passedOf: { passed: number; counted: number };
};

/** A row of the leaderboard. Null metrics: not complete, so there is no Score. */
export type LeaderboardRow = {
  experimentId: string;
  href: string;
  set: BenchmarkSet;
  agent: string;
  model: string;
  temperature: string | null;
  rank: number | null;
  /** Systems with the same letter cannot be told apart by the paired permutation test. */
  tieGroup: string | null;
  score: Estimate | null;
  parseable: Estimate | null;
  fileHit: Estimate | null;
  passAtK: Estimate | null;
  passAt1: Estimate | null;
  counts: { instances: number; parseable: number; fileHit: number; solved: number };
  coverage: { done: number; expected: number; running: number };
  verified: boolean;
  complete: boolean;
  createdAt: number;
  strip: GridRow[];
};
