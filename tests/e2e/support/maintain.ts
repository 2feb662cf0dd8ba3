import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { type Database, openDatabase } from "@/lib/db/client";
import { rerunIds } from "@/lib/db/queries/audits";
import { evaluationById } from "@/lib/db/queries/evaluations";
import { attempts, auditRuns, evaluations, experiments, submissions, testResults } from "@/lib/db/schema";
import type { Outcome } from "@/lib/domain/outcome";
import { startAudit } from "@/lib/services/audit/start";
import { claimJob } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { createExperiment } from "@/lib/services/submit";
import { addressOf, everyWayIn } from "@/tests/support/every-way";
import { root, site } from "./site";

function withSiteDatabase<T>(work: (database: Database) => T): T {
  const database = openDatabase(path.join(site.dataDir, "swe-game-bench.sqlite"));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Settles second runs of an audit as a worker does: as the first ones, or as `outcomeOf` says. Gives how many. */
export function settleAudit(
  auditId: string,
  { limit = Number.POSITIVE_INFINITY, other }: { limit?: number; other?: Outcome } = {},
): number {
  return withSiteDatabase((database) => {
    const only = { evaluationIds: rerunIds(database.query, auditId) };
    let settled = 0;
    for (; settled < limit; settled += 1) {
      const workerId = "seeded-worker";
      const job = claimJob(database, { workerId, kinds: ["evaluate"], leaseMs: 60_000, only });
      if (job?.kind !== "evaluate") break;
      const first = firstOutcome(database, job.evaluationId);
      const differs = other !== undefined && settled === 0;
      const outcome = differs ? other : first;
      settleEvaluation(database, job.claim, {
        evaluationId: job.evaluationId,
        grade: { outcome, reason: "The second run ended so.", tests: [], notes: [] },
        durationMs: 10,
        editorMs: 5,
        artifacts: writeLog(job.evaluationId),
        final: true,
      });
      // A limit asks for a second run before it is believed.
      if (evaluationById(database.query, job.evaluationId)?.state !== "settled") settled -= 1;
    }
    return settled;
  });
}

function firstOutcome(database: Database, rerunId: string): Outcome {
  const run = database.query.select().from(auditRuns).where(eq(auditRuns.rerunId, rerunId)).get();
  return (run && evaluationById(database.query, run.evaluationId)?.outcome) ?? "failed";
}

function writeLog(evaluationId: string): string {
  const folder = path.posix.join("evaluations", evaluationId.slice(0, 2), evaluationId, "1");
  mkdirSync(path.join(site.runsDir, folder), { recursive: true });
  writeFileSync(path.join(site.runsDir, folder, "unity.log"), "The log of the second run.\n");
  return folder;
}

/** What only the run of a hidden test can have said: seeded messages, traces and log lines, and these. */
export const HIDDEN = /But was:|Case\.cs:41|COMMAND LINE ARGUMENTS|Assert\.That\(hidden/;

/** Lets a run of a hidden set say something everywhere a run can; gives its evaluation. */
export function addHiddenTraces(of: { experiment: string; instance: string; run: number }): {
  evaluation: string;
} {
  const secret = "Assert.That(hidden.Count, Is.EqualTo(5))";
  return withSiteDatabase(({ query }) => {
    const here = and(
      eq(attempts.experimentId, of.experiment),
      eq(attempts.instanceId, of.instance),
      eq(attempts.runId, of.run),
    );
    const evaluation = query.select().from(attempts).where(here).get()?.evaluationId ?? "";
    const reason = `The expected tests passed, but a suite failed: ${secret}.`;
    query.update(attempts).set({ reason }).where(here).run();
    query
      .update(evaluations)
      .set({ reason, notes: [secret] })
      .where(eq(evaluations.id, evaluation))
      .run();
    const own = { suite: 0, className: "", result: "Passed", expected: false, label: secret } as const;
    query
      .insert(testResults)
      .values({ ...own, evaluationId: evaluation, fullName: secret })
      .run();
    return { evaluation };
  });
}

/** Hands in a submission that waits for a maintainer; gives its experiment's id. */
export function addWaiting(agent: string): string {
  return withSiteDatabase((database) => {
    const made = createExperiment(database, {
      source: "portal",
      fileName: "waiting.jsonl",
      fileSha256: agent,
      identity: { agent, model: "model-small", temperature: null },
      set: "sample",
      k: 1,
      instanceIds: ["sample-packrat-1"],
      official: false,
      datasetHash: "seeded",
      rows: [{ instanceId: "sample-packrat-1", runId: 1, patch: null }],
    });
    if (made.status === "refused") throw new Error("It was not stored.");
    database.query
      .update(submissions)
      .set({ approval: "waiting" })
      .where(eq(submissions.fileSha256, agent))
      .run();
    return made.experimentId;
  });
}

/** Every page of the console as the file system has it, with an experiment and an audit that are there. */
export function consolePages(agent: string): string[] {
  const ids = withSiteDatabase((database) => {
    const experiment = database.query.select().from(experiments).where(eq(experiments.agent, agent)).get();
    if (!experiment) throw new Error(`${agent} is not seeded.`);
    const audit = startAudit(database, {
      experimentId: experiment.id,
      share: 1,
      actor: { id: "cli", name: "Seeded" },
    });
    if (audit.status === "refused") throw new Error(audit.message);
    return { id: experiment.id, audit: audit.auditId };
  });
  return everyWayIn()
    .filter(({ file }) => file.startsWith("maintain/"))
    .map(({ file }) => addressOf(file, { id: file.includes("audits") ? ids.audit : ids.id }));
}

/** Every address below `/api` that names an attempt, its experiment or a run's file, as the file system has them. */
export function apiAddresses(of: {
  experiment: string;
  instance: string;
  run: number;
  evaluation: string;
}): string[] {
  const files = readdirSync(path.join(root, "app/api"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => path.basename(file) === "route.ts" && file.includes("[id]"))
    .map((file) =>
      `/api/${path.dirname(file)}`
        .replace("evaluations/[id]", `evaluations/${of.evaluation}`)
        .replace("[id]", of.experiment)
        .replace("[instanceId]", of.instance)
        .replace("[runId]", String(of.run))
        .replace("[name]", "unity.log")
        .replace("[action]", "withdraw"),
    )
    .sort();
}
