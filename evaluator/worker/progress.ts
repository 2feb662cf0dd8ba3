import type { EvaluationRole } from "@/lib/db/schema";
import type { Outcome } from "@/lib/domain/outcome";

type OfEvaluation = { evaluationId: string; instanceId: string; role: EvaluationRole };

/** What a worker tells while it works, for progress displays. */
export type WorkerEvent =
  | { type: "started"; workerId: string; slots: number; canEvaluate: boolean; note: string }
  /** The sandbox came or went. */
  | { type: "ability"; canEvaluate: boolean; note: string }
  /** Jobs of lost workers returned to the queue. */
  | { type: "recovered"; workers: number; jobs: number }
  | { type: "checked"; experimentId: string; done: number; total: number }
  | { type: "planned"; experimentId: string; attached: number; cached: number; unavailable: number }
  | ({ type: "evaluation-started" } & OfEvaluation)
  | ({ type: "evaluation-line"; line: string } & OfEvaluation)
  | ({
      type: "evaluation-settled";
      outcome: Outcome;
      reason: string;
      durationMs: number;
      /** Attempts that got their outcome by it. */
      attempts: number;
    } & OfEvaluation)
  | ({ type: "evaluation-retry"; outcome: Outcome; reason: string; notBefore: number } & OfEvaluation)
  | { type: "experiment-finished"; experimentId: string }
  | { type: "job-failed"; kind: "check" | "plan" | "evaluate"; reason: string }
  | { type: "stopped" };

export type OnProgress = (event: WorkerEvent) => void;
