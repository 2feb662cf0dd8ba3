import type { BenchmarkSet } from "./instance";
import type { Outcome } from "./outcome";
import type { GridCell, SystemName } from "./views";

/** The ten attempts of one instance, to step through. */
export type AttemptNeighbours = {
  cells: GridCell[];
  previous: string | null;
  next: string | null;
};

export type TouchedFileView = {
  path: string;
  status: "A" | "M" | "D" | "T";
  target: boolean;
  modeOnly: boolean;
  overwritten: boolean;
};

export type TestCaseView = {
  suite: string;
  fullName: string;
  result: "Passed" | "Failed" | "Skipped" | "Inconclusive" | "Missing";
  label: string | null;
  expected: boolean;
  durationMs: number | null;
  /** Only for the sample set: a message can quote the hidden tests. */
  message: string | null;
  stackTrace: string | null;
};

export type EvaluationView = {
  id: string;
  gradedTree: string;
  imageName: string;
  imageDigest: string;
  harnessVersion: string;
  durationMs: number | null;
  editorMs: number | null;
  startedAt: number | null;
  settledAt: number | null;
  infraRetries: number;
  notes: string[];
  /** Attempts of the same experiment that share it, and how many others do. */
  sharedWith: { instanceId: string; runId: number; href: string }[];
  sharedElsewhere: number;
};

/** The end of the editor's log; `withheld` for sets whose hidden tests a log could quote. */
export type LogView =
  | { status: "shown"; fileName: string; text: string; omittedBytes: number; href: string }
  | { status: "withheld" }
  | { status: "none" };

export type PatchView = {
  sha256: string;
  size: number;
  text: string;
  /** Bytes beyond the display limit. */
  omittedBytes: number;
  /** The bytes are not UTF-8: some characters are shown as replacements. */
  lossy: boolean;
  repaired: boolean;
  href: string;
};

export type AttemptView = {
  experiment: SystemName & { id: string; set: BenchmarkSet; k: number; standin: boolean };
  instance: { id: string; title: string | null; targets: number };
  runId: number;
  state: GridCell["state"];
  outcome: Outcome | null;
  reason: string | null;
  checked: boolean;
  parseable: boolean | null;
  fileHit: boolean | null;
  fileHitAny: boolean | null;
  targetsHit: number;
  doneAt: number | null;
  hints: string[];
  refusals: { path: string; message: string }[];
  flags: { path: string; rule: string; message: string; line: string | null }[];
  touched: TouchedFileView[];
  patch: PatchView | null;
  evaluation: EvaluationView | null;
  /** Whether this reader is told what hidden tests say; without it messages, notes and logs are kept back. */
  details: boolean;
  tests: TestCaseView[];
  /** Tests that are not told of: those that the project or the patch brought. */
  testsKept: number;
  log: LogView;
  neighbours: AttemptNeighbours;
};
