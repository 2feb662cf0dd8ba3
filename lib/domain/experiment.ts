import type { BenchmarkSet } from "./instance";
import type { Outcome } from "./outcome";
import type { TestResult } from "./run";

/** What makes two runs the same system: exact code points; temperature in canonical decimal or null. */
export type ExperimentIdentity = {
  agent: string;
  model: string;
  temperature: string | null;
};

/** One attempt of an experiment, as far as it has come. */
export type AttemptResult = {
  instanceId: string;
  runId: number;
  /** null until it is settled. */
  outcome: Outcome | null;
  /** One sentence on the outcome; null until it is settled. */
  reason: string | null;
  /** The patch was not empty and git applied it (a refused patch counts); null until it was checked. */
  applied: boolean | null;
  fileHit: boolean;
  fileHitAny: boolean;
  /** Paths whose content differs from the base. */
  touched: readonly string[];
  /** Lower-case hex SHA-256 of the patch bytes; null for a null patch. */
  patchSha256: string | null;
  /** Tree that was run; equal trees share one evaluation. */
  gradedTree: string | null;
  tests: readonly TestResult[];
  durationMs: number | null;
};

/** Where the numbers come from. Every field is optional in practice: null means unknown. */
export type Provenance = {
  harnessVersion: string | null;
  /** Digest of the dataset's definition of the set. */
  datasetDigest: string | null;
  /** Digest over the sorted attempts, so that the order of rows in the file does not matter. */
  predictionsDigest: string | null;
  /** Editor image digests by Unity bucket. */
  images: Readonly<Record<string, string>>;
  submittedAt: string | null;
  completedAt: string | null;
};

/** Everything reports, pages and metrics need to know about one experiment. */
export type ExperimentResult = {
  identity: ExperimentIdentity;
  set: BenchmarkSet;
  /** Attempts an instance must have. */
  k: number;
  /** Set by a maintainer's audit alone, never by a submitter. */
  verified: boolean;
  /** The whole set (or the chosen instances of a smoke test), in dataset order. */
  expectedInstanceIds: readonly string[];
  /** The whole set with k rows an instance was handed in; a smoke test is never complete. */
  official: boolean;
  attempts: readonly AttemptResult[];
  provenance: Provenance;
  /** Publication placeholders of the documented format. */
  logs: string | null;
  logsUrl: string | null;
  /** Whose it is; absent or null for this installation's own. Submissions of two are never one history. */
  submitter?: string | null;
};

/** Provenance of which nothing is known. */
export const UNKNOWN_PROVENANCE: Provenance = {
  harnessVersion: null,
  datasetDigest: null,
  predictionsDigest: null,
  images: {},
  submittedAt: null,
  completedAt: null,
};

/** Settled by the attempt itself; infra-error is our failure and is run again. */
export function isCounted(attempt: Pick<AttemptResult, "outcome">): boolean {
  return attempt.outcome !== null && attempt.outcome !== "infra-error";
}

export type ApplicationStatus = "applied" | "refused" | "empty" | "malformed" | "rejected" | "unchecked";

/** How far the patch text came, in the word that reports use. */
export function applicationStatus(attempt: Pick<AttemptResult, "outcome" | "applied">): ApplicationStatus {
  switch (attempt.outcome) {
    case "patch-empty":
      return "empty";
    case "patch-malformed":
      return "malformed";
    case "patch-rejected":
      return "rejected";
    case "patch-refused":
      return "refused";
    default:
      return attempt.applied === true ? "applied" : "unchecked";
  }
}
