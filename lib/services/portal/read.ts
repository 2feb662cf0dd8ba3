import { createHash } from "node:crypto";
import type { Queryable } from "@/lib/db/client";
import { attemptCounts } from "@/lib/db/queries/attempts";
import { evaluationCounts } from "@/lib/db/queries/evaluations";
import { jobsAhead } from "@/lib/db/queries/jobs";
import { mayAlter, type Reader } from "@/lib/domain/access";
import { instanceHref } from "@/lib/domain/links";
import { submissionFunnel } from "@/lib/domain/submission-funnel";
import type {
  SubmissionActions,
  SubmissionDetail,
  SubmissionExperiment,
  SubmissionState,
  SubmissionView,
} from "@/lib/domain/submission-view";
import { type ReadContext, readContext } from "@/lib/services/read/context";
import { instanceGrid } from "@/lib/services/read/grid";
import { cellsOfExperiments, readableOf } from "@/lib/services/read/queries";
import { submissionFacts } from "@/lib/services/read/submission-facts";
import { attemptChecks, checkCounts, usageTotals } from "./checks";
import { secondsLeft } from "./estimate";
import { type Found, findSubmission } from "./find";
import { DRAFT_MS } from "./limits";
import { quotaOf } from "./quota";

type Made = NonNullable<Found["made"]>;

/** Everything about a submission but its long lists; null when it is not there for this reader. */
export function readSubmission(
  id: string,
  reader: Reader,
  context: ReadContext = readContext(),
  now = Date.now(),
): SubmissionView | null {
  if (context.database === null) return null;
  const q = context.database.query;
  const found = findSubmission(q, id, reader);
  if (found === null) return null;
  const { upload, made } = found;
  const { quota: limits, evaluation } = context.config.portal;
  const own = reader !== null && reader.id === upload.userId;
  const view = {
    id: upload.id,
    set: upload.set,
    state: stateOf(found),
    fileName: upload.fileName,
    fileSha256: upload.fileSha256,
    bytes: upload.bytes,
    rows: upload.rows,
    createdAt: upload.createdAt,
    updatedAt: upload.updatedAt,
    expiresAt: upload.state === "draft" ? upload.updatedAt + DRAFT_MS : null,
    problems: upload.problems,
    errors: upload.errors,
    warnings: upload.warnings,
    experiment: made && experimentOf(q, made),
    actions: actionsOf(found, reader),
    quota: own ? quotaOf(q, limits, { userId: upload.userId, set: upload.set, now }) : null,
    evaluation,
  };
  return { ...view, version: versionOf(view) };
}

/** Changes with what is shown, but for the estimate, which moves all the time. */
function versionOf(view: Omit<SubmissionView, "version">): string {
  const { experiment } = view;
  const steady = experiment && { ...experiment, progress: { ...experiment.progress, secondsLeft: null } };
  return createHash("sha256")
    .update(JSON.stringify({ ...view, experiment: steady }))
    .digest("hex")
    .slice(0, 16);
}

/** Where it stands, in one word. */
export function stateOf({ upload, made }: Found): SubmissionState {
  if (upload.state !== "submitted" || made === null)
    return upload.state === "submitted" ? "discarded" : upload.state;
  const { submission, experiment } = made;
  if (submission.withdrawnAt !== null) return "withdrawn";
  if (submission.approval === "rejected") return "rejected";
  if (experiment.state === "cancelled") return "cancelled";
  if (submission.approval === "waiting") return "waiting-for-approval";
  return experiment.state;
}

function experimentOf(q: Queryable, { experiment, submission }: Made): SubmissionExperiment {
  const { id, agent, model, temperature, k, official, current, datasetHash } = experiment;
  const draft = experiment.state === "draft";
  const counts = attemptCounts(q, id);
  const runs = evaluationCounts(q, id);
  const open = experiment.state === "queued" || experiment.state === "running";
  const total = counts.waiting + counts.checked + counts.done;
  return {
    id,
    agent,
    model,
    temperature,
    k,
    instances: experiment.instanceIds.length,
    official,
    current,
    datasetHash,
    confirmedAt: draft ? null : experiment.createdAt,
    finishedAt: experiment.finishedAt,
    facts: submissionFacts(submission),
    approvalNote: submission.approvalNote,
    progress: {
      attempts: { total, unchecked: counts.waiting, done: counts.done, infra: counts.infra },
      runs: { total: runs.total, settled: runs.settled, running: runs.running },
      jobsBefore: open ? jobsAhead(q, id) : null,
      secondsLeft: open ? secondsLeft(q, id) : null,
    },
    checks: checkCounts(q, id),
    usage: usageTotals(q, id),
  };
}

function actionsOf({ upload, made }: Found, reader: Reader): SubmissionActions {
  const own = reader !== null && reader.id === upload.userId;
  const submitted = upload.state === "submitted" && made !== null && mayAlter(reader, readableOf(made));
  const state = made?.experiment.state;
  const withdrawn = made !== null && made.submission.withdrawnAt !== null;
  const rejected = made?.submission.approval === "rejected";
  const open = submitted && !withdrawn && !rejected;
  return {
    confirm: own && upload.state === "draft",
    discard: upload.state === "draft" || upload.state === "invalid",
    cancel: open && (state === "queued" || state === "running"),
    withdraw: open,
    hide: open && made.submission.visibility === "public",
    show: open && made.submission.visibility === "hidden",
    rerun: open && (state === "incomplete" || state === "cancelled"),
  };
}

/** The long lists of a submission. */
export function readSubmissionDetail(
  id: string,
  reader: Reader,
  context: ReadContext = readContext(),
): SubmissionDetail | null {
  if (context.database === null) return null;
  const q = context.database.query;
  const found = findSubmission(q, id, reader);
  if (found === null) return null;
  if (found.made === null) return { grid: [], funnel: [], checks: [] };
  const { experiment } = found.made;
  const cells = cellsOfExperiments(q, [experiment]).get(experiment.id) ?? [];
  const draft = experiment.state === "draft";
  return {
    grid: instanceGrid(experiment.instanceIds, cells, instanceHref, { applied: draft }),
    funnel: draft ? [] : submissionFunnel(cells),
    checks: attemptChecks(q, experiment),
  };
}
