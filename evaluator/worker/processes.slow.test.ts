import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq, ne } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts, evaluations, events, experiments, jobs, testResults } from "@/lib/db/schema";
import { experimentProgress } from "@/lib/services/progress";
import { countRows, temporaryDatabase } from "@/tests/support/database";
import { rowsOf, submit } from "@/tests/support/experiments";
import { bundle, type Started, start } from "@/tests/support/processes";
import type { ChildSettings } from "@/tests/support/worker-child";
import { type LedgerLine, outcomeOf, readLedger } from "@/tests/support/worker-fakes";

const INSTANCES = ["game-1", "game-2", "game-3"];
const K = 5;
/** Three different trees an instance, of which one is shared by three attempts. */
const WORDS = ["good", "bad", "good", "worse", "good"];

let workerScript: string;
let contentionScript: string;
beforeAll(async () => {
  [workerScript, contentionScript] = await Promise.all([
    bundle("worker-child.ts"),
    bundle("contention-child.ts"),
  ]);
});
afterAll(() => {
  for (const file of [workerScript, contentionScript]) rmSync(file, { force: true });
});

let temporary: ReturnType<typeof temporaryDatabase>;
let children: Started[];
beforeEach(() => {
  temporary = temporaryDatabase();
  children = [];
});
afterEach(async () => {
  for (const { child } of children) child.kill("SIGKILL");
  await Promise.all(children.map((one) => one.ended));
  temporary.remove();
});

const db = () => temporary.database;
const ledger = () => path.join(temporary.dir, "ledger");

function submitOne(agent: string): string {
  const rows = rowsOf(INSTANCES, K, (_instance, run) => WORDS[run - 1] ?? "");
  return submit(db(), {
    identity: { agent, model: "m", temperature: null },
    instanceIds: INSTANCES,
    k: K,
    rows,
  });
}

function startWorker(experimentIds: string[], change: Partial<ChildSettings> = {}): Started {
  const settings: ChildSettings = {
    file: db().file,
    runsDir: path.join(temporary.dir, "runs"),
    ledger: ledger(),
    runMs: [10, 60],
    slots: 2,
    experimentIds,
    ...change,
  };
  const started = start(workerScript, JSON.stringify(settings));
  children.push(started);
  return started;
}

/** Everything has its verdict, once, and it is the right one. */
function expectAllSettledOnce(ids: string[]): void {
  for (const id of ids) {
    expect(experimentProgress(db(), id)).toMatchObject({
      state: "complete",
      attempts: { done: INSTANCES.length * K },
    });
    const rows = db()
      .query.select()
      .from(attempts)
      .where(eq(attempts.experimentId, id))
      .orderBy(attempts.id)
      .all();
    const expected = INSTANCES.flatMap(() => WORDS.map((words) => outcomeOf(words)));
    expect(rows.map((row) => row.outcome)).toEqual(expected);
  }
  const runs = INSTANCES.length * 5;
  expect(countRows(db(), evaluations)).toBe(runs);
  expect(countRows(db(), evaluations, ne(evaluations.state, "settled"))).toBe(0);
  // One test case each: a verdict that was written twice would have two.
  expect(countRows(db(), testResults)).toBe(runs);
  expect(countRows(db(), jobs, ne(jobs.state, "done"))).toBe(0);
  expect(countRows(db(), events, eq(events.kind, "evaluation.conflict"))).toBe(0);
  expect(countRows(db(), events, eq(events.kind, "experiment.finished"))).toBe(ids.length);
}

const linesOf = (at: LedgerLine["at"]) => readLedger(ledger()).filter((line) => line.at === at);

describe("worker processes", { timeout: 120_000 }, () => {
  test("killed with SIGKILL at any moment and started again, nothing is lost, doubled or needlessly repeated", async () => {
    const ids = [submitOne("agent-a"), submitOne("agent-b")];
    let kills = 0;
    while (kills < 12) {
      const { child, ended } = startWorker(ids);
      const isReady = () =>
        readLedger(ledger()).some((line) => line.at === "ready" && line.pid === child.pid);
      const gone = ended.then(() => true);
      while (!isReady() && child.exitCode === null) await delay(5);
      if (await Promise.race([gone, delay(Math.random() * 300, false)])) break;
      child.kill("SIGKILL");
      await ended;
      kills += 1;
    }
    const last = await startWorker(ids).ended;
    expect(last).toMatchObject({ code: 0, output: "" });
    expectAllSettledOnce(ids);
    expect(kills).toBeGreaterThan(1);
    const runs = INSTANCES.length * 5;
    // A kill cuts off at most what was running: two slots. A run that ended may have died before its report.
    expect(linesOf("start").length).toBeLessThanOrEqual(runs + kills * 2);
    expect(linesOf("end").length).toBeGreaterThanOrEqual(runs);
  });

  test("three workers on one queue share the work and never run one job twice", async () => {
    const ids = [submitOne("agent-a"), submitOne("agent-b")];
    const results = await Promise.all(
      [1, 2, 3].map(() => startWorker(ids, { slots: 1, runMs: [40, 80] }).ended),
    );
    expect(results.map((one) => [one.code, one.output])).toEqual([
      [0, ""],
      [0, ""],
      [0, ""],
    ]);
    expectAllSettledOnce(ids);
    const starts = linesOf("start");
    expect(starts).toHaveLength(INSTANCES.length * 5);
    expect(new Set(starts.map((line) => line.evaluationId)).size).toBe(starts.length);
    expect(new Set(starts.map((line) => line.pid)).size).toBeGreaterThan(1);
  });

  test("a worker takes over, while it works, what another one was killed over", async () => {
    const ids = [submitOne("agent-a")];
    const doomed = startWorker(ids, { runMs: [60_000, 60_000] });
    while (linesOf("start").length < 2) await delay(20);
    const heir = startWorker(ids);
    doomed.child.kill("SIGKILL");
    expect(await heir.ended).toMatchObject({ code: 0, output: "" });
    expectAllSettledOnce(ids);
    expect(linesOf("start")).toHaveLength(INSTANCES.length * 5 + 2);
    expect(countRows(db(), events, eq(events.kind, "job.lost"))).toBeGreaterThanOrEqual(2);
  });

  test("Ctrl-C ends with code 130 and claims nothing further; the next run resumes", async () => {
    const ids = [submitOne("agent-a")];
    const first = startWorker(ids, { runMs: [60_000, 60_000] });
    while (linesOf("start").length < 2) await delay(20);
    first.child.kill("SIGINT");
    expect(await first.ended).toMatchObject({ code: 130, output: "" });
    expect(countRows(db(), jobs, eq(jobs.state, "claimed"))).toBe(0);
    expect(linesOf("cut")).toHaveLength(2);
    expect(submitOne("agent-a")).toBe(ids[0]);
    expect(await startWorker(ids).ended).toMatchObject({ code: 0, output: "" });
    expectAllSettledOnce(ids);
    expect(linesOf("end")).toHaveLength(INSTANCES.length * 5);
  });

  test("processes that read and write at once never fail with a busy database, nor lose a write", async () => {
    submitOne("agent-a");
    db().query.update(experiments).set({ k: 0 }).run();
    const runs = await Promise.all([1, 2, 3].map(() => start(contentionScript, db().file, "400").ended));
    expect(runs.map((one) => one.output)).toEqual(["0", "0", "0"]);
    expect(db().query.select().from(experiments).get()?.k).toBe(1200);
  });
});
