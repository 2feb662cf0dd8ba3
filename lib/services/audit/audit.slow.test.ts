import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EvaluationRole } from "@/lib/db/schema";
import {
  attempts,
  auditRuns,
  audits,
  changes,
  evaluations,
  events,
  experiments,
  jobs,
} from "@/lib/db/schema";
import { cancelExperiment } from "@/lib/services/cancel";
import { requestGate } from "@/lib/services/gates";
import { claimJob } from "@/lib/services/queue";
import { readStatus } from "@/lib/services/read/status";
import { settleEvaluation } from "@/lib/services/settle";
import { countRows, temporaryDatabase } from "@/tests/support/database";
import { evaluatedExperiment, settleQueue, usualOutcome } from "@/tests/support/evaluated";
import { checkAll, grade, LEASE_MS, planAll, planOf, rowsOf, submit } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { auditReport } from "./agreement";
import { cancelAudit } from "./cancel";
import { startAudit } from "./start";
import { unverifyExperiment, verifyExperiment } from "./verify";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const db = () => temporary.database;
const actor = { id: "user-1", name: "Ada Maintainer" };
const REASON = "The authors' own machine was watched during the run.";

function started(experimentId: string, share = 1, seed = "seed"): string {
  const result = startAudit(db(), { experimentId, share, seed, actor });
  if (result.status !== "started") throw new Error(result.message);
  return result.auditId;
}
const report = (auditId: string) => {
  const found = auditReport(db().query, auditId);
  if (found === null) throw new Error("The audit is gone.");
  return found;
};
const experiment = (id: string) => db().query.select().from(experiments).where(eq(experiments.id, id)).get();
const told = () =>
  db()
    .query.select()
    .from(changes)
    .all()
    .map(({ kind, actor: who, text, title }) => ({ kind, who, text, title }));
/** Another outcome for the second runs of one instance. */
const flaky = (instanceId: string) => (row: Parameters<typeof usualOutcome>[0]) =>
  row.instanceId === instanceId && row.role === "candidate" ? "timed-out" : usualOutcome(row);

