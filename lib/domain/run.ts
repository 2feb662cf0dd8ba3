import type { TestSuite } from "./instance";
import type { Outcome } from "./outcome";

/** How an editor process ended, seen from outside the sandbox. */
export type RunEnd =
  | { kind: "exited"; code: number }
  | { kind: "timed-out"; limitSeconds: number }
  | { kind: "stalled"; silentSeconds: number }
  | { kind: "out-of-memory"; limitBytes: number }
  | { kind: "disk-full"; limitBytes: number }
  | { kind: "sandbox-lost"; message: string };

/** A line of the editor's log that explains the end of a run. */
export type CompileError = { file: string; line: number; column: number; code: string; message: string };
/** A line that is known; `means` says in words what it stands for. */
type KnownLine<K extends string> = { kind: K; line: string; means?: string };
export type Blame = "candidate" | "hidden-test" | "infrastructure";
export type LogFinding =
  | { kind: "compile-error"; errors: CompileError[]; blame: Blame }
  | KnownLine<"licence">
  | KnownLine<"packages">
  | KnownLine<"project-locked">
  | KnownLine<"crash">
  /** The test framework could not write its results file, and said so. */
  | KnownLine<"unsaved">
  /** `confirmed`: said before code of the project could run, or the disk was seen to be full from outside. */
  | (KnownLine<"disk"> & { confirmed: boolean })
  /** Seen from outside: the results file changed after it was saved, or its watcher was ended. */
  | { kind: "tampered"; line: string };

/** A test that must fail with the nonce: shows that the results come from this run. */
export type Canary = { fullName: string; nonce: string };

/** What one editor run of one suite left behind; grading reads nothing else. */
export type RunObservation = {
  suite: TestSuite;
  end: RunEnd;
  /** The results file as bytes; null when none was written during this run. */
  xml: Uint8Array | null;
  /** True when the file was larger than the limit and is cut. */
  xmlTruncated: boolean;
  findings: LogFinding[];
  /** The log says that the test framework saved its results. */
  savedLine: boolean;
  canary: Canary | null;
  startedAt: string;
  durationMs: number;
};

/** Names that the oracle run passed, by suite index. */
export type ExpectedTests = string[][];

export type TestResult = {
  suite: number;
  fullName: string;
  className: string;
  result: "Passed" | "Failed" | "Skipped" | "Inconclusive" | "Missing";
  label: string | null;
  durationMs: number | null;
  message: string | null;
  stackTrace: string | null;
  expected: boolean;
};

/** The verdict on one evaluation. */
export type Grade = {
  outcome: Outcome;
  /** One sentence: what happened. */
  reason: string;
  tests: TestResult[];
  /** Contradictions in the results that an auditor should see. */
  notes: string[];
};
