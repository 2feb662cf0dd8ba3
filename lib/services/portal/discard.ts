import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Database, Queryable } from "@/lib/db/client";
import {
  deleteExperiment,
  deleteUnusedPatches,
  draftsBefore,
  type UploadRow,
  updateUpload,
} from "@/lib/db/queries/uploads";
import type { Reader } from "@/lib/domain/access";
import { recordEvent } from "@/lib/services/events";
import type { Confirmed } from "./confirm";
import { findSubmission } from "./find";
import { ABANDONED_MS, DRAFT_MS } from "./limits";
import { uploadsFolder } from "./receive";
import { NOT_FOUND, type Refused, refused } from "./refusal";

/** Takes a dry run or a refused file back: nothing of it is left but that it was there. */
export function discardUpload(
  database: Database,
  id: string,
  { reader, now = Date.now() }: { reader: Reader; now?: number },
): Confirmed | Refused {
  return database.write((tx) => {
    const found = findSubmission(tx, id, reader);
    if (found === null || reader === null) return NOT_FOUND;
    const { upload } = found;
    if (upload.state === "discarded") return { status: "ok", changed: false };
    if (upload.state === "submitted") {
      return refused("conflict", "It has been submitted.", "Cancel or withdraw it instead.");
    }
    discard(tx, upload, { because: "owner", actor: reader.id, now });
    return { status: "ok", changed: true };
  });
}

function discard(
  tx: Queryable,
  upload: UploadRow,
  { because, actor, now }: { because: "owner" | "expired"; actor: string; now: number },
): void {
  if (upload.experimentId !== null) deleteExperiment(tx, upload.experimentId);
  updateUpload(tx, upload.id, { state: "discarded", experimentId: null, problems: [], updatedAt: now });
  const data = { uploadId: upload.id, because };
  recordEvent(tx, { at: now, actor, kind: "submission.discarded", subject: upload.id, data });
}

/** What upkeep removed. */
export type Swept = { drafts: number; files: number; patches: number };

/**
 * Upkeep: dry runs that nobody submitted, files of uploads whose process died, and patches that belong to
 * nothing. Patches are left alone while any file is on its way, since an upload stores them before its rows.
 */
export async function sweepUploads(database: Database, now = Date.now()): Promise<Swept> {
  const { files, left } = await sweepFiles(uploadsFolder(database.file), now);
  const old = now - DRAFT_MS;
  if (draftsBefore(database.query, old).length === 0 && files === 0) return { drafts: 0, files, patches: 0 };
  return database.write((tx) => {
    const expired = draftsBefore(tx, old);
    for (const upload of expired) discard(tx, upload, { because: "expired", actor: "worker", now });
    return { drafts: expired.length, files, patches: left === 0 ? deleteUnusedPatches(tx) : 0 };
  });
}

async function sweepFiles(folder: string, now: number): Promise<{ files: number; left: number }> {
  const names = await readdir(folder).catch(() => []);
  let files = 0;
  for (const name of names) {
    const file = path.join(folder, name);
    const info = await stat(file).catch(() => null);
    if (info === null || now - info.mtimeMs < ABANDONED_MS) continue;
    await rm(file, { force: true });
    files += 1;
  }
  return { files, left: names.length - files };
}