describe("an audit", () => {
  test("runs every distinct tree again without the cache, and counts agreement attempt by attempt", () => {
    const id = evaluatedExperiment(db());
    const before = db().query.select().from(attempts).all();
    const runs = countRows(db(), evaluations);
    const version = () => readStatus(readContextOf(db(), temporary.dir)).version;
    const idle = version();
    const auditId = started(id);
    expect(report(auditId).agreement).toEqual({ compared: 0, agreed: 0, waiting: 6, failed: 0 });
    expect(settleQueue(db())).toBe(4);
    // A page that looks again only now learns that there is something new.
    expect(version()).not.toBe(idle);
    expect(countRows(db(), evaluations)).toBe(runs + 4);
    expect(report(auditId)).toMatchObject({
      audit: { state: "complete", startedBy: "Ada Maintainer", share: 1 },
      agreement: { compared: 6, agreed: 6, waiting: 0, failed: 0 },
      notDrawn: 0,
      patchAlone: 0,
      outdated: false,
    });
    // No attempt has been touched.
    expect(db().query.select().from(attempts).all()).toEqual(before);
  });

  test("a second audit runs everything once more: nothing of the first is taken", () => {
    const id = evaluatedExperiment(db());
    started(id);
    settleQueue(db());
    started(id);
    expect(settleQueue(db())).toBe(4);
    const ids = db().query.select({ id: auditRuns.rerunId }).from(auditRuns).all();
    expect(new Set(ids.map((row) => row.id)).size).toBe(8);
  });

  test("later attempts of the same trees take the first verdict, never the audit's", () => {
    const id = evaluatedExperiment(db());
    started(id);
    settleQueue(db(), () => "crashed");
    const rows = rowsOf(["game-1", "game-2"], 3, () => "good");
    const other = submit(db(), { rows, identity: { agent: "agent-b", model: "m", temperature: null } });
    checkAll(db(), other);
    planAll(db(), other);
    const outcomes = db().query.select().from(attempts).where(eq(attempts.experimentId, other)).all();
    expect(outcomes.map((row) => row.outcome)).toEqual(Array(6).fill("passed"));
  });

  test("draws the same share for the same seed, on the images of the first runs", () => {
    const id = evaluatedExperiment(db());
    const drawn = (auditId: string) => report(auditId).runs.map((run) => run.first.evaluationId);
    const one = started(id, 0.5, "s");
    settleQueue(db());
    const two = started(id, 0.5, "s");
    expect(drawn(two)).toEqual(drawn(one));
    expect(drawn(one)).toHaveLength(2);
    const of = db()
      .query.select({ first: evaluations.imageDigest })
      .from(auditRuns)
      .innerJoin(evaluations, eq(evaluations.id, auditRuns.rerunId))
      .all();
    expect(new Set(of.map((row) => row.first))).toEqual(new Set(["sha256:one"]));
    expect(report(one).notDrawn + report(one).agreement.compared).toBe(6);
  });

  test("the second run of a tree that is the oracle's or the base's leaves the gate alone", () => {
    const rows = rowsOf(["game-1"], 3, (_id, run) => ["oracle", "base", "good"][run - 1] ?? "");
    const id = submit(db(), { rows, instanceIds: ["game-1"], official: false });
    checkAll(db(), id);
    planAll(db(), id);
    settleQueue(db());
    const roles = () =>
      db()
        .query.select({ role: evaluations.role })
        .from(evaluations)
        .all()
        .map((row): EvaluationRole => row.role)
        .sort();
    expect(roles()).toEqual(["base", "candidate", "oracle"]);
    const auditId = started(id);
    // The second runs fail: were one of them the gate's own, the instance would lose its gate.
    settleQueue(db(), () => "failed");
    expect(roles()).toEqual(["base", "candidate", "candidate", "candidate", "candidate", "oracle"]);
    expect(report(auditId).agreement).toMatchObject({ compared: 3, agreed: 1 });
    const next = submit(db(), { rows: rowsOf(["game-1"], 1, () => "good"), instanceIds: ["game-1"], k: 1 });
    checkAll(db(), next);
    planAll(db(), next);
    expect(experiment(next)?.state).toBe("complete");
  });

  test("lists disagreements with both outcomes and both folders", () => {
    const id = evaluatedExperiment(db());
    const auditId = started(id);
    settleQueue(db(), flaky("game-2"));
    const { agreement, runs } = report(auditId);
    expect(agreement).toEqual({ compared: 6, agreed: 3, waiting: 0, failed: 0 });
    const odd = runs.filter((run) => run.state === "disagreed");
    expect(odd.map((run) => [run.instanceId, run.first.outcome, run.second.outcome])).toEqual(
      expect.arrayContaining([
        ["game-2", "passed", "timed-out"],
        ["game-2", "failed", "timed-out"],
      ]),
    );
    for (const { first, second } of odd) {
      expect(first.artifacts).toBe(`evaluations/${first.evaluationId}`);
      expect(second.artifacts).toBe(`evaluations/${second.evaluationId}`);
      expect(first.artifacts).not.toBe(second.artifacts);
    }
  });

  test("counts a run that our machinery failed as not compared, and still ends", () => {
    const id = evaluatedExperiment(db());
    const auditId = started(id);
    settleQueue(db(), (row) => (row.instanceId === "game-1" ? "infra-error" : usualOutcome(row)));
    expect(report(auditId)).toMatchObject({
      audit: { state: "complete" },
      agreement: { compared: 3, agreed: 3, waiting: 0, failed: 3 },
    });
  });

  test("ends too when its instance loses its gate while it runs", () => {
    const id = evaluatedExperiment(db(), { instanceIds: ["game-1"] });
    const auditId = started(id);
    const plan = planOf("game-1");
    if (plan.status !== "ready") throw new Error("not planned");
    requestGate(db(), plan.subject, { again: true });
    settleQueue(db(), () => "failed");
    expect(report(auditId)).toMatchObject({ audit: { state: "complete" }, agreement: { failed: 3 } });
  });

  test("is refused for an experiment that is not complete, twice at once, of no share, of another harness", () => {
    const open = submit(db());
    const refusal = (experimentId: string, share = 1) => {
      const result = startAudit(db(), { experimentId, share, actor });
      return result.status === "refused" ? result.message : "started";
    };
    expect(refusal("none")).toMatch(/no experiment/);
    expect(refusal(open)).toMatch(/queued: only a complete one/);
    cancelExperiment(db(), open, "test");
    const id = evaluatedExperiment(db());
    expect(refusal(id, 0)).toMatch(/share/);
    db().query.update(evaluations).set({ harnessVersion: "1" }).run();
    expect(refusal(id)).toMatch(/version 1 of the harness/);
    expect(countRows(db(), audits)).toBe(0);
  });

  test("one at a time", () => {
    const id = evaluatedExperiment(db());
    started(id);
    expect(startAudit(db(), { experimentId: id, share: 1, actor })).toMatchObject({ status: "refused" });
  });

  test("is cancelled with its jobs, and a run that is under way settles nothing any more", () => {
    const id = evaluatedExperiment(db());
    const auditId = started(id);
    const job = claimJob(db(), { workerId: "w1", kinds: ["evaluate"], leaseMs: LEASE_MS });
    if (job?.kind !== "evaluate") throw new Error("No job.");
    expect(cancelAudit(db(), auditId, actor)).toEqual({ status: "cancelled", left: 4 });
    expect(cancelAudit(db(), auditId, actor)).toEqual({ status: "over", state: "cancelled" });
    expect(cancelAudit(db(), "none", actor)).toEqual({ status: "unknown" });
    const late = { grade: grade("passed"), durationMs: 1, editorMs: 1, artifacts: null };
    expect(settleEvaluation(db(), job.claim, { evaluationId: job.evaluationId, ...late }).status).toBe(
      "refused",
    );
    expect(settleQueue(db())).toBe(0);
    expect(countRows(db(), jobs, eq(jobs.lastError, "cancelled"))).toBe(4);
    started(id);
    expect(settleQueue(db())).toBe(4);
  });

  test("comes after the work of submissions", () => {
    const id = evaluatedExperiment(db());
    started(id);
    const other = submit(db(), { rows: rowsOf(["game-1", "game-2"], 3, () => "new bad") });
    checkAll(db(), other);
    planAll(db(), other);
    const job = claimJob(db(), { workerId: "w1", kinds: ["evaluate"], leaseMs: LEASE_MS });
    const evaluationId = job?.kind === "evaluate" ? job.evaluationId : "";
    expect(countRows(db(), attempts, eq(attempts.evaluationId, evaluationId))).toBe(3);
  });
});

