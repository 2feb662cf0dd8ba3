import { asc, eq } from "drizzle-orm";
import { attempts, evaluations } from "@/lib/db/schema";
import type { ProvenanceView } from "@/lib/domain/views";
import type { ReadContext } from "./context";
import type { ExperimentRow, SubmissionRow } from "./queries";

/** Where an experiment's numbers come from. */
export function readProvenance(
  context: ReadContext,
  experiment: ExperimentRow,
  submission: SubmissionRow,
): ProvenanceView {
  return {
    source: submission.source,
    fileName: submission.fileName,
    fileSha256: submission.fileSha256,
    rows: submission.rows,
    submittedAt: submission.createdAt,
    finishedAt: experiment.finishedAt,
    datasetHash: experiment.datasetHash,
    harnessVersion: experiment.harnessVersion,
    images: imagesOf(context, experiment.id),
  };
}

/** The editor images that its evaluations ran in. */
function imagesOf(context: ReadContext, experimentId: string): ProvenanceView["images"] {
  if (context.database === null) return [];
  return context.database.query
    .selectDistinct({ name: evaluations.imageName, digest: evaluations.imageDigest })
    .from(evaluations)
    .innerJoin(attempts, eq(attempts.evaluationId, evaluations.id))
    .where(eq(attempts.experimentId, experimentId))
    .orderBy(asc(evaluations.imageName), asc(evaluations.imageDigest))
    .all();
}
