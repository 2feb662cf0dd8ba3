import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import path from "node:path";
import type { LogView } from "@/lib/domain/attempt-views";
import { attemptFileHref } from "@/lib/domain/links";
import type { AttemptId } from "./attempt";
import type { ReadContext } from "./context";

/** Bytes of a log's end that a page shows, and that a download gives. */
const SHOWN_BYTES = 24_000;
const DOWNLOAD_BYTES = 8_000_000;

/** The end of an evaluation's editor log. A log can quote hidden tests: only the sample's are public. */
export function readLog(
  context: ReadContext,
  artifacts: string | null,
  id: AttemptId,
  isPublic: boolean,
): LogView {
  const file = artifacts === null ? null : logFile(context, artifacts);
  if (file === null) return { status: "none" };
  if (!isPublic) return { status: "withheld" };
  const tail = readTail(file, SHOWN_BYTES);
  if (tail === null) return { status: "none" };
  return {
    status: "shown",
    fileName: path.basename(file),
    text: tail.text,
    omittedBytes: tail.omittedBytes,
    href: attemptFileHref(id.experimentId, id.instanceId, id.runId, "log"),
  };
}

/** The log as a download, its end when it is very long. */
export function readLogText(context: ReadContext, artifacts: string | null): string | null {
  const file = artifacts === null ? null : logFile(context, artifacts);
  return file === null ? null : (readTail(file, DOWNLOAD_BYTES)?.text ?? null);
}

/** The last log in an evaluation's folder, which must lie below the runs folder. */
function logFile(context: ReadContext, artifacts: string): string | null {
  const folder = path.resolve(context.config.runsDir, artifacts);
  try {
    const inside = path.relative(realpathSync(context.config.runsDir), realpathSync(folder));
    if (inside === "" || inside.startsWith("..") || path.isAbsolute(inside)) return null;
    const logs = readdirSync(folder).filter((name) => name.endsWith(".log"));
    const last = logs.sort().at(-1);
    return last === undefined ? null : path.join(folder, last);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function readTail(file: string, limit: number): { text: string; omittedBytes: number } | null {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const info = fstatSync(descriptor);
    if (!info.isFile()) return null;
    const start = Math.max(0, info.size - limit);
    const buffer = Buffer.alloc(Math.min(limit, info.size));
    const read = readSync(descriptor, buffer, 0, buffer.length, start);
    const text = new TextDecoder().decode(buffer.subarray(0, read));
    // A cut begins in the middle of a line: the first whole one is the first shown.
    return { text: start === 0 ? text : text.slice(text.indexOf("\n") + 1), omittedBytes: start };
  } finally {
    closeSync(descriptor);
  }
}
