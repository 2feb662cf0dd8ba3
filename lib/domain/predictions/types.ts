import type { ExperimentIdentity } from "@/lib/domain/experiment";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Problem } from "@/lib/domain/problem";

/** Rows an instance of an official submission. */
export const OFFICIAL_K = 10;

/** What a submitter tells of an attempt's cost; null where nothing is told. */
export type AttemptUsage = {
  costUsd: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
};

export type PredictionRow = {
  line: number;
  instanceId: string;
  runId: number;
  hasPatch: boolean;
  /** Absent when the row tells nothing. */
  usage?: AttemptUsage;
};

export type PredictionsOptions = {
  set: BenchmarkSet;
  /** Ids of the set's instances, in dataset order. */
  instances: Iterable<string>;
  /** The set of an instance that is not in `set`; null when nobody knows it. */
  otherSetOf(instanceId: string): BenchmarkSet | null;
  k: number;
  /** Chosen instances of a smoke test; rows of the set's other instances are left out. */
  only?: readonly string[];
  /** Fewer than k rows an instance are warnings; the experiment is then not official. */
  allowIncomplete?: boolean;
  /**
   * Called for each row that is right in itself, with its patch text, so that the text need not be kept.
   * Whether the file as a whole is accepted is known only after `finish`.
   */
  onRow?(row: PredictionRow, patch: string | null): void;
};

export type PredictionsResult = {
  status: "accepted" | "rejected";
  /** Null when the rows do not agree on one. */
  identity: ExperimentIdentity | null;
  /** Instances the experiment covers, in dataset order. */
  instanceIds: string[];
  rows: PredictionRow[];
  /** Rows of instances that were not asked for. */
  leftOut: number;
  /** The whole set with exactly 10 rows an instance. */
  official: boolean;
  /** Everything that is wrong, in the order of the file, up to a bound. */
  problems: Problem[];
  warnings: Problem[];
  /** Problems and warnings beyond the bound. */
  more: { problems: number; warnings: number };
};

export type PredictionsParser = {
  /** Takes the bytes of one line, without its line feed. */
  push(lineBytes: Uint8Array, lineNumber: number): void;
  /** Takes note of a line that was too long to read. */
  pushLongLine(sizeBytes: number, limitBytes: number, lineNumber: number): void;
  /** True once the file cannot be JSON Lines: what follows is not read. */
  readonly stopped: boolean;
  finish(): PredictionsResult;
};
