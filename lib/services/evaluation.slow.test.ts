import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, evaluations, experiments, gates, jobs, testResults } from "@/lib/db/schema";
import type { Outcome } from "@/lib/domain/outcome";
import { countRows, temporaryDatabase } from "@/tests/support/database";
import {
  appliedCheck,
  checkAll,
  claim,
  grade,
  inputOf,
  planAll,
  planOf,
  rowsOf,
  submit,
} from "@/tests/support/experiments";
import { cancelExperiment } from "./cancel";
import { historyOf } from "./events";
import { evaluationIdOf, expectationOf, requestGate } from "./gates";
import { MAX_INFRA_RETRIES } from "./limits";
import { experimentProgress } from "./progress";
import { type ClaimedJob, claimJob, failClaim, releaseClaim, requeueExpired } from "./queue";
import { settleEvaluation } from "./settle";
import { createExperiment } from "./submit";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const db = () => temporary.database;
const query = () => temporary.database.query;
const report = (evaluationId: string, outcome: Outcome) => ({
  evaluationId,
  grade: grade(outcome),
  durationMs: 100,
  editorMs: 80,
  artifacts: `evaluations/${evaluationId}`,
});
const evaluationOf = (job: ClaimedJob) => {
  if (job.kind !== "evaluate") throw new Error(`a ${job.kind} job`);
  const row = query().select().from(evaluations).where(eq(evaluations.id, job.evaluationId)).get();
  if (!row) throw new Error("no evaluation");
  return row;
};
const settle = (job: ClaimedJob, outcome: Outcome, now?: number) =>
  settleEvaluation(db(), job.claim, report(evaluationOf(job).id, outcome), now);
const stateOf = (id: string) => query().select().from(experiments).where(eq(experiments.id, id)).get()?.state;
const outcomes = (id: string) =>
  query()
    .select()
    .from(attempts)
    .where(eq(attempts.experimentId, id))
    .all()
    .map((row) => row.outcome);

/** Runs everything that may run; `verdict` says how a tree ends. Gives the trees in the order they ran. */
function runAll(verdict: (tree: string, role: string) => Outcome, now = Date.now()): string[] {
  const ran: string[] = [];
  for (;;) {
    const job = claimJob(db(), { workerId: "w1", kinds: ["evaluate"], leaseMs: 60_000, now });
    if (job === null) return ran;
    const { gradedTree, role, instanceId } = evaluationOf(job);
    ran.push(`${instanceId} ${gradedTree}`);
    settle(job, verdict(gradedTree, role), now);
  }
}
const healthy = (tree: string, role: string): Outcome =>
  role === "oracle" || tree.includes("good") ? "passed" : "failed";

/** Two instances of three runs; good, bad and again good for the first, and so on. */
const mixed = (instanceId: string, run: number) => (run === 2 ? `bad ${instanceId}` : `good ${instanceId}`);
const submitMixed = (change: Parameters<typeof submit>[1] = {}) =>
  submit(db(), { rows: rowsOf(["game-1", "game-2"], 3, mixed), ...change });

describe("checking patches", () => {
  test("gives each patch outcome its bits: a refused patch stays parseable and hits no file", () => {
    const words = ["empty", "malformed", "rejected", "refused", "miss", "hit"];
    const id = submit(db(), {
      k: 6,
      instanceIds: ["game-1"],
      rows: rowsOf(["game-1"], 6, (_, run) => words[run - 1] ?? ""),
    });
    const refusal = { path: ".git/hooks", rule: "git-file", message: "It touches .git." } as const;
    checkAll(db(), id, (patch) => {
      if (patch === "empty") return { status: "empty" };
      if (patch === "malformed" || patch === "rejected")
        return { status: patch, message: "why", hints: ["hint"] };
      if (patch === "refused") return appliedCheck(patch, { refusals: [refusal] });
      return patch === "miss" ? appliedCheck(patch, { touched: [] }) : appliedCheck(patch);
    });
    const rows = query().select().from(attempts).where(eq(attempts.experimentId, id)).all();
    expect(rows.map((row) => [row.outcome, row.state, row.parseable, row.fileHit, row.fileHitAny])).toEqual([
      ["patch-empty", "done", false, false, false],
      ["patch-malformed", "done", false, false, false],
      ["patch-rejected", "done", false, false, false],
      ["patch-refused", "done", true, false, false],
      [null, "checked", true, false, false],
      [null, "checked", true, true, true],
    ]);
    expect(rows[1]?.hints).toEqual(["hint"]);
    expect(rows[3]?.refusals).toEqual([refusal]);
  });

  test("an experiment of patches that never run is complete at once", () => {
    const id = submit(db(), { rows: rowsOf(["game-1", "game-2"], 3, () => null) });
    checkAll(db(), id);
    expect(stateOf(id)).toBe("complete");
    expect(outcomes(id)).toEqual(Array.from({ length: 6 }, () => "patch-empty"));
  });
});

