import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { evaluations } from "@/lib/db/schema";
import { maintainHref } from "@/lib/domain/maintain-links";
import type { ArtifactLink } from "@/lib/domain/maintain-views";
import type { ReadContext } from "../read/context";

/** Files of a run are what the worker writes: logs, results, a summary, the patch. */
const FILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}\.(log|xml|json|patch)$/;
const LARGEST = 64 * 1024 * 1024;

/** The files that a run left, as links for maintainers. */
export function artifactLinks(
  context: ReadContext,
  evaluationId: string,
  artifacts: string | null,
): ArtifactLink[] {
  const folder = artifacts === null ? null : folderOf(context, artifacts);
  if (folder === null) return [];
  return readdirSync(folder)
    .filter((name) => FILE.test(name))
    .sort()
    .map((name) => ({ name, href: maintainHref.file(evaluationId, name) }));
}

/** One file of a run; null when there is none, or it is no regular file of that folder. */
export function readArtifact(
  context: ReadContext,
  evaluationId: string,
  name: string,
): Uint8Array<ArrayBuffer> | null {
  if (context.database === null || !FILE.test(name)) return null;
  const row = context.database.query
    .select({ artifacts: evaluations.artifacts })
    .from(evaluations)
    .where(eq(evaluations.id, evaluationId))
    .get();
  const folder = row?.artifacts ? folderOf(context, row.artifacts) : null;
  return folder === null ? null : readRegular(path.join(folder, name));
}

/** The folder below `runs/`, unless a link leads out of it. */
function folderOf(context: ReadContext, artifacts: string): string | null {
  const runs = context.config.runsDir;
  const folder = path.resolve(runs, artifacts);
  try {
    const inside = path.relative(realpathSync(runs), realpathSync(folder));
    return inside === "" || inside.startsWith("..") || path.isAbsolute(inside) ? null : folder;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function readRegular(file: string): Uint8Array<ArrayBuffer> | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    const info = fstatSync(descriptor);
    return info.isFile() && info.size <= LARGEST ? new Uint8Array(readFileSync(descriptor)) : null;
  } finally {
    closeSync(descriptor);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "ELOOP"].includes(String(error.code))
  );
}
