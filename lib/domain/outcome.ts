/** The closed list of outcomes of an attempt; the same words in database, reports, pages and CLI. */
export const OUTCOMES = [
  "passed",
  "failed",
  "compile-error",
  "no-results",
  "timed-out",
  "out-of-memory",
  "crashed",
  "patch-empty",
  "patch-malformed",
  "patch-rejected",
  "patch-refused",
  "infra-error",
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes that the patch alone decides, before anything runs. */
export const PATCH_OUTCOMES = [
  "patch-empty",
  "patch-malformed",
  "patch-rejected",
  "patch-refused",
] as const satisfies readonly Outcome[];

export type PatchOutcome = (typeof PATCH_OUTCOMES)[number];

export type OutcomeGroup = "passed" | "failed" | "patch" | "infra";

const GROUPS: Record<Outcome, OutcomeGroup> = {
  passed: "passed",
  failed: "failed",
  "compile-error": "failed",
  "no-results": "failed",
  "timed-out": "failed",
  "out-of-memory": "failed",
  crashed: "failed",
  "patch-empty": "patch",
  "patch-malformed": "patch",
  "patch-rejected": "patch",
  "patch-refused": "patch",
  "infra-error": "infra",
};

/** The family an outcome is coloured by. */
export function outcomeGroup(outcome: Outcome): OutcomeGroup {
  return GROUPS[outcome];
}

/** One plain sentence for each outcome, for legends and tooltips. */
export const OUTCOME_SENTENCES: Record<Outcome, string> = {
  passed: "Every expected hidden test passed.",
  failed: "At least one expected hidden test did not pass.",
  "compile-error": "The project did not compile with this patch.",
  "no-results": "The editor ended without a readable results file.",
  "timed-out": "The run reached its time limit and was stopped.",
  "out-of-memory": "The run reached its memory limit and was stopped.",
  crashed: "The editor crashed before it wrote results.",
  "patch-empty": "The attempt holds no patch.",
  "patch-malformed": "The text is not a patch that git can read.",
  "patch-rejected": "The patch does not apply to the base commit.",
  "patch-refused": "The patch touches paths that no patch may touch.",
  "infra-error": "Our machinery failed; this is not counted as an attempt.",
};
