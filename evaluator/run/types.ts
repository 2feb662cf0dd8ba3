import type { SandboxProvider } from "@/evaluator/sandbox/types";
import type { Licence } from "@/evaluator/unity/licence";
import type { RunLimits } from "@/evaluator/unity/limits";
import type { RunObservation } from "@/lib/domain/run";
import type { Logger } from "@/lib/log";

/** Why our own machinery could not run an evaluation. */
export type InfraReason =
  | "licence"
  | "image"
  | "sandbox"
  | "disk"
  | "packages"
  | "project"
  | "dataset"
  | "git";
export type InfraFailure = {
  status: "infra";
  reason: InfraReason;
  message: string;
  mend: string;
  cause?: unknown;
};
export type Cancelled = { status: "cancelled" };

/** What every run needs. */
export type RunDeps = {
  sandbox: SandboxProvider;
  /** Labels of this installation and worker: leftovers are found by them. */
  labels: Readonly<Record<string, string>>;
  log: Logger;
};

/** What the runs of one instance share. */
export type RunPlan = {
  image: string;
  limits: RunLimits;
  licence: Licence;
  /** The Unity project's folder inside the repository. */
  projectPath: string;
  /** Asks the machine, not the log. */
  diskIsFull: () => Promise<boolean>;
};

/** One suite's run: what grading reads, and what is kept for people. */
export type SuiteRun = {
  observation: RunObservation;
  /** The kept log, without secrets. */
  log: Uint8Array;
  /** The results file as it was found, also when it was not believed. */
  foundXml: Uint8Array | null;
};

export function infra(reason: InfraReason, message: string, mend = "", cause?: unknown): InfraFailure {
  return { status: "infra", reason, message, mend, cause };
}