describe("the verified mark", () => {
  test("rests on an audit that agrees in full, and keeps what it rests on", () => {
    const id = evaluatedExperiment(db());
    const auditId = started(id);
    expect(verifyExperiment(db(), id, { auditId }, { actor })).toMatchObject({ field: "audit" });
    settleQueue(db());
    expect(verifyExperiment(db(), id, { auditId }, { actor, now: 1000 })).toEqual({ status: "done" });
    expect(experiment(id)).toMatchObject({
      verified: true,
      verifiedAt: 1000,
      verifiedBy: "Ada Maintainer",
      verifiedNote: null,
      verifiedEvidence: {
        datasetHash: "dataset-1",
        harnessVersion: experiment(id)?.harnessVersion,
        images: { "editor:test": "sha256:one" },
        audit: { id: auditId, agreed: 6, compared: 6, share: 1 },
      },
    });
    expect(told()).toEqual([
      {
        kind: "verified",
        who: "Ada Maintainer",
        title: "agent-a · model-x · t 0.4 was verified",
        text: "A second run agreed in 6 of 6 attempts.",
      },
    ]);
  });

  test("is refused on an audit with a disagreement, unless a reason is written, which is kept with the count", () => {
    const id = evaluatedExperiment(db());
    const auditId = started(id);
    settleQueue(db(), flaky("game-2"));
    const without = verifyExperiment(db(), id, { auditId }, { actor });
    expect(without).toMatchObject({ status: "refused", field: "reason", negative: true });
    expect(verifyExperiment(db(), id, { auditId, reason: "fine" }, { actor })).toMatchObject({
      field: "reason",
    });
    expect(experiment(id)?.verified).toBe(false);
    expect(verifyExperiment(db(), id, { auditId, reason: REASON }, { actor })).toEqual({ status: "done" });
    expect(experiment(id)).toMatchObject({
      verifiedNote: REASON,
      verifiedEvidence: { audit: { agreed: 3, compared: 6 } },
    });
  });

  test("without an audit asks for a reason, and says in public that there was none", () => {
    const id = evaluatedExperiment(db());
    expect(verifyExperiment(db(), id, {}, { actor })).toMatchObject({ field: "reason" });
    expect(verifyExperiment(db(), id, { reason: REASON }, { actor })).toEqual({ status: "done" });
    expect(told()[0]?.text).toBe(`Without an audit. ${REASON}`);
  });

  test("takes no audit of another experiment, and none that outcomes have overtaken", () => {
    const id = evaluatedExperiment(db());
    const other = evaluatedExperiment(db(), {
      identity: { agent: "agent-b", model: "m", temperature: null },
    });
    const auditId = started(other);
    settleQueue(db());
    expect(verifyExperiment(db(), id, { auditId }, { actor })).toMatchObject({ field: "audit" });
    const one = db().query.select().from(attempts).where(eq(attempts.experimentId, other)).get();
    db()
      .query.update(attempts)
      .set({ evaluationId: null })
      .where(eq(attempts.id, one?.id ?? 0))
      .run();
    expect(verifyExperiment(db(), other, { auditId }, { actor })).toMatchObject({ field: "audit" });
  });

  test("is for complete experiments that stand", () => {
    const open = submit(db());
    expect(verifyExperiment(db(), open, { reason: REASON }, { actor }).status).toBe("refused");
    expect(verifyExperiment(db(), "none", { reason: REASON }, { actor }).status).toBe("refused");
  });

  test("is taken back with a reason, once", () => {
    const id = evaluatedExperiment(db());
    expect(unverifyExperiment(db(), id, REASON, { actor })).toMatchObject({ status: "refused" });
    verifyExperiment(db(), id, { reason: REASON }, { actor });
    expect(unverifyExperiment(db(), id, "no", { actor })).toMatchObject({ field: "reason" });
    expect(unverifyExperiment(db(), id, REASON, { actor })).toEqual({ status: "done" });
    expect(experiment(id)).toMatchObject({ verified: false, verifiedEvidence: null, verifiedBy: null });
    expect(told().map((one) => one.kind)).toEqual(["verified", "unverified"]);
    const kinds = db().query.select().from(events).where(eq(events.subject, id)).all();
    expect(kinds.map((one) => one.kind)).toEqual(
      expect.arrayContaining(["experiment.verified", "experiment.unverified"]),
    );
  });
});
