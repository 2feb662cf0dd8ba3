import type { Outcome } from "@/lib/domain/outcome";
import type { TestResult } from "@/lib/domain/run";

/** What one suite's run says; `grade` combines them. */
export type SuiteVerdict = { outcome: Outcome; reason: string; tests: TestResult[]; notes: string[] };

export function verdict(
  outcome: Outcome,
  reason: string,
  more: { tests?: TestResult[]; notes?: string[] } = {},
): SuiteVerdict {
  return { outcome, reason, tests: more.tests ?? [], notes: more.notes ?? [] };
}

/**
 * From worst to best: the first that a suite has decides. Machinery comes first, since then the other
 * suites were not judged on equal terms; then what kept tests from running; then what they said.
 */
export const OUTCOME_ORDER = [
  "infra-error",
  "compile-error",
  "out-of-memory",
  "timed-out",
  "crashed",
  "no-results",
  "failed",
  "passed",
] as const satisfies readonly Outcome[];

export function worst(verdicts: readonly SuiteVerdict[]): { verdict: SuiteVerdict; index: number } | null {
  for (const outcome of OUTCOME_ORDER) {
    const index = verdicts.findIndex((one) => one.outcome === outcome);
    const found = verdicts[index];
    if (found) return { verdict: found, index };
  }
  return null;
}

/** "A", "A and B", "A, B, C and 4 more". */
export function some(items: readonly string[], limit = 3): string {
  if (items.length > limit) return `${items.slice(0, limit).join(", ")} and ${items.length - limit} more`;
  return items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? "");
}
