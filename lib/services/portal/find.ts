import { eq } from "drizzle-orm";
import type { Queryable } from "@/lib/db/client";
import { type UploadRow, uploadById, uploadOfExperiment } from "@/lib/db/queries/uploads";
import { experiments, submissions } from "@/lib/db/schema";
import { isMaintainer, type Reader } from "@/lib/domain/access";

export type ExperimentRow = typeof experiments.$inferSelect;
export type SubmissionRow = typeof submissions.$inferSelect;

/** An upload, and the experiment that came of it. */
export type Found = {
  upload: UploadRow;
  made: { experiment: ExperimentRow; submission: SubmissionRow } | null;
};

/**
 * A submission by its own id or its experiment's, for its owner and maintainers; null for everybody else, who
 * cannot tell it from one that is not there.
 */
export function findSubmission(q: Queryable, id: string, reader: Reader): Found | null {
  const upload = uploadById(q, id) ?? uploadOfExperiment(q, id);
  if (upload === null || reader === null) return null;
  if (upload.userId !== reader.id && !isMaintainer(reader)) return null;
  return { upload, made: madeOf(q, upload) };
}

function madeOf(q: Queryable, { experimentId }: UploadRow): Found["made"] {
  if (experimentId === null) return null;
  const row = q
    .select({ experiment: experiments, submission: submissions })
    .from(experiments)
    .innerJoin(submissions, eq(submissions.id, experiments.submissionId))
    .where(eq(experiments.id, experimentId))
    .get();
  return row ?? null;
}
