import type { BenchmarkSet } from "./instance";
import type { Outcome } from "./outcome";
import type { Problem } from "./problem";
import type { FunnelStep, GridRow, SubmissionFacts, SystemName } from "./views";

/** What an account may still submit to a set today. */
export type Quota = { set: BenchmarkSet; limit: number; used: number; left: number; resetsAt: number };

/** Where a submission stands, in one word for pages, the API and the command line. */
export type SubmissionState =
  | "invalid"
  | "draft"
  | "waiting-for-approval"
  | "rejected"
  | "queued"
  | "running"
  | "complete"
  | "incomplete"
  | "cancelled"
  | "withdrawn"
  | "discarded";

/** True when nothing about it changes by itself any more. */
export function isSettledState(state: SubmissionState): boolean {
  return !["draft", "waiting-for-approval", "queued", "running"].includes(state);
}

/** One line of the list of somebody's submissions. */
export type SubmissionLine = {
  id: string;
  set: BenchmarkSet;
  fileName: string;
  state: SubmissionState;
  errors: number;
  system: SystemName | null;
  experimentId: string | null;
  visibility: "public" | "hidden";
  attempts: { done: number; total: number };
  createdAt: number;
};

/** What the patch checks say of an attempt, before anything runs. */
export type AttemptCheck = {
  instanceId: string;
  runId: number;
  /** unchecked: its turn has not come. */
  status: "unchecked" | "applies" | Outcome;
  reason: string | null;
  hints: string[];
  /** Paths that differ from the base once it is applied. */
  touched: string[];
};

/** How far the machinery is with it. */
export type SubmissionProgress = {
  attempts: { total: number; unchecked: number; done: number; infra: number };
  /** Distinct runs that the attempts need, those that have a verdict, and those running now. */
  runs: { total: number; settled: number; running: number };
  /** Jobs of others that come first; null when it waits for none. */
  jobsBefore: number | null;
  /** By the median run of each instance; null while none has been timed. */
  secondsLeft: number | null;
};

export type SubmissionExperiment = SystemName & {
  id: string;
  k: number;
  instances: number;
  official: boolean;
  current: boolean;
  datasetHash: string;
  confirmedAt: number | null;
  finishedAt: number | null;
  facts: SubmissionFacts;
  approvalNote: string | null;
  progress: SubmissionProgress;
  checks: { unchecked: number; applies: number; problems: number };
  usage: { attempts: number; costUsd: number; inputTokens: number; outputTokens: number };
};

/** What may be done with it now, by whoever looks. */
export type SubmissionActions = {
  confirm: boolean;
  discard: boolean;
  cancel: boolean;
  withdraw: boolean;
  hide: boolean;
  show: boolean;
  rerun: boolean;
};

export type SubmissionView = {
  id: string;
  set: BenchmarkSet;
  state: SubmissionState;
  fileName: string;
  fileSha256: string;
  bytes: number;
  rows: number;
  createdAt: number;
  updatedAt: number;
  /** When a dry run is discarded by itself. */
  expiresAt: number | null;
  problems: Problem[];
  errors: number;
  warnings: number;
  experiment: SubmissionExperiment | null;
  actions: SubmissionActions;
  /** Of its owner; null for a maintainer who looks at somebody else's. */
  quota: Quota | null;
  evaluation: "open" | "approval" | "closed";
  /** Changes whenever the rest does. */
  version: string;
};

/** The parts of a page that are long: read when it is drawn, not at every look for news. */
export type SubmissionDetail = { grid: GridRow[]; funnel: FunnelStep[]; checks: AttemptCheck[] };
