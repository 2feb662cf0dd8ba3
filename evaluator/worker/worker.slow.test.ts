import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, evaluations, experiments, jobs, workers } from "@/lib/db/schema";
import { cancelExperiment } from "@/lib/services/cancel";
import { experimentProgress } from "@/lib/services/progress";
import { claimJob } from "@/lib/services/queue";
import { registerWorker } from "@/lib/services/workers";
import { countRows } from "@/tests/support/database";
import { rowsOf, submit } from "@/tests/support/experiments";
import { fakeEvaluator, readLedger } from "@/tests/support/worker-fakes";
import { eventually, type WorkerScene, workerScene } from "@/tests/support/worker-scene";

let scene: WorkerScene;
beforeEach(() => {
  scene = workerScene();
});
afterEach(() => scene.remove());

const db = () => scene.database;

const words = (_instance: string, run: number) => ["good", "bad", "rejected"][run - 1] ?? "";
const submitWords = (patch: (instance: string, run: number) => string | null = words) =>
  submit(db(), { rows: rowsOf(["game-1", "game-2"], 3, patch) });
const outcomes = (id: string) =>
  db()
    .query.select()
    .from(attempts)
    .where(eq(attempts.experimentId, id))
    .all()
    .map((row) => row.outcome);
const stateOf = (id: string) => experimentProgress(db(), id)?.state;
const started = () =>
  readLedger(scene.settings.ledger)
    .filter((line) => line.at === "start")
    .map((line) => line.tree);

