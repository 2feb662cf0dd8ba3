import type { Cancelled, InfraFailure, RunDeps, SuiteRun } from "@/evaluator/run/types";
import type { TreeContext } from "@/evaluator/tree/types";
import type { LimitSettings } from "@/evaluator/unity/limits";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import type { Config } from "@/lib/config";
import type { GateVerdict } from "@/lib/domain/gate";
import type { PatchOutcome } from "@/lib/domain/outcome";
import type { PatchCheck } from "@/lib/domain/patch";
import type { ExpectedTests, Grade } from "@/lib/domain/run";

/** What an evaluator is made of; one object serves every evaluation of a process. */
export type EvaluatorDeps = RunDeps & {
  settings: LimitSettings & Pick<Config, "editorImage" | "licencePath" | "sampleDir">;
  /** Mirror, hidden tests and protection of an instance; the same object each time for one instance. */
  contextOf: (entry: InstanceEntry) => Promise<TreeContext>;
};

export type AppliedPatch = Extract<PatchCheck, { status: "applied" }>;

/** The patch alone decides: nothing was run. */
export type PatchResult = { status: "patch"; outcome: PatchOutcome; reason: string; check: PatchCheck };

/** One graded tree was run. `check` is null where no patch text stood behind it (the base). */
export type RunResult = {
  status: "graded";
  check: AppliedPatch | null;
  grade: Grade;
  runs: SuiteRun[];
  gradedTree: string;
  editor: { image: string; digest: string };
  warm: { image: string; digest: string; made: boolean; importMs: number };
  startedAt: string;
  /** From the first git process to the removed sandbox; making a warm image is not part of it. */
  durationMs: number;
  /** What the editors alone took. */
  editorMs: number;
};

export type Evaluation = PatchResult | RunResult | InfraFailure | Cancelled;

export type RunRequest = {
  entry: InstanceEntry;
  signal?: AbortSignal;
  /** Each line of the editors' logs as it comes, without secrets. */
  onLine?: (line: string) => void;
};

export type EvaluateRequest = RunRequest & {
  /** Names that the oracle run passed: what must pass here. */
  expected: ExpectedTests;
};

/** The oracle's own run finds the names; null where it does not pass. */
export type OracleEvaluation =
  | { status: "oracle"; run: RunResult; expected: ExpectedTests | null }
  | PatchResult
  | InfraFailure
  | Cancelled;

/** Both runs of a gate. `base` is null when the oracle left nothing to grade it against. */
export type Validation = {
  status: "validated";
  verdict: GateVerdict;
  oracle: RunResult | PatchResult;
  base: RunResult | null;
  expected: ExpectedTests | null;
};
