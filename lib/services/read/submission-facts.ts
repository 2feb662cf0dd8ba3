import type { SubmissionFacts } from "@/lib/domain/views";
import type { SubmissionRow } from "./queries";

/** What its submitter tells, and what became of it. */
export function submissionFacts(row: SubmissionRow): SubmissionFacts {
  const { visibility, approval, about, withdrawnAt, withdrawnBy, withdrawnReason, userId } = row;
  const by = withdrawnBy === userId ? ("submitter" as const) : ("maintainer" as const);
  const withdrawn = withdrawnAt === null ? null : { at: withdrawnAt, by, reason: withdrawnReason };
  return { visibility, approval, about, withdrawn };
}