describe("a worker", () => {
  test("takes an experiment from its file to its verdicts, gates first, and tells how far it is", async () => {
    const id = submitWords();
    await scene.worker({ until: () => scene.over(id) }).ended;
    expect(outcomes(id)).toEqual([
      "passed",
      "failed",
      "patch-rejected",
      "passed",
      "failed",
      "patch-rejected",
    ]);
    expect(stateOf(id)).toBe("complete");
    expect(started()).toHaveLength(8);
    for (const game of ["game-1", "game-2"]) {
      const of = started().filter((tree) => tree.startsWith(game));
      expect(of.slice(0, 2)).toEqual([`${game} oracle`, `${game} base`]);
    }
    const types = scene.events.map((event) => event.type);
    expect(types).toEqual(
      expect.arrayContaining(["started", "checked", "planned", "evaluation-settled", "stopped"]),
    );
    expect(types.filter((type) => type === "experiment-finished")).toHaveLength(1);
    expect(countRows(db(), jobs, eq(jobs.state, "done"))).toBe(10);
    const row = db().query.select().from(workers).get();
    expect([row?.stoppedAt !== null, row?.reaped]).toEqual([true, true]);
  });

  test("writes the documented folders, each file whole", async () => {
    const id = submitWords();
    await scene.worker({ until: () => scene.over(id) }).ended;
    const row = db().query.select().from(experiments).where(eq(experiments.id, id)).get();
    const run = (game: string, n: number) =>
      path.join(scene.runsDir, "sample", "predictions", row?.folder ?? "", "game", game, `run${n}`);
    expect(readFileSync(path.join(run("1", 1), "candidate.patch"), "utf8")).toBe("good");
    expect(JSON.parse(readFileSync(path.join(run("2", 2), "attempt.json"), "utf8"))).toMatchObject({
      instance_id: "game-2",
      run_id: 2,
      outcome: "failed",
      passed: false,
    });
    expect(lstatSync(path.join(run("1", 1), "evaluation")).isSymbolicLink()).toBe(true);
    expect(readFileSync(path.join(run("1", 1), "evaluation", "unity.log"), "utf8")).toBe("log of good\n");
    expect(existsSync(path.join(run("1", 3), "evaluation"))).toBe(false);
    const names = readdirSync(scene.runsDir, { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => name.includes(".part"))).toEqual([]);
  });

  test("without a sandbox only checks patches, and evaluates once the sandbox is there", async () => {
    scene.settings.sandbox = { ok: false, note: "No engine answers." };
    const id = submitWords();
    const one = scene.worker();
    await eventually(() => experimentProgress(db(), id)?.attempts.waiting === 0);
    await delay(60);
    expect(experimentProgress(db(), id)?.attempts).toMatchObject({ checked: 4, done: 2 });
    expect(started()).toEqual([]);
    const row = db().query.select().from(workers).where(eq(workers.id, one.id)).get();
    expect([row?.canEvaluate, row?.sandboxNote]).toEqual([false, "No engine answers."]);
    scene.settings.sandbox.ok = true;
    await eventually(() => scene.over(id));
    one.stop();
    await one.ended;
    expect(stateOf(id)).toBe("complete");
  });

  test("a sandbox that never answers does not keep it from checking patches", async () => {
    const id = submitWords();
    const silent = { ...fakeEvaluator(scene.settings), probe: () => new Promise<never>(() => undefined) };
    const timings = { heartbeatMs: 20, pollMs: 5, probeMs: 20, probeLimitMs: 30, graceMs: 200 };
    const one = scene.worker({ evaluator: silent, timings });
    await eventually(() => experimentProgress(db(), id)?.attempts.waiting === 0);
    one.stop();
    await one.ended;
    expect(db().query.select().from(workers).get()?.sandboxNote).toContain("did not answer");
  });

  test("a sandbox that goes away in the middle costs no retry: the runs wait for it", async () => {
    scene.settings.runMs = [20, 30];
    const id = submitWords();
    const one = scene.worker();
    await eventually(() => started().length > 0);
    scene.settings.sandbox = { ok: false, note: "gone" };
    await eventually(() => scene.events.some((event) => event.type === "ability" && !event.canEvaluate));
    await delay(50);
    scene.settings.sandbox = { ok: true, note: "back" };
    await eventually(() => scene.over(id));
    one.stop();
    await one.ended;
    expect(stateOf(id)).toBe("complete");
    const retries = db()
      .query.select()
      .from(evaluations)
      .all()
      .map((row) => row.infraRetries);
    expect(new Set(retries)).toEqual(new Set([0]));
  });

  test("goes on after a job that throws, and tries that job again later", async () => {
    const id = submitWords((_instance, run) => (run === 1 ? "throws" : "good"));
    const one = scene.worker();
    await eventually(() => scene.events.filter((event) => event.type === "job-failed").length === 2);
    await eventually(() => outcomes(id).filter((outcome) => outcome === "passed").length === 4);
    one.stop();
    await one.ended;
    const waiting = db().query.select().from(jobs).where(eq(jobs.state, "queued")).all();
    expect(waiting.map((job) => [job.kind, job.tries, job.lastError])).toEqual([
      ["evaluate", 1, "a defect of the evaluator"],
      ["evaluate", 1, "a defect of the evaluator"],
    ]);
    expect(waiting.every((job) => job.notBefore > Date.now())).toBe(true);
  });

  test("a patch that cannot be checked does not hold up the others", async () => {
    const id = submitWords((_instance, run) => (run === 1 ? "uncheckable" : "good"));
    const one = scene.worker();
    await eventually(() => outcomes(id).filter((outcome) => outcome === "passed").length === 4);
    one.stop();
    await one.ended;
    expect(experimentProgress(db(), id)?.attempts).toMatchObject({ waiting: 2, done: 4 });
    const [job] = db().query.select().from(jobs).where(eq(jobs.kind, "check")).all();
    expect([job?.state, job?.tries, job?.lastError]).toEqual(["queued", 1, "git is gone"]);
  });

  test("gives up a run that neither ends nor listens, and keeps its slot free for others", async () => {
    const id = submitWords((_instance, run) => (run === 1 ? "deaf" : "good"));
    const one = scene.worker({
      slots: 1,
      timings: { heartbeatMs: 20, pollMs: 5, graceMs: 20, jobLimitMs: 200 },
    });
    await eventually(() => outcomes(id).filter((outcome) => outcome === "passed").length === 4);
    await eventually(() => scene.events.some((event) => event.type === "evaluation-retry"));
    one.stop();
    await one.ended;
    const retried = scene.events.find((event) => event.type === "evaluation-retry");
    expect(retried).toMatchObject({ reason: expect.stringContaining("did not end within") });
  });

  test("stopping finishes nothing and releases everything; the next start takes it up at once", async () => {
    scene.settings.runMs = [2_000, 2_000];
    const id = submitWords();
    const one = scene.worker();
    await eventually(() => started().length === 2);
    const before = Date.now();
    one.stop();
    await one.ended;
    expect(Date.now() - before).toBeLessThan(1_900);
    expect(readLedger(scene.settings.ledger).map((line) => line.at)).toEqual([
      "start",
      "start",
      "cut",
      "cut",
    ]);
    expect(countRows(db(), jobs, eq(jobs.state, "claimed"))).toBe(0);
    const open = db().query.select().from(evaluations).where(eq(evaluations.state, "running")).all();
    expect(open).toEqual([]);
    scene.settings.runMs = [1, 2];
    await scene.worker({ until: () => scene.over(id) }).ended;
    expect(stateOf(id)).toBe("complete");
    expect(started()).toHaveLength(10);
    const tries = db()
      .query.select()
      .from(jobs)
      .all()
      .map((job) => job.tries);
    expect(new Set(tries)).toEqual(new Set([0]));
  });

  test("a cancelled experiment is cut off at the next sign of life, and the worker lives on", async () => {
    const id = submitWords(() => "deaf");
    const one = scene.worker({ slots: 1 });
    await eventually(() => started().some((tree) => tree.includes("deaf")));
    cancelExperiment(db(), id, "test");
    const next = submit(db(), {
      identity: { agent: "agent-b", model: "m", temperature: null },
      rows: rowsOf(["game-1", "game-2"], 3, () => "good"),
    });
    await eventually(() => scene.over(next));
    one.stop();
    await one.ended;
    expect([stateOf(id), stateOf(next)]).toEqual(["cancelled", "complete"]);
  });

  test("takes over from a worker whose process is gone, before the lease ends, and removes its leftovers", async () => {
    const dead = {
      id: "dead-worker",
      host: "here",
      pid: 1,
      processMark: "another-boot pid:[1] 7",
      canEvaluate: true,
      sandboxNote: "",
    };
    registerWorker(db(), dead);
    const id = submitWords();
    claimJob(db(), { workerId: "dead-worker", kinds: ["check"], leaseMs: 3_600_000 });
    await scene.worker({ until: () => scene.over(id) }).ended;
    expect(stateOf(id)).toBe("complete");
    expect(scene.settings.reaped).toEqual(["dead-worker"]);
    expect(scene.events).toContainEqual({ type: "recovered", workers: 1, jobs: 1 });
    await scene.worker({ until: () => scene.over(id) }).ended;
    expect(scene.settings.reaped).toEqual(["dead-worker"]);
  });

  test("leftovers wait for the sandbox when it is not there at the start", async () => {
    registerWorker(db(), {
      id: "dead-worker",
      host: "here",
      pid: 1,
      processMark: "another-boot pid:[1] 7",
      canEvaluate: true,
      sandboxNote: "",
    });
    scene.settings.sandbox = { ok: false, note: "gone" };
    const one = scene.worker();
    await delay(60);
    expect(scene.settings.reaped).toEqual([]);
    scene.settings.sandbox = { ok: true, note: "back" };
    await eventually(() => scene.settings.reaped.length > 0);
    one.stop();
    await one.ended;
    expect(scene.settings.reaped).toEqual(["dead-worker"]);
  });

  test("does the work of one experiment alone when asked to", async () => {
    const first = submitWords();
    const second = submit(db(), {
      identity: { agent: "agent-b", model: "m", temperature: null },
      rows: rowsOf(["game-2"], 3, words),
      instanceIds: ["game-2"],
    });
    await scene.worker({ only: { experimentId: second }, until: () => scene.over(second) }).ended;
    expect([stateOf(first), stateOf(second)]).toEqual(["queued", "complete"]);
    expect(started().every((tree) => tree.startsWith("game-2"))).toBe(true);
  });

  test("an instance that the dataset does not have is told as such", async () => {
    const rows = rowsOf(["gone-1"], 1, () => "good");
    const id = submit(db(), { instanceIds: ["gone-1"], k: 1, rows });
    const one = scene.worker();
    await eventually(() => scene.events.some((event) => event.type === "job-failed"));
    one.stop();
    await one.ended;
    const [job] = db().query.select().from(jobs).where(eq(jobs.experimentId, id)).all();
    expect(job?.lastError).toBe("The dataset has no instance gone-1.");
  });
});
