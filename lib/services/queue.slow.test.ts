import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, evaluations, jobs } from "@/lib/db/schema";
import { temporaryDatabase } from "@/tests/support/database";
import { checkAll, claim, LEASE_MS, planAll, rowsOf, submit } from "@/tests/support/experiments";
import { historyOf } from "./events";
import { MAX_INFRA_RETRIES, MAX_LOST_WORKERS } from "./limits";
import { beginCheck, endCheck, recordPatchChecks } from "./patch-check";
import { experimentProgress, placeInQueue } from "./progress";
import { blockClaim, claimJob, failClaim, prolongClaims, releaseClaim, requeueExpired } from "./queue";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const db = () => temporary.database;
const one = (agent = "agent-a") =>
  submit(db(), {
    k: 1,
    instanceIds: ["game-1"],
    rows: rowsOf(["game-1"], 1),
    identity: { agent, model: "m", temperature: null },
  });
const rowOf = (jobId: number) => db().query.select().from(jobs).where(eq(jobs.id, jobId)).get();
const attemptsOf = (id: string) =>
  db().query.select().from(attempts).where(eq(attempts.experimentId, id)).all();
const take = (kinds: Parameters<typeof claimJob>[1]["kinds"], now: number, workerId = "w1") =>
  claimJob(db(), { workerId, kinds, leaseMs: LEASE_MS, now });

