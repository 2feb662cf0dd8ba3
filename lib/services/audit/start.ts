import { randomBytes, randomUUID } from "node:crypto";
import type { Database, Queryable } from "@/lib/db/client";
import {
  auditsOf,
  insertAudit,
  insertAuditRuns,
  type NewRun,
  type SourceRun,
  sourceRuns,
} from "@/lib/db/queries/audits";
import { experimentById } from "@/lib/db/queries/experiments";
import { ensureJobs } from "@/lib/db/queries/jobs";
import { type Actor, drawShare, isShare } from "@/lib/domain/audit";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { recordEvent } from "../events";
import { auditedEvaluationKey, idFromKey } from "../keys";
import { PRIORITY } from "../limits";

export type AuditRequest = {
  experimentId: string;
  /** Of the distinct evaluations: above 0 and at most 1. */
  share: number;
  /** Which of them; drawn when absent, and kept either way. */
  seed?: string;
  actor: Actor;
  now?: number;
};

export type StartResult =
  | { status: "started"; auditId: string; runs: number; of: number }
  | { status: "refused"; message: string; mend: string };

/**
 * Queues second runs of an experiment's evaluations. Each is an evaluation of its own, whose key holds the
 * audit: nothing is taken from earlier runs, and no attempt, gate or later audit takes anything from these.
 */
export function startAudit(database: Database, request: AuditRequest): StartResult {
  const { experimentId, share, actor, seed = randomBytes(8).toString("hex"), now = Date.now() } = request;
  if (!isShare(share)) return refused(`A share of ${share} is none.`, "Give a number above 0 and at most 1.");
  return database.write((tx) => {
    const obstacle = obstacleTo(tx, experimentId);
    if (obstacle) return obstacle;
    const sources = sourceRuns(tx, experimentId);
    if (sources.length === 0)
      return refused("No attempt of this experiment was run: its patches alone decided all.", "");
    const drawn = new Set(
      drawShare(
        sources.map((one) => one.id),
        share,
        seed,
      ),
    );
    const chosen = sources.filter((one) => drawn.has(one.id));
    const other = chosen.find((one) => one.harnessVersion !== HARNESS_VERSION);
    if (other) return olderHarness(other.harnessVersion);
    const auditId = randomUUID();
    const started = { startedBy: actor.name, createdAt: now };
    insertAudit(tx, { id: auditId, experimentId, share, seed, state: "running", ...started });
    const runs = chosen.map((one) => rerunOf(one, auditId, now));
    insertAuditRuns(tx, auditId, runs);
    queue(tx, runs, now);
    const data = { auditId, share, seed, runs: runs.length };
    recordEvent(tx, { at: now, actor: actor.id, kind: "audit.started", subject: experimentId, data });
    return { status: "started", auditId, runs: runs.length, of: sources.length };
  });
}

function obstacleTo(tx: Queryable, experimentId: string): StartResult | null {
  const experiment = experimentById(tx, experimentId);
  if (experiment === null) return refused(`There is no experiment ${experimentId}.`, "");
  if (experiment.state !== "complete") {
    return refused(
      `The experiment is ${experiment.state}: only a complete one can be audited.`,
      "Wait until every attempt has its outcome; what our machinery failed has to be run again first.",
    );
  }
  const running = auditsOf(tx, experimentId).find((audit) => audit.state === "running");
  if (!running) return null;
  const since = new Date(running.createdAt).toISOString();
  return refused(`An audit of this experiment runs since ${since}.`, "Wait for its end, or cancel it.");
}

function olderHarness(version: string): StartResult {
  return refused(
    `It was evaluated by version ${version} of the harness, and this is version ${HARNESS_VERSION}: a second run would be another measurement.`,
    "Hand the same predictions in again: they are then evaluated by this version.",
  );
}

/** A candidate whatever the first run was: a second run of a gate's tree must not become the gate's own. */
function rerunOf(source: SourceRun, auditId: string, now: number): NewRun {
  const { instanceId, definitionHash, gradedTree, imageName, imageDigest, harnessVersion } = source;
  const key = auditedEvaluationKey(source, gradedTree, auditId);
  const what = { instanceId, definitionHash, gradedTree, imageName, imageDigest, harnessVersion };
  return {
    evaluationId: source.id,
    attempts: source.attempts,
    rerun: {
      ...what,
      id: idFromKey(key),
      key,
      role: "candidate",
      patchSha256: source.attemptPatch,
      state: "queued",
      queuedAt: now,
    },
  };
}

function queue(tx: Queryable, runs: readonly NewRun[], now: number): void {
  const job = { kind: "evaluate", state: "queued", priority: PRIORITY.audit, createdAt: now } as const;
  ensureJobs(
    tx,
    runs.map(({ rerun }) => ({ ...job, evaluationId: rerun.id })),
  );
}

function refused(message: string, mend: string): StartResult & { status: "refused" } {
  return { status: "refused", message, mend };
}