describe("planning and running", () => {
  test("equal trees are one evaluation, also over experiments, and the oracle runs first, then the base", () => {
    const first = submitMixed();
    checkAll(db(), first);
    planAll(db(), first);
    const second = submitMixed({ identity: { agent: "agent-b", model: "m", temperature: null } });
    checkAll(db(), second);
    planAll(db(), second);
    const ran = runAll(healthy);
    // Two instances: oracle, base, good and bad each; twelve attempts.
    expect(ran).toHaveLength(8);
    expect(new Set(ran).size).toBe(8);
    for (const instance of ["game-1", "game-2"]) {
      const of = ran.filter((tree) => tree.startsWith(instance));
      expect(of.slice(0, 2)).toEqual([`${instance} tree oracle`, `${instance} tree base`]);
    }
    const expected = ["passed", "failed", "passed", "passed", "failed", "passed"];
    expect(outcomes(first)).toEqual(expected);
    expect(outcomes(second)).toEqual(expected);
    expect([stateOf(first), stateOf(second)]).toEqual(["complete", "complete"]);
  });

  test("a later experiment gets known verdicts without a run", () => {
    const first = submitMixed();
    checkAll(db(), first);
    planAll(db(), first);
    runAll(healthy);
    const second = submitMixed({ identity: { agent: "agent-b", model: "m", temperature: null } });
    checkAll(db(), second);
    expect(planAll(db(), second)).toMatchObject({ cached: 6, attached: 0, end: { finished: [second] } });
    expect(runAll(healthy)).toEqual([]);
    expect(stateOf(second)).toBe("complete");
  });

  test("a patch that changes nothing takes the base's verdict from the gate, without a run of its own", () => {
    const rows = rowsOf(["game-1"], 2, (_, run) => (run === 1 ? "base" : "oracle"));
    const id = submit(db(), { k: 2, instanceIds: ["game-1"], rows });
    checkAll(db(), id);
    planAll(db(), id);
    expect(runAll(healthy)).toEqual(["game-1 tree oracle", "game-1 tree base"]);
    expect(outcomes(id)).toEqual(["failed", "passed"]);
    expect(stateOf(id)).toBe("complete");
  });

  test("a verdict of the oracle's run counts for nobody before the gate is shown", () => {
    const rows = rowsOf(["game-1"], 1, () => "oracle");
    const change = { k: 1, instanceIds: ["game-1"], rows };
    const first = submit(db(), change);
    checkAll(db(), first);
    planAll(db(), first);
    settle(claim(db(), "evaluate"), "passed");
    const second = submit(db(), { ...change, identity: { agent: "agent-b", model: "m", temperature: null } });
    checkAll(db(), second);
    expect(planAll(db(), second)).toMatchObject({ cached: 0, attached: 1 });
    expect([outcomes(first), outcomes(second)]).toEqual([[null], [null]]);
    settle(claim(db(), "evaluate"), "passed");
    expect([outcomes(first), outcomes(second)]).toEqual([["infra-error"], ["infra-error"]]);
  });

  test("another editor image is another evaluation", () => {
    const first = submitMixed();
    checkAll(db(), first);
    planAll(db(), first);
    runAll(healthy);
    const second = submitMixed({ identity: { agent: "agent-b", model: "m", temperature: null } });
    checkAll(db(), second);
    planAll(db(), second, (instanceId) => planOf(instanceId, { digest: "sha256:two" }));
    expect(runAll(healthy)).toHaveLength(8);
  });

  test("attempts checked against an older definition are checked again, not run", () => {
    const id = submitMixed();
    checkAll(db(), id);
    const newer = (instanceId: string) => planOf(instanceId, { definition: "newer" });
    expect(planAll(db(), id, newer)).toMatchObject({ recheck: 6, attached: 0 });
    expect(runAll(healthy)).toEqual([]);
    expect(experimentProgress(db(), id)?.attempts).toMatchObject({ waiting: 6, checked: 0 });
    expect(claim(db(), "check").kind).toBe("check");
  });

  test("test cases are stored with their evaluation, and the gate keeps the names the oracle passed", () => {
    const id = submitMixed();
    checkAll(db(), id);
    planAll(db(), id);
    runAll(healthy);
    const stored = query().select().from(gates).all();
    expect(stored.map((gate) => [gate.status, gate.baseOutcome, gate.oracleOutcome, gate.expected])).toEqual([
      ["gated", "failed", "passed", [["Ns.Class.Test"]]],
      ["gated", "failed", "passed", [["Ns.Class.Test"]]],
    ]);
    expect(countRows(db(), testResults)).toBe(8);
  });
});

