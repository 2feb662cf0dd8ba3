import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "@/lib/db/client";
import { attemptCounts, detachOpenAttempts, reopenInfraErrors } from "@/lib/db/queries/attempts";
import {
  type ExperimentRow,
  experimentByKey,
  foldersOfSlug,
  insertExperiment,
  insertSubmission,
  setSubmissionRows,
  supersedeRivals,
  updateExperiment,
} from "@/lib/db/queries/experiments";
import { ensureJobs } from "@/lib/db/queries/jobs";
import type { ExperimentIdentity } from "@/lib/domain/experiment";
import { experimentSlug } from "@/lib/domain/experiment-slug";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { Problem } from "@/lib/domain/problem";
import type { ExperimentSource } from "@/lib/domain/results-folder";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { recordEvent } from "./events";
import { experimentKey, idFromKey } from "./keys";
import { PRIORITY } from "./limits";
import { insertRows, RowProblem, type StoredRow, type SubmittedRow } from "./submit-rows";

export type { SubmittedRow };

export type ExperimentInput = {
  source: ExperimentSource;
  fileName: string;
  fileSha256: string;
  identity: ExperimentIdentity;
  set: BenchmarkSet;
  k: number;
  /** Instances that the experiment covers, in dataset order. */
  instanceIds: readonly string[];
  /** Every instance of the set has its k rows. */
  official: boolean;
  datasetHash: string;
  /** Whose it is; absent for what this installation's own command line hands in. */
  ownerId?: string;
  /** A dry run: its patches are checked, and nothing is planned, queued or counted. */
  draft?: true;
  /** Read once, inside the transaction, so that a large file is never in memory as a whole. */
  rows: Iterable<SubmittedRow | StoredRow>;
  now?: number;
};

export type SubmitResult =
  | {
      status: "created" | "resumed";
      experimentId: string;
      folder: string;
      /** Experiments that this one replaces as the current row of its identity. */
      superseded: string[];
      /** Attempts that have no counted outcome yet. */
      left: number;
    }
  | { status: "refused"; problems: Problem[] };

/**
 * Makes an experiment from a submission, in one transaction. The same file again is the same experiment,
 * which goes on where it stopped; another file of the same identity becomes the current one and the
 * earlier stays as history.
 */
export function createExperiment(database: Database, input: ExperimentInput): SubmitResult {
  const now = input.now ?? Date.now();
  const key = keyOfInput(input);
  try {
    return database.write((tx) => {
      const known = experimentByKey(tx, key);
      return known ? resume(tx, known, input, now) : create(tx, key, input, now);
    });
  } catch (error) {
    if (error instanceof RowProblem) return { status: "refused", problems: [error.problem] };
    throw error;
  }
}

/** What makes a second hand-in of this input the same experiment again. */
export function keyOfInput(input: Omit<ExperimentInput, "rows">): string {
  return experimentKey({ ...input, harnessVersion: HARNESS_VERSION });
}

/** Stores a submission that is not there yet; a draft replaces nothing until it is confirmed. */
export function create(
  tx: Queryable,
  key: string,
  input: ExperimentInput,
  now: number,
): Extract<SubmitResult, { status: "created" | "resumed" }> {
  const id = idFromKey(key);
  const slug = experimentSlug(input.identity);
  const folder = nextFolder(slug, foldersOfSlug(tx, input.set, slug));
  const submissionId = randomUUID();
  insertSubmission(tx, {
    id: submissionId,
    source: input.source,
    fileName: input.fileName,
    fileSha256: input.fileSha256,
    rows: 0,
    createdAt: now,
    userId: input.ownerId ?? null,
  });
  insertExperiment(tx, {
    ...input.identity,
    id,
    key,
    slug,
    folder,
    set: input.set,
    k: input.k,
    submissionId,
    official: input.official,
    instanceIds: [...input.instanceIds],
    datasetHash: input.datasetHash,
    harnessVersion: HARNESS_VERSION,
    state: input.draft ? "draft" : "queued",
    current: !input.draft,
    createdAt: now,
  });
  const attempts = insertRows(tx, id, input);
  setSubmissionRows(tx, submissionId, attempts);
  const data = { submissionId, attempts, official: input.official };
  const event = { at: now, actor: input.ownerId ?? input.source, subject: id, data };
  recordEvent(tx, { ...event, kind: input.draft ? "submission.drafted" : "experiment.created" });
  const superseded = input.draft ? [] : makeCurrent(tx, { id, slug, ...input }, now);
  ensureJobs(tx, [
    {
      kind: "check",
      state: "queued",
      priority: PRIORITY.check,
      createdAt: now,
      experimentId: id,
    },
  ]);
  return { status: "created", experimentId: id, folder, superseded, left: attempts };
}

/** The slug itself for the first submission of an identity, then the slug with the next number. */
function nextFolder(slug: string, taken: readonly string[]): string {
  if (taken.length === 0) return slug;
  const numbers = taken.map((folder) => (folder === slug ? 1 : Number(folder.slice(slug.length + 1))));
  return `${slug}-${Math.max(...numbers) + 1}`;
}

/** The latest hand-in of an identity is the current one, also when it is an earlier file again. */
function makeCurrent(
  tx: Queryable,
  one: { id: string; slug: string } & Pick<
    ExperimentInput,
    "set" | "k" | "official" | "instanceIds" | "source" | "ownerId"
  >,
  now: number,
): string[] {
  updateExperiment(tx, one.id, { current: true });
  const superseded = supersedeRivals(tx, { ...one, ownerId: one.ownerId ?? null });
  for (const subject of superseded) {
    recordEvent(tx, {
      at: now,
      actor: one.source,
      kind: "experiment.superseded",
      subject,
      data: { by: one.id },
    });
  }
  return superseded;
}

/** Goes on with an experiment: what our machinery failed or a cancel left is queued again. */
function resume(tx: Queryable, known: ExperimentRow, input: ExperimentInput, now: number): SubmitResult {
  const reopened = reopenInfraErrors(tx, known.id);
  const counts = attemptCounts(tx, known.id);
  const left = counts.waiting + counts.checked;
  if (left > 0) {
    const over = known.state === "complete" || known.state === "incomplete" || known.state === "cancelled";
    if (over) updateExperiment(tx, known.id, { state: "queued", finishedAt: null });
    if (known.state === "cancelled") detachOpenAttempts(tx, known.id);
    ensureJobs(tx, [
      {
        kind: "check",
        state: "queued",
        priority: PRIORITY.check,
        createdAt: now,
        experimentId: known.id,
      },
    ]);
  }
  const superseded = makeCurrent(tx, { ...input, id: known.id, slug: known.slug }, now);
  if (reopened > 0 || left > 0 || superseded.length > 0) {
    const event = { at: now, actor: input.source, subject: known.id, data: { reopened } };
    recordEvent(tx, { ...event, kind: "experiment.resumed" });
  }
  return { status: "resumed", experimentId: known.id, folder: known.folder, superseded, left };
}
