import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, jobs } from "@/lib/db/schema";
import { createLogger } from "@/lib/log";
import { experimentProgress, isOver } from "@/lib/services/progress";
import { temporaryDatabase } from "@/tests/support/database";
import { rowsOf, submit } from "@/tests/support/experiments";
import { checker, type FakeSettings, fakeEvaluator, readLedger, source } from "@/tests/support/worker-fakes";
import type { WorkerOptions } from "./context";
import type { WorkerEvent } from "./progress";
import { newWorkerId, runWorker } from "./worker";
import { WorkerFault } from "./worker-fault";

let temporary: ReturnType<typeof temporaryDatabase>;
let settings: FakeSettings;
let events: WorkerEvent[];
beforeEach(() => {
  temporary = temporaryDatabase();
  settings = {
    ledger: path.join(temporary.dir, "ledger"),
    runMs: [1, 5],
    sandbox: { ok: true, note: "fake" },
    reaped: [],
  };
  events = [];
});
afterEach(() => temporary.remove());

const db = () => temporary.database;
const runsDir = () => path.join(temporary.dir, "runs");
const over = (id: string) => {
  const progress = experimentProgress(db(), id);
  return progress !== null && isOver(progress);
};

function worker(change: Partial<WorkerOptions> = {}): { stop(): void; ended: Promise<void> } {
  const abort = new AbortController();
  const workerId = newWorkerId();
  const ended = runWorker({
    workerId,
    database: db(),
    source,
    checker,
    evaluator: fakeEvaluator(settings),
    runsDir: runsDir(),
    log: createLogger("worker", "silent"),
    slots: 2,
    checkers: 2,
    signal: abort.signal,
    onProgress: (event) => events.push(event),
    timings: { heartbeatMs: 20, pollMs: 5, probeMs: 20, graceMs: 200 },
    ...change,
  });
  return { stop: () => abort.abort(), ended };
}

/** Waits for something that a worker in this process brings about. */
async function eventually(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 25_000; !condition(); ) {
    if (Date.now() > end) throw new Error("It did not come about within 25 s.");
    await delay(5);
  }
}

const submitWords = () => submit(db(), { rows: rowsOf(["game-1", "game-2"], 3, () => "good") });
const started = () => readLedger(settings.ledger).filter((line) => line.at === "start");

function removeDatabase(): void {
  for (const tail of ["", "-wal", "-shm"]) rmSync(`${db().file}${tail}`, { force: true });
}

/** What a worker ended with, which must be its fault. */
async function faultOf(ended: Promise<void>): Promise<WorkerFault> {
  const fault = await ended.catch((error: unknown) => error);
  if (!(fault instanceof WorkerFault)) throw new Error("It did not end by its fault.");
  return fault;
}

describe("a worker on a machine that gives way", () => {
  test.each(["removed", "replaced"])(
    "a database that is %s in the middle ends it with one clear message",
    async (how) => {
      settings.runMs = [60_000, 60_000];
      const id = submitWords();
      const one = worker({ until: () => over(id) });
      const end = faultOf(one.ended);
      await eventually(() => started().length > 0);
      const { file } = db();
      if (how === "replaced") {
        copyFileSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      } else removeDatabase();
      const fault = await end;
      expect(fault.message).toMatch(new RegExp(`^The database .* was ${how} .*nothing more can be stored`));
    },
  );

  test("a run that ends after the database was removed is not taken for stored", async () => {
    const id = submitWords();
    const until = () => {
      const done = over(id);
      if (done) removeDatabase();
      return done;
    };
    await expect(worker({ until }).ended).rejects.toThrow(WorkerFault);
  });

  test("a runs folder that becomes a file costs no retry: work waits, says so once, and goes on when it is back", async () => {
    settings.runMs = [20, 30];
    const id = submitWords();
    const one = worker();
    await eventually(() => started().length > 0);
    rmSync(runsDir(), { recursive: true, force: true });
    writeFileSync(runsDir(), "");
    const waits = () => events.filter((event) => event.type === "ability" && !event.canEvaluate);
    await eventually(() => waits().length > 0);
    // A run that was on its way ends within 30 ms; after it nothing is begun.
    await delay(100);
    const begun = started().length;
    await delay(100);
    expect(started()).toHaveLength(begun);
    expect(waits()).toHaveLength(1);
    expect(waits()[0]).toMatchObject({ note: expect.stringMatching(/^The runs folder .* cannot be used/) });
    expect(events.filter((event) => event.type === "job-failed")).toEqual([]);
    rmSync(runsDir());
    await eventually(() => over(id));
    one.stop();
    await one.ended;
    expect(experimentProgress(db(), id)?.state).toBe("complete");
  });

  test("a runs folder that becomes a file ends it where it is not to wait, with nothing failed", async () => {
    settings.runMs = [20, 30];
    const id = submitWords();
    const one = worker({ until: () => over(id), withoutRunsFolder: "end" });
    const end = faultOf(one.ended);
    await eventually(() => started().length > 0);
    rmSync(runsDir(), { recursive: true, force: true });
    writeFileSync(runsDir(), "");
    const fault = await end;
    expect(fault.message).toMatch(/^The runs folder .* cannot be used/);
    expect(
      db()
        .query.select()
        .from(jobs)
        .all()
        .filter((job) => job.tries > 0 || job.state === "claimed"),
    ).toEqual([]);
    expect(
      db()
        .query.select()
        .from(attempts)
        .all()
        .map((row) => row.outcome),
    ).not.toContain("infra-error");
  });
});