describe("the queue", () => {
  test("gives each job to one worker, oldest first, checks before all else", () => {
    const [a, b] = [one("agent-a"), one("agent-b")];
    checkAll(db(), a);
    planAll(db(), a);
    const kinds = ["check", "plan", "evaluate"] as const;
    const claims = [1, 2, 3].map((n) => take(kinds, Date.now(), `w${n}`));
    expect(claims.map((job) => job?.kind)).toEqual(["check", "evaluate", undefined]);
    expect(claims[0]).toMatchObject({ experimentId: b });
  });

  test("a claim number is never used twice, also after a release", () => {
    one();
    const first = claim(db(), "check");
    expect(releaseClaim(db(), first.claim)).toBe(true);
    const second = claim(db(), "check");
    expect(second.claim.jobId).toBe(first.claim.jobId);
    expect(second.claim.claim).toBeGreaterThan(first.claim.claim);
    expect(releaseClaim(db(), first.claim)).toBe(false);
    expect(rowOf(first.claim.jobId)?.tries).toBe(0);
  });

  test("a sign of life prolongs the leases of its own worker and tells what is still held", () => {
    const now = Date.now();
    one();
    const job = claim(db(), "check", "w1", now);
    expect(prolongClaims(db(), "w2", LEASE_MS, now + 50_000)).toEqual([]);
    expect(prolongClaims(db(), "w1", LEASE_MS, now + 50_000)).toEqual([job.claim]);
    expect(requeueExpired(db(), now + LEASE_MS + 1).requeued).toBe(0);
    expect(requeueExpired(db(), now + 50_000 + LEASE_MS + 1).requeued).toBe(1);
    expect(prolongClaims(db(), "w1", LEASE_MS, now + 200_000)).toEqual([]);
  });

  test("an evaluation whose lease ends is waiting again, not running", () => {
    const id = one();
    checkAll(db(), id);
    planAll(db(), id);
    const now = Date.now();
    claim(db(), "evaluate", "w1", now);
    const states = () =>
      db()
        .query.select()
        .from(evaluations)
        .all()
        .map((row) => row.state);
    expect(states()).toContain("running");
    requeueExpired(db(), now + LEASE_MS + 1);
    expect(states()).not.toContain("running");
  });

  test("an evaluation that keeps losing its workers ends as infra-error, and so does what waits for it", () => {
    const id = one();
    checkAll(db(), id);
    planAll(db(), id);
    let now = Date.now();
    for (let lost = 1; lost <= MAX_LOST_WORKERS; lost++) {
      claim(db(), "evaluate", "w1", now);
      now += LEASE_MS + 1;
      const result = requeueExpired(db(), now);
      expect(result.givenUp).toBe(lost === MAX_LOST_WORKERS ? 1 : 0);
      if (lost === MAX_LOST_WORKERS) expect(result.finished).toEqual([id]);
    }
    expect(attemptsOf(id).map((row) => row.outcome)).toEqual(["infra-error"]);
    expect(attemptsOf(id)[0]?.reason).toContain(`lost ${MAX_LOST_WORKERS} workers`);
    expect(experimentProgress(db(), id)?.state).toBe("incomplete");
  });

  test("after a loss, the jobs of the same rank go first", () => {
    const [a, b] = [one("agent-a"), one("agent-b")];
    const now = Date.now();
    expect(take(["check"], now)).toMatchObject({ experimentId: a });
    requeueExpired(db(), now + LEASE_MS + 1);
    expect(take(["check"], now)).toMatchObject({ experimentId: b });
    expect(take(["check"], now)).toMatchObject({ experimentId: a });
  });

  test("a check that keeps failing ends as infra-error for what it could not check, and the rest goes on", () => {
    const id = submit(db(), { k: 2, instanceIds: ["game-1"], rows: rowsOf(["game-1"], 2) });
    let now = Date.now();
    for (let round = 0; round <= MAX_INFRA_RETRIES; round++) {
      const job = claim(db(), "check", "w1", now);
      const begun = beginCheck(db(), job.claim, id);
      const [first] = begun?.waiting ?? [];
      if (round === 0 && first) {
        const empty = {
          attemptIds: [first.id],
          check: { status: "empty" },
          targetFiles: [],
          definitionHash: "d",
        } as const;
        recordPatchChecks(db(), job.claim, [empty]);
      }
      const end = endCheck(db(), job.claim, id, "git is gone", now);
      expect(end).toMatchObject({ status: "written", again: round < MAX_INFRA_RETRIES });
      now += 3_600_000;
    }
    expect(attemptsOf(id).map((row) => row.outcome)).toEqual(["patch-empty", "infra-error"]);
    expect(historyOf(db().query, id).map((event) => event.kind)).toContain("job.given-up");
  });

  test("a plan that keeps failing leaves alone what is planned already", () => {
    const id = submit(db(), { k: 2, instanceIds: ["game-1"], rows: rowsOf(["game-1"], 2) });
    checkAll(db(), id);
    planAll(db(), id);
    const [planned, unplanned] = attemptsOf(id);
    db()
      .query.update(attempts)
      .set({ evaluationId: null })
      .where(eq(attempts.id, unplanned?.id ?? 0))
      .run();
    db().query.update(jobs).set({ state: "queued" }).where(eq(jobs.kind, "plan")).run();
    let now = Date.now();
    for (let round = 0; round <= MAX_INFRA_RETRIES; round++) {
      const job = claim(db(), "plan", "w1", now);
      expect(failClaim(db(), job.claim, "no images", now).status).toBe(
        round < MAX_INFRA_RETRIES ? "retry" : "given-up",
      );
      now += 3_600_000;
    }
    const rows = attemptsOf(id);
    expect(rows.find((row) => row.id === planned?.id)?.outcome).toBeNull();
    expect(rows.find((row) => row.id === unplanned?.id)?.outcome).toBe("infra-error");
  });

  test("what is handed in again while it is being checked is checked in a further round", () => {
    const id = submit(db(), { k: 2, instanceIds: ["game-1"], rows: rowsOf(["game-1"], 2) });
    const job = claim(db(), "check");
    const begun = beginCheck(db(), job.claim, id);
    const [first] = begun?.waiting ?? [];
    const empty = { check: { status: "empty" }, targetFiles: [], definitionHash: "d" } as const;
    recordPatchChecks(db(), job.claim, [{ ...empty, attemptIds: [first?.id ?? 0] }]);
    expect(endCheck(db(), job.claim, id, null)).toMatchObject({ again: true, finished: [] });
    expect(claim(db(), "check").claim.jobId).toBe(job.claim.jobId);
  });

  test("the place in the queue counts what comes before", () => {
    const [a, b] = [one("agent-a"), one("agent-b")];
    expect([placeInQueue(db(), a), placeInQueue(db(), b)]).toEqual([0, 1]);
    checkAll(db(), a);
    expect(placeInQueue(db(), b)).toBe(0);
    expect(placeInQueue(db(), a)).toBe(1);
    expect(placeInQueue(db(), "nobody")).toBeNull();
  });

  test("a job put back behind its gate is not claimed", () => {
    const id = one();
    checkAll(db(), id);
    planAll(db(), id);
    const job = claim(db(), "evaluate");
    expect(blockClaim(db(), job.claim)).toBe(true);
    expect(take(["evaluate"], Date.now())).toBeNull();
    expect(blockClaim(db(), job.claim)).toBe(false);
  });

  test("a job that fails is left in peace for a while", () => {
    const now = Date.now();
    one();
    const job = claim(db(), "check", "w1", now);
    expect(failClaim(db(), job.claim, "no", now).status).toBe("retry");
    expect(failClaim(db(), job.claim, "no", now).status).toBe("claim-lost");
    expect(take(["check"], now + 1_000)).toBeNull();
    expect(take(["check"], now + 60_000)).not.toBeNull();
  });
});

test("a hand-in that meets a running check changes nothing of it", () => {
  const input = { k: 1, instanceIds: ["game-1"], rows: rowsOf(["game-1"], 1) };
  const id = submit(db(), input);
  const job = claim(db(), "check");
  expect(submit(db(), input)).toBe(id);
  expect(rowOf(job.claim.jobId)).toMatchObject({ state: "claimed", claim: job.claim.claim });
});