describe("settling", () => {
  /** An experiment of one attempt whose gate is shown and whose evaluation is claimed by w1. */
  function claimedCandidate() {
    const id = submit(db(), { k: 1, instanceIds: ["game-1"], rows: rowsOf(["game-1"], 1) });
    checkAll(db(), id);
    planAll(db(), id);
    settle(claim(db(), "evaluate"), "passed");
    settle(claim(db(), "evaluate"), "failed");
    return { id, job: claim(db(), "evaluate") };
  }

  test("a late report of a lost lease is refused, and the other worker's verdict stands", () => {
    const { id, job } = claimedCandidate();
    const later = Date.now() + 61_000;
    expect(requeueExpired(db(), later)).toMatchObject({ requeued: 1 });
    expect(settle(job, "passed")).toEqual({ status: "refused", conflict: false });
    const second = claim(db(), "evaluate", "w2", later);
    expect(settle(job, "passed")).toEqual({ status: "refused", conflict: false });
    expect(settle(second, "failed")).toMatchObject({ status: "settled", finished: [id] });
    expect(settle(job, "passed")).toEqual({ status: "refused", conflict: true });
    expect(settle(job, "failed")).toEqual({ status: "refused", conflict: false });
    const row = evaluationOf(job);
    expect([row.outcome, outcomes(id)]).toEqual(["failed", ["failed"]]);
    const kinds = historyOf(query(), row.id).map((event) => event.kind);
    expect(kinds.filter((kind) => kind === "evaluation.conflict")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "evaluation.late-report")).toHaveLength(3);
  });

  test("reporting twice settles once", () => {
    const { job } = claimedCandidate();
    expect(settle(job, "failed").status).toBe("settled");
    expect(settle(job, "failed").status).toBe("refused");
    expect(countRows(db(), testResults, eq(testResults.evaluationId, evaluationOf(job).id))).toBe(1);
  });

  test("a claim settles its own evaluation only", () => {
    const { job } = claimedCandidate();
    const oracle = query().select().from(evaluations).where(eq(evaluations.role, "oracle")).get();
    expect(settleEvaluation(db(), job.claim, report(oracle?.id ?? "", "failed")).status).toBe("refused");
    expect(query().select().from(evaluations).where(eq(evaluations.role, "oracle")).get()?.outcome).toBe(
      "passed",
    );
  });

  test("a failure of ours is run again with growing pauses, then left, and the experiment is incomplete", () => {
    const { id, job } = claimedCandidate();
    let now = Date.now();
    const waits: number[] = [];
    let held = job;
    for (let retry = 1; retry <= MAX_INFRA_RETRIES; retry++) {
      const result = settle(held, "infra-error", now);
      if (result.status !== "retry") throw new Error(result.status);
      waits.push(result.notBefore - now);
      expect(claimJob(db(), { workerId: "w1", kinds: ["evaluate"], leaseMs: 1, now })).toBeNull();
      now = result.notBefore;
      held = claim(db(), "evaluate", "w1", now);
    }
    expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true);
    expect(settle(held, "infra-error", now)).toMatchObject({ status: "settled", finished: [id] });
    expect([stateOf(id), outcomes(id)]).toEqual(["incomplete", ["infra-error"]]);
  });

  test("a run that a limit ended is run once more at once, and the second verdict stands", () => {
    const id = submit(db(), {
      k: 2,
      instanceIds: ["game-1"],
      rows: rowsOf(["game-1"], 2, (_, run) => (run === 1 ? "slow" : "hang")),
    });
    checkAll(db(), id);
    planAll(db(), id);
    const seen = new Map<string, number>();
    const ran = runAll((tree, role) => {
      const count = (seen.get(tree) ?? 0) + 1;
      seen.set(tree, count);
      if (tree.includes("hang")) return "timed-out";
      if (tree.includes("slow")) return count === 1 ? "out-of-memory" : "passed";
      return healthy(tree, role);
    });
    expect(ran.filter((one) => one.includes("slow"))).toHaveLength(2);
    expect(ran.filter((one) => one.includes("hang"))).toHaveLength(2);
    expect([stateOf(id), outcomes(id)]).toEqual(["complete", ["passed", "timed-out"]]);
  });

  test("handing the same file in again runs what our machinery failed, and nothing else", () => {
    const id = submitMixed();
    checkAll(db(), id);
    planAll(db(), id);
    const far = Date.now() + 3_600_000;
    const flaky = (tree: string, role: string): Outcome =>
      tree.includes("bad game-1") ? "infra-error" : healthy(tree, role);
    for (let round = 0; round < 5; round++) runAll(flaky, far + round * 3_600_000);
    expect([stateOf(id), outcomes(id)[1]]).toEqual(["incomplete", "infra-error"]);
    expect(submitMixed()).toBe(id);
    expect(stateOf(id)).toBe("queued");
    checkAll(db(), id);
    planAll(db(), id);
    expect(runAll(healthy)).toEqual(["game-1 tree bad game-1"]);
    expect([stateOf(id), outcomes(id)[1]]).toEqual(["complete", "failed"]);
  });
});

