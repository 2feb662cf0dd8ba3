import type { Database } from "@/lib/db/client";
import type { Logger } from "@/lib/log";
import type { Claim, ClaimedJob, JobFilter } from "@/lib/services/queue";
import type { Ability } from "./ability";
import type { DatabaseWatch } from "./database-file";
import type { OnProgress } from "./progress";
import type { Checker, InstanceSource, TreeEvaluator } from "./types";

/** Times of a worker, in milliseconds; tests use short ones. */
export type WorkerTimings = {
  /** A claim is free for others when its worker has been silent for this long. */
  leaseMs: number;
  heartbeatMs: number;
  /** Longest pause between two looks at an empty queue. */
  pollMs: number;
  /** How often the sandbox is asked whether it is there. */
  probeMs: number;
  /** How often what uploads left behind is looked for. */
  sweepMs: number;
  /** How long the sandbox may take to answer that. */
  probeLimitMs: number;
  /** How long a stopping worker waits for its containers to be gone. */
  graceMs: number;
  /** Hard limit of one evaluation, beyond the limits inside it. */
  jobLimitMs: number;
};

export const DEFAULT_TIMINGS: WorkerTimings = {
  leaseMs: 60_000,
  heartbeatMs: 10_000,
  pollMs: 500,
  probeMs: 30_000,
  sweepMs: 300_000,
  probeLimitMs: 15_000,
  graceMs: 20_000,
  jobLimitMs: 12 * 3_600_000,
};

export type WorkerOptions = {
  /** Also the `owner` label of all its sandboxes. */
  workerId: string;
  database: Database;
  source: InstanceSource;
  checker: Checker;
  evaluator: TreeEvaluator;
  runsDir: string;
  log: Logger;
  /** Evaluations at a time. */
  slots: number;
  /** Patch checks at a time. */
  checkers: number;
  /** Stops the worker: nothing is finished, everything is released. */
  signal: AbortSignal;
  /** Ends the worker by itself, when what it was started for is done. */
  until?: () => boolean;
  only?: JobFilter;
  /** What happens while results cannot be kept: a service waits, a command ends with a WorkerFault. */
  withoutRunsFolder?: "wait" | "end";
  onProgress?: OnProgress;
  timings?: Partial<WorkerTimings>;
};

/** What the jobs of a worker share. */
export type WorkerContext = Omit<WorkerOptions, "timings" | "onProgress"> & {
  tell: OnProgress;
  timings: WorkerTimings;
  ability: Ability;
  /** Tries the runs folder and asks the sandbox again whether it is there. */
  probe(): Promise<boolean>;
  /** Tries the runs folder alone. */
  canKeep(): boolean;
  databaseFile: DatabaseWatch;
};

/** A job in work: its signal is aborted when the worker stops or the claim is lost. */
export type RunningJob = { claim: Claim; signal: AbortSignal };

/** The jobs in work, by job id. */
export type Running = Map<number, { job: ClaimedJob; abort: AbortController; done: Promise<void> }>;
