import { randomBytes } from "node:crypto";
import { instancesOfSet } from "@/lib/benchmark/dataset";
import { setHash } from "@/lib/benchmark/hashes";
import type { Queryable } from "@/lib/db/client";
import { experimentById, experimentByKey } from "@/lib/db/queries/experiments";
import { countDrafts, saveUpload, type UploadRow, uploadOfFile } from "@/lib/db/queries/uploads";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { OFFICIAL_K } from "@/lib/domain/predictions/types";
import type { Problem } from "@/lib/domain/problem";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { type Intake, inspectPredictions } from "@/lib/services/intake";
import { create, type ExperimentInput, keyOfInput } from "@/lib/services/submit";
import { RowProblem } from "@/lib/services/submit-rows";
import { shownFileName } from "./file-name";
import { MOST_DRAFTS } from "./limits";
import { type Received, receiveUpload, type UploadSource, uploadsFolder } from "./receive";
import { DISK_FULL, isDiskFull, type Refused, refused } from "./refusal";
import type { Portal } from "./site";
import { takeUploadSlot } from "./slots";
import { storePatches } from "./store-patches";

export type NewUpload = {
  userId: string;
  set: BenchmarkSet;
  fileName: string | null;
  source: UploadSource;
  now?: number;
  stallMs?: number;
};

/** known: the same file was here before, and its row stands as it was. */
export type Uploaded = { status: "uploaded"; uploadId: string; known: boolean };

/**
 * Takes a predictions file in: receives it, checks all of it, and makes a draft whose patches a worker checks at
 * once. Nothing is queued or counted. Sending the same file again, from wherever, leads to the same upload.
 */
export async function takeUpload(portal: Portal, upload: NewUpload): Promise<Uploaded | Refused> {
  const { config, database, benchmark } = portal;
  if (config.portal.evaluation === "closed") return CLOSED;
  if (instancesOfSet(benchmark, upload.set).length === 0) {
    return refused("unavailable", `This installation has no instance of the ${upload.set} set.`);
  }
  const release = takeUploadSlot(upload.userId);
  if (release === null) {
    return refused("busy", "Other uploads are on their way.", "Try again in a minute.", Date.now() + 60_000);
  }
  try {
    const { uploadBytes: maxBytes, uploadFreeBytes: freeBytes } = config.portal;
    const limits = { maxBytes, freeBytes, ...(upload.stallMs ? { stallMs: upload.stallMs } : {}) };
    const received = await receiveUpload(upload.source, uploadsFolder(database.file), limits);
    if (received.status === "refused") return received;
    try {
      return await keep(portal, upload, received);
    } finally {
      await received.remove();
    }
  } catch (error) {
    if (isDiskFull(error)) return DISK_FULL;
    throw error;
  } finally {
    release();
  }
}

export const CLOSED = refused(
  "closed",
  "This installation takes no submissions at present.",
  "Evaluate the file on your own machine: swe-game-bench evaluate-predictions.",
);

async function keep(portal: Portal, upload: NewUpload, received: Received): Promise<Uploaded | Refused> {
  const { database, benchmark } = portal;
  const { set, userId } = upload;
  const datasetHash = setHash(benchmark, set);
  const known = uploadOfFile(database.query, { userId, set, fileSha256: received.sha256 });
  if (known && isUpToDate(database.query, known, datasetHash)) {
    return { status: "uploaded", uploadId: known.id, known: true };
  }
  // The portal takes whole sets alone, as the reference asks of official submissions; parts are smoke tests for
  // one's own machine.
  const intake = await inspectPredictions(received.file, benchmark, { set, k: OFFICIAL_K });
  const row = rowOf(upload, received, intake);
  if (intake.status === "rejected" || !intake.identity) return saveInvalid(portal, row);
  const rows = await storePatches(database, intake);
  const input: ExperimentInput = {
    source: "portal",
    fileName: row.fileName,
    fileSha256: row.fileSha256,
    identity: intake.identity,
    set,
    k: OFFICIAL_K,
    instanceIds: intake.instanceIds,
    official: intake.official,
    datasetHash,
    ownerId: userId,
    draft: true,
    rows,
  };
  try {
    return saveDraft(portal, row, input);
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error;
    return saveInvalid(portal, { ...row, problems: [error.problem], errors: 1 });
  }
}

/** A draft or a submission of this very dataset and harness: there is nothing to look at again. */
function isUpToDate(q: Queryable, { state, experimentId }: UploadRow, datasetHash: string): boolean {
  if (state === "invalid" || state === "discarded" || experimentId === null) return false;
  const experiment = experimentById(q, experimentId);
  return experiment?.datasetHash === datasetHash && experiment.harnessVersion === HARNESS_VERSION;
}

function rowOf(upload: NewUpload, received: Received, intake: Intake): UploadRow {
  const now = upload.now ?? Date.now();
  const problems: Problem[] = [...intake.problems, ...intake.warnings];
  return {
    id: randomBytes(8).toString("hex"),
    userId: upload.userId,
    fileName: shownFileName(upload.fileName),
    fileSha256: received.sha256,
    bytes: received.bytes,
    rows: intake.rows.length,
    set: upload.set,
    state: "invalid",
    problems,
    errors: intake.problems.length + intake.more.problems,
    warnings: intake.warnings.length + intake.more.warnings,
    experimentId: null,
    createdAt: now,
    updatedAt: now,
  };
}

function saveInvalid({ database }: Portal, row: UploadRow): Uploaded {
  return database.write((tx) => {
    const known = uploadOfFile(tx, row);
    return { status: "uploaded", uploadId: saveUpload(tx, row), known: known !== null };
  });
}

/** One transaction: two uploads of one file at once find one draft. */
function saveDraft({ database }: Portal, row: UploadRow, input: ExperimentInput): Uploaded | Refused {
  return database.write((tx) => {
    const key = keyOfInput(input);
    const before = uploadOfFile(tx, row);
    const known = experimentByKey(tx, key);
    if (!known && countDrafts(tx, row.userId) >= MOST_DRAFTS) return TOO_MANY_DRAFTS;
    const experimentId = known?.id ?? create(tx, key, input, row.createdAt).experimentId;
    const state = known && known.state !== "draft" ? "submitted" : "draft";
    const uploadId = saveUpload(tx, { ...row, state, experimentId });
    return { status: "uploaded", uploadId, known: before !== null && known !== null };
  });
}

const TOO_MANY_DRAFTS = refused(
  "conflict",
  `You have ${MOST_DRAFTS} dry runs that are not submitted.`,
  "Submit or discard one of them first.",
);
