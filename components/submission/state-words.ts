import type { SubmissionState } from "@/lib/domain/submission-view";

/** Where a submission stands, as people read it. */
export const STATE_WORDS: Record<SubmissionState, string> = {
  invalid: "Has problems",
  draft: "Dry run",
  "waiting-for-approval": "Waits for a maintainer",
  rejected: "Not accepted",
  queued: "Queued",
  running: "Running",
  complete: "Complete",
  incomplete: "Incomplete",
  cancelled: "Cancelled",
  withdrawn: "Withdrawn",
  discarded: "Discarded",
};

/** One sentence on what it means, and what comes next. */
export const STATE_SENTENCES: Record<SubmissionState, string> = {
  invalid: "The file was read to its end and cannot be evaluated as it is. Nothing was queued or counted.",
  draft: "Nothing is queued, counted or shown to anybody else until you submit it.",
  "waiting-for-approval": "A maintainer looks at it first. Nobody else sees it until then.",
  rejected: "A maintainer did not agree to evaluate it. Nobody else sees it.",
  queued: "Workers take it up in its turn. You may close this page.",
  running: "Workers evaluate it. You may close this page.",
  complete: "Every attempt has its outcome.",
  incomplete: "Some attempts ended in a failure of our machinery. They are never counted: run them again.",
  cancelled: "It was stopped before all attempts were settled. It can be taken up where it was.",
  withdrawn: "It is on no list any more. Its address stays and says so.",
  discarded: "Nothing of it is kept. Upload the file again to look at it anew.",
};
