import type { BreakdownGroup } from "./breakdown";
import type { BenchmarkSet } from "./instance";
import type { Outcome } from "./outcome";
import type { SubmissionAbout, VerifiedEvidence } from "./portal";
import type { ExperimentSource } from "./results-folder";

/** A number with the interval it is known within; null where it is undefined, with the reason. */
export type Estimate = { value: number; low: number; high: number };

/** A mean over instances with the count it comes from: "0.750, 6 of 8". */
export type Rate = { estimate: Estimate | null; hits: number; of: number };

/** What makes a system: agent, model and temperature in canonical decimal form, or none. */
export type SystemName = { agent: string; model: string; temperature: string | null };

/** One cell of the attempt grid. `null` outcome: waiting or running. */
export type GridCell = {
  runId: number;
  outcome: Outcome | null;
  state: "waiting" | "applied" | "running" | "done";
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

/** Instances, and in how many of them at least one attempt (or all of them) did it. */
export type InstanceCounts = {
  instances: number;
  parseable: number;
  fileHit: number;
  fileHitAny: number;
  solved: number;
  passAll: number;
};

/** A row of the leaderboard. Null metrics: not complete, so there is no Score. */
export type LeaderboardRow = SystemName & {
  experimentId: string;
  href: string;
  set: BenchmarkSet;
  k: number;
  /** Null while the experiment is not complete. */
  rank: number | null;
  /** Systems with the same letter cannot be told apart by the paired permutation test. */
  tieGroup: string | null;
  score: Estimate | null;
  parseable: Estimate | null;
  fileHit: Estimate | null;
  passAtK: Estimate | null;
  passAt1: Estimate | null;
  counts: InstanceCounts;
  attempts: { counted: number; passed: number };
  coverage: { done: number; expected: number; running: number };
  verified: boolean;
  complete: boolean;
  /** Nothing works on it any more, yet attempts are missing. */
  stalled: boolean;
  createdAt: number;
  /** Told by the submitter, like the links and the cost. */
  organisation: string | null;
  openSource: boolean;
  links: { project: string | null; logs: string | null };
  cost: RowCost | null;
  strip: readonly StripRow[];
};

/** Mean cost of the attempts that it was told for, in US dollars; an experiment may tell it for some only. */
export type RowCost = { usd: number; given: number; of: number };

/** An instance's attempts in a strip: what a column of dashes needs of a row of the grid. */
export type StripRow = { cells: readonly Pick<GridCell, "runId" | "outcome" | "state">[] };

/** A tab of the set switch, with what stands behind it. */
export type SetTab = { set: BenchmarkSet; instances: number; gated: number; experiments: number };

export type LeaderboardView = {
  set: BenchmarkSet;
  tabs: SetTab[];
  rows: LeaderboardRow[];
};

/** What the machinery does now. */
export type WorkStatus = {
  /** Evaluations and other jobs that no worker has taken, and those being worked on. */
  queued: number;
  running: number;
  workers: { alive: number; canEvaluate: number };
  /** The last sign of life of any worker, milliseconds since 1970. */
  lastSeenAt: number | null;
  /** Why queued work does not move; null when nothing is in the way. */
  waitsFor: "worker" | "sandbox" | null;
  /** What the worker says about its sandbox: the engine's version, or what is missing. */
  note: string | null;
  version: string;
};

/** Head and foot of every page. */
export type SiteView = {
  harnessVersion: string;
  datasetHashes: { name: string; hash: string }[];
  /** What this installation cannot read, and how to mend it: one line each. */
  problems: string[];
  /** The systems shown are made up, for measurements of speed. */
  synthetic: boolean;
  status: WorkStatus;
};

/** One bar of the funnel from handed in to passed. */
export type FunnelStep = { label: string; meaning: string; attempts: number; instances: number };

export type HistoryEntry = {
  experimentId: string;
  href: string;
  createdAt: number;
  fileSha256: string;
  score: number | null;
  coverage: { done: number; expected: number };
  current: boolean;
  /** The entry that the page shows. */
  shown: boolean;
  /** Handed in by whoever handed in the entry that the page shows. */
  sameSubmitter: boolean;
};

/** What its submitter tells about a submission, and what became of it. */
export type SubmissionFacts = {
  visibility: "public" | "hidden";
  approval: "not-needed" | "waiting" | "approved" | "rejected";
  about: SubmissionAbout;
  withdrawn: { at: number; by: "submitter" | "maintainer"; reason: string | null } | null;
};

export type ProvenanceView = {
  source: ExperimentSource;
  fileName: string;
  fileSha256: string;
  rows: number;
  submittedAt: number;
  finishedAt: number | null;
  datasetHash: string;
  harnessVersion: string;
  images: { name: string; digest: string }[];
};

/** Work that is left, and how long it may take at the pace so far. */
export type ProgressView = {
  done: number;
  expected: number;
  /** Attempts whose patch has not been checked. */
  unchecked: number;
  running: number;
  evaluationsLeft: number;
  /** Jobs of others that come first; null when it waits for no job. */
  jobsBefore: number | null;
  /** Null while too little is settled to say. */
  secondsLeft: number | null;
};

/** What a verified mark opens. */
export type VerifiedView = {
  at: number | null;
  by: string | null;
  /** Why, when no audit stands behind it, or beside one. */
  note: string | null;
  evidence: VerifiedEvidence | null;
};

export type ExperimentView = SystemName & {
  id: string;
  slug: string;
  set: BenchmarkSet;
  k: number;
  standin: boolean;
  official: boolean;
  state: "draft" | "queued" | "running" | "complete" | "incomplete" | "cancelled";
  current: boolean;
  complete: boolean;
  verified: VerifiedView | null;
  createdAt: number;
  rank: { rank: number; of: number; tieGroup: string | null } | null;
  score: Estimate | null;
  parseable: Rate;
  fileHit: Rate;
  fileHitAny: Rate;
  /** pass@1 … pass@k. */
  passAt: (Estimate | null)[];
  passAll: Rate;
  counts: InstanceCounts;
  attempts: { counted: number; passed: number; expected: number; evaluations: number; infra: number };
  funnel: FunnelStep[];
  repositories: BreakdownGroup[];
  editors: BreakdownGroup[];
  grid: GridRow[];
  provenance: ProvenanceView;
  submission: SubmissionFacts;
  history: HistoryEntry[];
  progress: ProgressView | null;
};
