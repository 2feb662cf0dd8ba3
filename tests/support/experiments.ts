import { createHash } from "node:crypto";
import type { Database } from "@/lib/db/client";
import { patchBytes } from "@/lib/db/queries/patches";
import type { PatchCheck } from "@/lib/domain/patch";
import type { Grade } from "@/lib/domain/run";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { beginCheck, endCheck, recordPatchChecks } from "@/lib/services/patch-check";
import { beginPlan, endPlan, type InstancePlan, planEvaluations } from "@/lib/services/plan";
import { type ClaimedJob, claimJob, type JobKind } from "@/lib/services/queue";
import { createExperiment, type ExperimentInput, type SubmittedRow } from "@/lib/services/submit";

/** Services seen from outside, for tests that need an experiment at some stage of its way. */

export const LEASE_MS = 60_000;
export const IMAGE = { name: "editor:test", digest: "sha256:one" };
export const TARGET = "Assets/Fixed.cs";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (data: Uint8Array | null): string =>
  data === null ? "" : new TextDecoder().decode(data);

/** Rows with the patch text that `patch` says for each instance and run. */
export function rowsOf(
  instanceIds: readonly string[],
  k: number,
  patch: (instanceId: string, runId: number) => string | null = (id, run) => `patch ${id} ${run}`,
): SubmittedRow[] {
  return instanceIds.flatMap((instanceId) =>
    Array.from({ length: k }, (_, index) => {
      const content = patch(instanceId, index + 1);
      return { instanceId, runId: index + 1, patch: content === null ? null : bytes(content) };
    }),
  );
}

/** A submission of all runs of two instances; the file's hash follows from its rows. */
export function inputOf(change: Partial<ExperimentInput> & { rows?: SubmittedRow[] } = {}): ExperimentInput {
  const instanceIds = change.instanceIds ?? ["game-1", "game-2"];
  const k = change.k ?? 3;
  const rows = change.rows ?? rowsOf(instanceIds, k);
  const hash = createHash("sha256");
  for (const row of rows) hash.update(`${row.instanceId} ${row.runId} ${text(row.patch)}\n`);
  return {
    source: "cli",
    fileName: "predictions.jsonl",
    fileSha256: hash.digest("hex"),
    identity: { agent: "agent-a", model: "model-x", temperature: "0.4" },
    set: "sample",
    k,
    instanceIds,
    official: true,
    datasetHash: "dataset-1",
    ...change,
    rows,
  };
}

export function submit(database: Database, change: Parameters<typeof inputOf>[0] = {}): string {
  const result = createExperiment(database, inputOf(change));
  if (result.status === "refused") throw new Error(result.problems.map((one) => one.message).join());
  return result.experimentId;
}

export function claim(database: Database, kind: JobKind, workerId = "w1", now = Date.now()): ClaimedJob {
  const job = claimJob(database, { workerId, kinds: [kind], leaseMs: LEASE_MS, now });
  if (job === null) throw new Error(`No ${kind} job to claim.`);
  return job;
}

/** The tree that a patch text makes: the text itself, so that equal texts and the words base and oracle share. */
export function appliedCheck(
  patch: string,
  change: Partial<Extract<PatchCheck, { status: "applied" }>> = {},
): PatchCheck {
  const touched = [
    { status: "M", path: TARGET, oldMode: "100644", newMode: "100644", contentChanged: true } as const,
  ];
  const lists = { touched, refusals: [], flags: [], overwritten: [] };
  return {
    status: "applied",
    candidateTree: `c ${patch}`,
    gradedTree: `tree ${patch}`,
    repaired: false,
    ...lists,
    ...change,
  };
}

/** Patch-checks everything that waits in an experiment. */
export function checkAll(
  database: Database,
  experimentId: string,
  check: (patch: string) => PatchCheck = appliedCheck,
): void {
  const job = claim(database, "check");
  const begun = beginCheck(database, job.claim, experimentId);
  if (begun === null) throw new Error("The check could not begin.");
  const batch = begun.waiting.map((attempt) => {
    const patch = attempt.patchSha256 === null ? null : patchBytes(database.query, attempt.patchSha256);
    return {
      attemptIds: [attempt.id],
      check: patch === null ? ({ status: "empty" } as const) : check(text(patch)),
      targetFiles: [TARGET],
      definitionHash: `definition ${attempt.instanceId}`,
    };
  });
  recordPatchChecks(database, job.claim, batch);
  endCheck(database, job.claim, experimentId, null);
}

export function planOf(
  instanceId: string,
  change: { digest?: string; definition?: string } = {},
): InstancePlan {
  const definitionHash = change.definition ?? `definition ${instanceId}`;
  const imageDigest = change.digest ?? IMAGE.digest;
  return {
    status: "ready",
    subject: {
      gate: { instanceId, definitionHash, imageDigest, harnessVersion: HARNESS_VERSION },
      imageName: IMAGE.name,
      baseTree: "tree base",
      oracleTree: "tree oracle",
    },
  };
}

export function planAll(
  database: Database,
  experimentId: string,
  plan: (instanceId: string) => InstancePlan = planOf,
) {
  const job = claim(database, "plan");
  const ids = beginPlan(database, job.claim, experimentId) ?? [];
  const planned = planEvaluations(
    database,
    job.claim,
    experimentId,
    new Map(ids.map((id) => [id, plan(id)])),
  );
  return { ...planned, end: endPlan(database, job.claim, experimentId) };
}

export function grade(outcome: Grade["outcome"], names: readonly string[] = ["Ns.Class.Test"]): Grade {
  const result = outcome === "passed" ? "Passed" : "Failed";
  const tests = names.map((fullName) => ({
    suite: 0,
    fullName,
    className: "Ns.Class",
    result,
    label: null,
    durationMs: 5,
    message: null,
    stackTrace: null,
    expected: true,
  })) satisfies Grade["tests"];
  return { outcome, reason: `It ${outcome}.`, tests: outcome === "infra-error" ? [] : tests, notes: [] };
}
