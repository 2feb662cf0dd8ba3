import { and, eq } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/db/client";
import { attempts, patches } from "@/lib/db/schema";
import { mayReadTestDetails, type Reader } from "@/lib/domain/access";
import type {
  AttemptNeighbours,
  AttemptView,
  EvaluationView,
  PatchView,
  TouchedFileView,
} from "@/lib/domain/attempt-views";
import { attemptFileHref, attemptHref } from "@/lib/domain/links";
import { publicReason } from "@/lib/domain/test-details";
import { type ReadContext, readContext } from "./context";
import { readEvaluation } from "./evaluation";
import { type GridOptions, gridCell } from "./grid";
import { instanceTitle } from "./issue";
import { readLog, readLogText } from "./log";
import { type CellRow, cellsOfExperiments, type ExperimentRow, experimentFor } from "./queries";
import { readTests } from "./tests";

type AttemptRow = typeof attempts.$inferSelect;
export type AttemptId = { experimentId: string; instanceId: string; runId: number };

/** Everything the page of one attempt shows; null when there is none that this reader may read. */
export function readAttempt(
  id: AttemptId,
  reader: Reader,
  context: ReadContext = readContext(),
): AttemptView | null {
  const found = findAttempt(id, reader, context);
  if (!found) return null;
  const { attempt, experiment, q } = found;
  const entry = context.benchmark.instances.get(id.instanceId);
  // A dry run counts for nothing, so it must not tell which files the real fix changes.
  const dry = experiment.state === "draft";
  const targets = dry ? [] : (entry?.instance.target_files ?? []);
  const cells = cellsOfExperiments(q, [experiment]).get(experiment.id) ?? [];
  const own = cells.find((cell) => cell.instanceId === id.instanceId && cell.runId === id.runId);
  const evaluation = readEvaluation(q, attempt, cells);
  const details = mayReadTestDetails(reader, experiment.set);
  const touched = touchedFiles(attempt, targets);
  return {
    experiment: {
      id: experiment.id,
      set: experiment.set,
      k: experiment.k,
      standin: experiment.set === "sample" || (entry?.repo.standin ?? false),
      agent: experiment.agent,
      model: experiment.model,
      temperature: experiment.temperature,
    },
    instance: { id: id.instanceId, title: entry ? instanceTitle(entry) : null, targets: targets.length },
    runId: id.runId,
    state: own ? gridCell(own, { applied: dry }).state : "waiting",
    outcome: attempt.outcome,
    reason: details ? attempt.reason : publicReason(attempt, changedPaths(attempt)),
    details,
    checked: attempt.state !== "waiting",
    parseable: attempt.parseable,
    fileHit: dry ? null : attempt.fileHit,
    fileHitAny: dry ? null : attempt.fileHitAny,
    targetsHit: touched.filter((file) => file.target && !file.modeOnly).length,
    doneAt: attempt.doneAt,
    hints: attempt.hints ?? [],
    refusals: (attempt.refusals ?? []).map(({ path, message }) => ({ path, message })),
    flags: (attempt.flags ?? []).map((flag) => ({ ...flag, line: flag.line ?? null })),
    touched,
    patch: readPatchView(q, id, attempt),
    evaluation: evaluation && shownEvaluation(evaluation, details),
    ...(evaluation ? readTests(q, evaluation.id, entry?.instance ?? null, details) : NO_TESTS),
    log: evaluation ? readLog(context, evaluation.artifacts, id, details) : { status: "none" },
    neighbours: neighbours(cells, id, { applied: dry }),
  };
}

const NO_TESTS = { tests: [], testsKept: 0 };

/** Files whose content the patch changes, as git tells it. */
export function changedPaths({ touched }: Pick<AttemptRow, "touched">): string[] {
  return (touched ?? []).filter((file) => file.contentChanged).map((file) => file.path);
}

/** Notes of the grader quote results; where a run's files lie is nobody's concern. */
function shownEvaluation(
  { artifacts: _, ...evaluation }: NonNullable<ReturnType<typeof readEvaluation>>,
  details: boolean,
): EvaluationView {
  return { ...evaluation, notes: details ? evaluation.notes : [] };
}

type Found = { attempt: AttemptRow; experiment: ExperimentRow; q: Queryable };

/** The rows of one attempt; null when there is none that this reader may read. */
function findAttempt(id: AttemptId, reader: Reader, context: ReadContext): Found | null {
  const database: Database | null = context.database;
  if (database === null) return null;
  const attempt = database.query
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.experimentId, id.experimentId),
        eq(attempts.instanceId, id.instanceId),
        eq(attempts.runId, id.runId),
      ),
    )
    .get();
  const found = attempt && experimentFor(database.query, id.experimentId, reader);
  return found ? { attempt, experiment: found.experiment, q: database.query } : null;
}

function touchedFiles(attempt: AttemptRow, targets: readonly string[]): TouchedFileView[] {
  const overwritten = new Set(attempt.overwritten ?? []);
  return (attempt.touched ?? []).map((file) => ({
    path: file.path,
    status: file.status,
    target: targets.includes(file.path),
    modeOnly: !file.contentChanged,
    overwritten: overwritten.has(file.path),
  }));
}

/** Bytes of a patch that are turned into a page; the rest is in the download. */
const SHOWN_BYTES = 400_000;

function readPatchView(q: Queryable, id: AttemptId, attempt: AttemptRow): PatchView | null {
  if (attempt.patchSha256 === null) return null;
  const row = q.select().from(patches).where(eq(patches.sha256, attempt.patchSha256)).get();
  if (!row) return null;
  const shown = row.bytes.subarray(0, SHOWN_BYTES);
  const text = new TextDecoder("utf-8").decode(shown);
  return {
    sha256: row.sha256,
    size: row.size,
    text,
    omittedBytes: Math.max(0, row.size - shown.length),
    lossy: text.includes("\ufffd"),
    repaired: attempt.repaired ?? false,
    href: attemptFileHref(id.experimentId, id.instanceId, id.runId, "patch"),
  };
}

function neighbours(cells: readonly CellRow[], id: AttemptId, options: GridOptions): AttemptNeighbours {
  const row = cells.filter((cell) => cell.instanceId === id.instanceId);
  const at = row.findIndex((cell) => cell.runId === id.runId);
  const href = (cell: CellRow | undefined) =>
    cell ? attemptHref(cell.experimentId, cell.instanceId, cell.runId) : null;
  return {
    cells: row.map((cell) => gridCell(cell, options)),
    previous: href(row[at - 1]),
    next: href(row[at + 1]),
  };
}

/** The bytes of an attempt's patch as they were handed in. */
export function readPatchBytes(
  id: AttemptId,
  reader: Reader,
  context: ReadContext = readContext(),
): Uint8Array | null {
  const found = findAttempt(id, reader, context);
  const sha256 = found?.attempt.patchSha256;
  if (!found || !sha256) return null;
  return found.q.select().from(patches).where(eq(patches.sha256, sha256)).get()?.bytes ?? null;
}

/** The log behind an attempt; null when there is none, or none that may be shown. */
export function readAttemptLog(
  id: AttemptId,
  reader: Reader,
  context: ReadContext = readContext(),
): string | null {
  const found = findAttempt(id, reader, context);
  if (!found?.attempt.evaluationId || !mayReadTestDetails(reader, found.experiment.set)) return null;
  const evaluation = readEvaluation(found.q, found.attempt, []);
  return evaluation && readLogText(context, evaluation.artifacts);
}