describe("gates", () => {
  function planned() {
    const id = submitMixed({ instanceIds: ["game-1"], rows: rowsOf(["game-1"], 3, mixed) });
    checkAll(db(), id);
    planAll(db(), id);
    return id;
  }

  test.each([
    [
      "the real fix does not pass",
      (_: string, role: string): Outcome => (role === "oracle" ? "failed" : "failed"),
      /oracle does not pass/,
    ],
    ["the base passes", (): Outcome => "passed", /base passes/],
  ])("when %s, no attempt is judged", (_name, verdict, message) => {
    const id = planned();
    expect(runAll(verdict)).toEqual(["game-1 tree oracle", "game-1 tree base"]);
    const rows = query().select().from(attempts).where(eq(attempts.experimentId, id)).all();
    expect(rows.map((row) => row.outcome)).toEqual(["infra-error", "infra-error", "infra-error"]);
    expect(rows[0]?.reason).toMatch(message);
    expect(stateOf(id)).toBe("incomplete");
  });

  test("an attempt equal to the base gets no pass from a base that passes", () => {
    const id = submit(db(), { k: 1, instanceIds: ["game-1"], rows: rowsOf(["game-1"], 1, () => "base") });
    checkAll(db(), id);
    planAll(db(), id);
    runAll(() => "passed");
    expect(outcomes(id)).toEqual(["infra-error"]);
  });

  test("a gate that could not be run leaves the attempts as infra-error and can be run again", () => {
    const id = planned();
    const far = Date.now() + 3_600_000;
    for (let round = 0; round < 5; round++) runAll(() => "infra-error", far + round * 3_600_000);
    expect(outcomes(id)).toEqual(["infra-error", "infra-error", "infra-error"]);
    expect(countRows(db(), gates)).toBe(0);
    submitMixed({ instanceIds: ["game-1"], rows: rowsOf(["game-1"], 3, mixed) });
    checkAll(db(), id);
    planAll(db(), id);
    runAll(healthy);
    expect([outcomes(id), stateOf(id)]).toEqual([["passed", "failed", "passed"], "complete"]);
  });

  test("asked for anew, both runs are repeated and candidates wait for them", () => {
    const plan = planOf("game-1");
    if (plan.status !== "ready") throw new Error("not ready");
    requestGate(db(), plan.subject);
    runAll(healthy);
    const id = planned();
    requestGate(db(), plan.subject, { again: true });
    const candidate = evaluationIdOf(plan.subject.gate, "tree good game-1");
    const row = query().select().from(evaluations).where(eq(evaluations.id, candidate)).get();
    expect(row && expectationOf(query(), row)).toEqual({ status: "missing" });
    const oracle = claim(db(), "evaluate");
    // The base waits for the oracle, and the candidates for both.
    expect(claimJob(db(), { workerId: "w2", kinds: ["evaluate"], leaseMs: 60_000 })).toBeNull();
    releaseClaim(db(), oracle.claim);
    expect(runAll(healthy)).toEqual([
      "game-1 tree oracle",
      "game-1 tree base",
      "game-1 tree good game-1",
      "game-1 tree bad game-1",
    ]);
    expect(stateOf(id)).toBe("complete");
  });

  test("asked for twice, what has run stays", () => {
    const plan = planOf("game-1");
    if (plan.status !== "ready") throw new Error("not ready");
    requestGate(db(), plan.subject);
    expect(runAll(healthy)).toHaveLength(2);
    requestGate(db(), plan.subject);
    expect(runAll(healthy)).toEqual([]);
  });

  test("an instance without an image is told as such and does not stop the others", () => {
    const id = submitMixed();
    checkAll(db(), id);
    planAll(db(), id, (instanceId) =>
      instanceId === "game-1" ? { status: "unavailable", reason: "No editor image." } : planOf(instanceId),
    );
    runAll(healthy);
    expect(outcomes(id)).toEqual(["infra-error", "infra-error", "infra-error", "passed", "failed", "passed"]);
    expect(stateOf(id)).toBe("incomplete");
  });
});

