import { randomUUID } from "node:crypto";
import { mkdir, readlink, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { writeWhole } from "@/evaluator/write-whole";
import type { Database } from "@/lib/db/client";
import { type AttemptRefFull, attemptFiles } from "@/lib/db/queries/attempts";
import { evaluationById } from "@/lib/db/queries/evaluations";
import { patchBytes } from "@/lib/db/queries/patches";
import { resultsFolder } from "@/lib/domain/results-folder";
import type { Claim } from "@/lib/services/queue";
import type { InstanceSource } from "./types";

/** Where an evaluation's files go, below the runs folder: every claim has a folder of its own. */
export function evaluationFolder(evaluationId: string, claim: Claim): string {
  return path.posix.join("evaluations", evaluationId.slice(0, 2), evaluationId, String(claim.claim));
}

/**
 * Lets `write` fill a folder that appears whole or not at all. A folder left by a worker that died before
 * it could report is replaced.
 */
export async function writeFolderWhole(
  runsDir: string,
  folder: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const target = path.join(runsDir, folder);
  const temporary = `${target}.${randomUUID()}.part`;
  try {
    await mkdir(temporary, { recursive: true });
    await write(temporary);
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

export type AttemptFilesDeps = { database: Database; source: InstanceSource; runsDir: string };

/** The folder of one attempt in the documented layout, below the runs folder. */
function attemptFolder(
  { experiment, runId }: Pick<AttemptRefFull, "experiment" | "runId">,
  instance: { folder: string },
): string {
  return path.join(resultsFolder(experiment), instance.folder, `run${runId}`);
}

/**
 * Writes the folders of attempts: the patch as it was handed in, its outcome, and a link to the files of
 * the evaluation, which several attempts may share. Writing again gives the same.
 */
export async function writeAttemptFiles(
  deps: AttemptFilesDeps,
  of: { attemptIds: readonly number[] } | { experimentId: string },
): Promise<number> {
  const attempts = attemptFiles(deps.database.query, of);
  for (const attempt of attempts) await writeAttempt(deps, attempt);
  return attempts.length;
}

async function writeAttempt(deps: AttemptFilesDeps, attempt: AttemptRefFull): Promise<void> {
  const instance = deps.source.find(attempt.instanceId);
  if (instance === null) return;
  const folder = path.join(deps.runsDir, attemptFolder(attempt, instance));
  const bytes = attempt.patchSha256 === null ? null : patchBytes(deps.database.query, attempt.patchSha256);
  await writeWhole(path.join(folder, "candidate.patch"), bytes ?? new Uint8Array());
  if (attempt.outcome === null) return;
  const evaluation =
    attempt.evaluationId === null ? null : evaluationById(deps.database.query, attempt.evaluationId);
  const files = evaluation?.artifacts ?? null;
  if (files !== null) await linkTo(path.join(folder, "evaluation"), path.join(deps.runsDir, files));
  const summary = {
    instance_id: attempt.instanceId,
    run_id: attempt.runId,
    outcome: attempt.outcome,
    passed: attempt.outcome === "passed",
    reason: attempt.reason,
    evaluation: files,
  };
  await writeWhole(path.join(folder, "attempt.json"), `${JSON.stringify(summary, null, 2)}\n`);
}

/** A relative link, so that the runs folder can be moved as a whole. */
async function linkTo(link: string, target: string): Promise<void> {
  const relative = path.relative(path.dirname(link), target);
  const present = await readlink(link).catch(() => null);
  if (present === relative) return;
  const temporary = `${link}.${randomUUID()}.part`;
  await symlink(relative, temporary);
  await rename(temporary, link);
}
