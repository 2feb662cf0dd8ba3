import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, jobs } from "@/lib/db/schema";
import { experimentProgress } from "@/lib/services/progress";
import { rowsOf, submit } from "@/tests/support/experiments";
import { readLedger } from "@/tests/support/worker-fakes";
import { eventually, type WorkerScene, workerScene } from "@/tests/support/worker-scene";
import { WorkerFault } from "./worker-fault";

let scene: WorkerScene;
beforeEach(() => {
  scene = workerScene();
});
afterEach(() => scene.remove());

const db = () => scene.database;

const submitWords = () => submit(db(), { rows: rowsOf(["game-1", "game-2"], 3, () => "good") });
const started = () => readLedger(scene.settings.ledger).filter((line) => line.at === "start");

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
      scene.settings.runMs = [60_000, 60_000];
      const id = submitWords();
      const one = scene.worker({ until: () => scene.over(id) });
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
      const done = scene.over(id);
      if (done) removeDatabase();
      return done;
    };
    await expect(scene.worker({ until }).ended).rejects.toThrow(WorkerFault);
  });

  test("a runs folder that becomes a file costs no retry: work waits, says so once, and goes on when it is back", async () => {
    scene.settings.runMs = [20, 30];
    const id = submitWords();
    const one = scene.worker();
    await eventually(() => started().length > 0);
    rmSync(scene.runsDir, { recursive: true, force: true });
    writeFileSync(scene.runsDir, "");
    const waits = () => scene.events.filter((event) => event.type === "ability" && !event.canEvaluate);
    await eventually(() => waits().length > 0);
    // A run that was on its way ends within 30 ms; after it nothing is begun.
    await delay(100);
    const begun = started().length;
    await delay(100);
    expect(started()).toHaveLength(begun);
    expect(waits()).toHaveLength(1);
    expect(waits()[0]).toMatchObject({ note: expect.stringMatching(/^The runs folder .* cannot be used/) });
    expect(scene.events.filter((event) => event.type === "job-failed")).toEqual([]);
    rmSync(scene.runsDir);
    await eventually(() => scene.over(id));
    one.stop();
    await one.ended;
    expect(experimentProgress(db(), id)?.state).toBe("complete");
  });

  test("a runs folder that becomes a file ends it where it is not to wait, with nothing failed", async () => {
    scene.settings.runMs = [20, 30];
    const id = submitWords();
    const one = scene.worker({ until: () => scene.over(id), withoutRunsFolder: "end" });
    const end = faultOf(one.ended);
    await eventually(() => started().length > 0);
    rmSync(scene.runsDir, { recursive: true, force: true });
    writeFileSync(scene.runsDir, "");
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