describe("cancelling", () => {
  test("ends the work of one experiment, keeps what another waits for, and can be taken up again", () => {
    const first = submitMixed();
    checkAll(db(), first);
    planAll(db(), first);
    settle(claim(db(), "evaluate"), "passed");
    const shared = { instanceIds: ["game-1"], rows: rowsOf(["game-1"], 3, mixed) };
    const second = submitMixed({ ...shared, identity: { agent: "agent-b", model: "m", temperature: null } });
    checkAll(db(), second);
    planAll(db(), second);
    expect(cancelExperiment(db(), first, "cli")).toMatchObject({ status: "cancelled" });
    expect(cancelExperiment(db(), first, "cli")).toEqual({ status: "over", state: "cancelled" });
    expect(cancelExperiment(db(), "nobody", "cli")).toEqual({ status: "unknown" });
    const ran = runAll(healthy);
    expect(
      ran.filter((tree) => tree.includes("game-2 tree good") || tree.includes("game-2 tree bad")),
    ).toEqual([]);
    expect([stateOf(first), stateOf(second)]).toEqual(["cancelled", "complete"]);
    expect(createExperiment(db(), inputOf({ rows: rowsOf(["game-1", "game-2"], 3, mixed) }))).toMatchObject({
      status: "resumed",
    });
    checkAll(db(), first);
    planAll(db(), first);
    expect(runAll(healthy).toSorted()).toEqual(["game-2 tree bad game-2", "game-2 tree good game-2"]);
    expect(stateOf(first)).toBe("complete");
  });

  test("leaves nothing hanging when the plan fails after it was taken up again", () => {
    const id = submitMixed();
    checkAll(db(), id);
    planAll(db(), id);
    cancelExperiment(db(), id, "cli");
    submitMixed();
    checkAll(db(), id);
    let now = Date.now();
    for (let round = 0; round <= MAX_INFRA_RETRIES; round++) {
      failClaim(db(), claim(db(), "plan", "w1", now).claim, "no images", now);
      now += 3_600_000;
    }
    expect(stateOf(id)).toBe("incomplete");
    expect(new Set(outcomes(id))).toEqual(new Set(["infra-error"]));
  });

  test("takes the claim from a worker that is running it", () => {
    const id = submitMixed();
    checkAll(db(), id);
    planAll(db(), id);
    runAll((tree, role) => (tree.includes("good game-1") ? "infra-error" : healthy(tree, role)));
    const later = Date.now() + 3_600_000;
    const job = claim(db(), "evaluate", "w1", later);
    cancelExperiment(db(), id, "cli");
    expect(settle(job, "passed").status).toBe("refused");
    expect(countRows(db(), jobs, eq(jobs.state, "claimed"))).toBe(0);
  });
});
