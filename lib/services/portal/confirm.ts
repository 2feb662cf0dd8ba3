import { eq } from "drizzle-orm";
import { setHash } from "@/lib/benchmark/hashes";
import type { Queryable } from "@/lib/db/client";
import { reopenInfraErrors } from "@/lib/db/queries/attempts";
import { updateExperiment } from "@/lib/db/queries/experiments";
import { ensureJobs } from "@/lib/db/queries/jobs";
import { updateUpload } from "@/lib/db/queries/uploads";
import { submissions } from "@/lib/db/schema";
import type { Reader } from "@/lib/domain/access";
import type { SubmissionAbout } from "@/lib/domain/portal";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { settleCurrent } from "@/lib/services/current";
import { recordEvent } from "@/lib/services/events";
import { PRIORITY } from "@/lib/services/limits";
import { type ExperimentRow, type Found, findSubmission, type SubmissionRow } from "./find";
import { quotaOf } from "./quota";
import { NOT_FOUND, type Refused, refused } from "./refusal";
import type { Portal } from "./site";
import { CLOSED } from "./upload";

export type Confirmed = { status: "ok"; changed: boolean };
type Made = NonNullable<Found["made"]>;

/**
 * Submits a dry run: it is queued, counted, and takes its place once it may. Confirming again changes nothing,
 * so a double click or a second tab does no harm.
 */
export function confirmUpload(
  { config, database, benchmark }: Portal,
  id: string,
  request: { reader: Reader; about: SubmissionAbout; visibility?: "public" | "hidden"; now?: number },
): Confirmed | Refused {
  const { reader, about, now = Date.now() } = request;
  return database.write((tx): Confirmed | Refused => {
    const found = findSubmission(tx, id, reader);
    if (found === null || reader === null || found.upload.userId !== reader.id) return NOT_FOUND;
    if (found.upload.state === "submitted") return { status: "ok", changed: false };
    const { upload, made } = found;
    if (upload.state !== "draft" || made === null) return NOT_A_DRAFT;
    if (config.portal.evaluation === "closed") return CLOSED;
    const { experiment } = made;
    const stale =
      experiment.datasetHash !== setHash(benchmark, experiment.set) ||
      experiment.harnessVersion !== HARNESS_VERSION;
    if (stale) return STALE;
    const quota = quotaOf(tx, config.portal.quota, { userId: reader.id, set: upload.set, now });
    if (quota.left === 0) return spent(quota.limit, upload.set, quota.resetsAt);
    const approval = config.portal.evaluation === "approval" ? "waiting" : "not-needed";
    const change = { about, approval, visibility: request.visibility ?? "public", createdAt: now } as const;
    tx.update(submissions).set(change).where(eq(submissions.id, experiment.submissionId)).run();
    updateUpload(tx, upload.id, { state: "submitted", updatedAt: now });
    updateExperiment(tx, experiment.id, { state: "queued", createdAt: now });
    const event = { at: now, actor: reader.id, subject: experiment.id };
    recordEvent(tx, { ...event, kind: "submission.confirmed", data: { uploadId: upload.id, approval } });
    if (approval === "not-needed") letIn(tx, made, reader.id, now);
    return { status: "ok", changed: true };
  });
}

const NOT_A_DRAFT = refused(
  "conflict",
  "This is no dry run that could be submitted.",
  "Upload a file first.",
);
const STALE = refused(
  "conflict",
  "The dataset or the harness has changed since this dry run.",
  "Upload the same file again to see what it is now.",
);

export function spent(limit: number, set: string, resetsAt: number): Refused {
  const text = `All ${limit} submissions to the ${set} set of today are used.`;
  const mend = `The next day begins on ${new Date(resetsAt).toISOString().slice(0, 10)} at 00:00 UTC.`;
  return refused("quota", text, mend, resetsAt);
}

/** Queues a submission and gives it its place. The check job finds what is left to check, then plans. */
export function letIn(tx: Queryable, { experiment, submission }: Made, actor: string, now: number): void {
  reopenInfraErrors(tx, experiment.id);
  queueWork(tx, experiment.id, now);
  settleCurrent(tx, systemOf(experiment, submission), actor, now);
}

export function queueWork(tx: Queryable, experimentId: string, now: number): void {
  const job = { kind: "check", state: "queued", priority: PRIORITY.check, createdAt: now } as const;
  ensureJobs(tx, [{ ...job, experimentId }]);
}

/** What `settleCurrent` compares a submission by. */
export function systemOf(experiment: ExperimentRow, submission: Pick<SubmissionRow, "userId">) {
  return { ...experiment, ownerId: submission.userId };
}
