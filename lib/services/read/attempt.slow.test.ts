import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, evaluations, testResults } from "@/lib/db/schema";
import { attemptsCsv } from "@/lib/domain/api/csv";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { claimJob } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { temporaryDatabase } from "@/tests/support/database";
import { checkAll, grade, planAll, rowsOf, submit } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { readAttempt, readAttemptLog, readPatchBytes } from "./attempt";
import { readDownload } from "./downloads";
import { readInstance, readInstances } from "./instances";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const context = () => readContextOf(temporary.database, temporary.dir);

const SECRET = "Assert.That(secret) was false";

/** A set's two instances × 3 runs, two of which give one tree, evaluated with a log each. */
function evaluated(set: BenchmarkSet, artifactsOf = (id: string) => `evaluations/${id}`): string {
  const { database } = temporary;
  const instanceIds = set === "sample" ? ["game-1", "game-2"] : ["gold-1", "gold-2"];
  const rows = rowsOf(instanceIds, 3, (id, run) => `${run < 3 ? "bad" : "good"} ${id}`);
  const experimentId = submit(database, { set, instanceIds, rows });
  checkAll(database, experimentId);
  planAll(database, experimentId);
  for (;;) {
    const job = claimJob(database, { workerId: "w", kinds: ["evaluate"], leaseMs: 60_000 });
    if (job?.kind !== "evaluate") return experimentId;
    const id = job.evaluationId;
    const tree = database.query.select().from(evaluations).where(eq(evaluations.id, id)).get()?.gradedTree;
    const passes = /good|oracle/.test(tree ?? "");
    const verdict = grade(passes ? "passed" : "failed");
    const tests = verdict.tests.map((one) => ({ ...one, message: SECRET, stackTrace: SECRET }));
    const folder = path.join(temporary.dir, "runs", `evaluations/${id}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "unity.log"), `first line\n${"x\n".repeat(30_000)}last line\n`);
    settleEvaluation(database, job.claim, {
      evaluationId: id,
      grade: { ...verdict, tests },
      durationMs: 10,
      editorMs: 5,
      artifacts: artifactsOf(id),
    });
  }
}

describe("one attempt", () => {
  test("tells which runs share its evaluation, and steps to its neighbours", () => {
    const experimentId = evaluated("sample");
    const view = readAttempt({ experimentId, instanceId: "game-1", runId: 1 }, null, context());
    expect(view).toMatchObject({ outcome: "failed", parseable: true, fileHit: true, targetsHit: 1 });
    expect(view?.evaluation?.sharedWith.map((mate) => mate.runId)).toEqual([2]);
    expect(view?.neighbours.cells.map((cell) => cell.outcome)).toEqual(["failed", "failed", "passed"]);
    expect(view?.neighbours.previous).toBeNull();
    expect(view?.neighbours.next).toBe(`/experiments/${experimentId}/game-1/2`);
  });

  test("shows messages and the end of the log for the sample set", () => {
    const experimentId = evaluated("sample");
    const id = { experimentId, instanceId: "game-1", runId: 1 };
    const view = readAttempt(id, null, context());
    expect(view?.tests[0]?.message).toBe(SECRET);
    expect(view?.log).toMatchObject({ status: "shown", fileName: "unity.log" });
    const log = view?.log.status === "shown" ? view.log : null;
    expect(log?.text.endsWith("last line\n")).toBe(true);
    expect(log?.text).not.toContain("first line");
    expect(log?.omittedBytes).toBeGreaterThan(30_000);
    expect(readAttemptLog(id, null, context())).toContain("first line");
  });

  test("keeps messages, traces and logs of the other sets back", () => {
    const experimentId = evaluated("golden");
    const id = { experimentId, instanceId: "gold-1", runId: 1 };
    const view = readAttempt(id, null, context());
    expect(view?.tests.map((one) => [one.fullName, one.result])).toEqual([["Ns.Class.Test", "Failed"]]);
    expect(view?.log).toEqual({ status: "withheld" });
    expect(JSON.stringify(view)).not.toContain(SECRET);
    expect(readAttemptLog(id, null, context())).toBeNull();
  });

  test("tells nobody but a maintainer what a run could have chosen to say", () => {
    const { database } = temporary;
    const experimentId = evaluated("golden");
    const id = { experimentId, instanceId: "gold-1", runId: 1 };
    const crash = { outcome: "crashed", reason: `The editor crashed: ${SECRET}` } as const;
    database.query.update(attempts).set(crash).where(eq(attempts.experimentId, experimentId)).run();
    database.query
      .update(evaluations)
      .set({ notes: [SECRET] })
      .run();
    const own = { result: "Passed", expected: false, suite: 0, className: "", fullName: SECRET } as const;
    for (const { id: evaluationId } of database.query.select().from(evaluations).all())
      database.query
        .insert(testResults)
        .values({ ...own, evaluationId, label: SECRET })
        .run();
    const submitter = { id: "u1", role: "submitter" } as const;
    for (const reader of [null, submitter]) {
      const view = readAttempt(id, reader, context());
      const download = readDownload(experimentId, reader, context());
      const everything = JSON.stringify([view, download?.records, download && attemptsCsv(download.records)]);
      expect(everything).not.toContain(SECRET);
      expect(view).toMatchObject({ details: false, testsKept: 1, outcome: "crashed" });
    }
    const maintainer = { id: "u2", role: "maintainer" } as const;
    const view = readAttempt(id, maintainer, context());
    expect(view).toMatchObject({ details: true, testsKept: 0, reason: crash.reason });
    expect(view?.tests.map((one) => one.fullName)).toEqual(["Ns.Class.Test", SECRET]);
    expect(view?.evaluation?.notes).toEqual([SECRET]);
    expect(readAttemptLog(id, maintainer, context())).toContain("first line");
  });

  test("reads no log outside the runs folder", () => {
    writeFileSync(path.join(temporary.dir, "outside.log"), "secret of the host\n");
    mkdirSync(path.join(temporary.dir, "runs"), { recursive: true });
    symlinkSync(temporary.dir, path.join(temporary.dir, "runs", "way-out"));
    for (const artifacts of ["..", "../runs/..", "way-out", temporary.dir]) {
      const experimentId = evaluated("sample", () => artifacts);
      const view = readAttempt({ experimentId, instanceId: "game-1", runId: 1 }, null, context());
      expect(view?.log).toEqual({ status: "none" });
      temporary.remove();
      temporary = temporaryDatabase();
      mkdirSync(path.join(temporary.dir, "runs"), { recursive: true });
      writeFileSync(path.join(temporary.dir, "outside.log"), "secret of the host\n");
      symlinkSync(temporary.dir, path.join(temporary.dir, "runs", "way-out"));
    }
  });

  test("gives the patch byte by byte, and says when it is not UTF-8", () => {
    const patch = Uint8Array.from([0x2b, 0xe9, 0x0d, 0x0a]);
    const rows = [{ instanceId: "game-1", runId: 1, patch }];
    const experimentId = submit(temporary.database, { rows, instanceIds: ["game-1"], official: false });
    const id = { experimentId, instanceId: "game-1", runId: 1 };
    expect(Buffer.from(readPatchBytes(id, null, context()) ?? [])).toEqual(Buffer.from(patch));
    expect(readAttempt(id, null, context())?.patch).toMatchObject({ lossy: true, size: 4, omittedBytes: 0 });
  });

  test("is null when there is none", () => {
    const experimentId = evaluated("sample");
    expect(readAttempt({ experimentId, instanceId: "game-1", runId: 4 }, null, context())).toBeNull();
    expect(readAttempt({ experimentId: "no", instanceId: "game-1", runId: 1 }, null, context())).toBeNull();
  });
});

describe("one instance", () => {
  test("says how many systems solved it, and shows a row a system", () => {
    evaluated("sample");
    const view = readInstance("game-1", context());
    expect(view).toMatchObject({ systems: 1, systemsSolved: 1, attempts: { counted: 3, passed: 1 } });
    expect(view?.grid.map((row) => row.cells.length)).toEqual([3]);
    const rows = readInstances("sample", context()).rows;
    expect(rows.map((row) => [row.id, row.systemsSolved, row.attempts.passed])).toEqual([
      ["game-1", 1, 1],
      ["game-2", 1, 1],
    ]);
  });

  test("is gated once its gate was shown, and its gate is stale when its definition has changed", () => {
    expect(readInstance("game-1", context())?.gate).toMatchObject({ status: "not-gated", at: null });
    evaluated("sample");
    // The gate was shown for a definition that is not the one of this dataset.
    expect(readInstance("game-1", context())?.gate).toMatchObject({ status: "gated", tests: 1, stale: true });
  });

  test("never says which files the fix changes or which tests are hidden", () => {
    evaluated("golden");
    const text = JSON.stringify([readInstance("gold-1", context()), readInstances("golden", context())]);
    expect(text).not.toContain("Fixed.cs");
    expect(text).not.toContain("SecretTests");
    expect(text).not.toContain("b".repeat(40));
  });
});

describe("the downloads", () => {
  test("give each attempt once, in dataset order, and guard formulas in names", () => {
    const instanceIds = ["game-2", "game-1"];
    const identity = { agent: "=cmd()", model: 'a "b", c', temperature: "0.4" };
    const id = submit(temporary.database, { instanceIds, identity, k: 2, rows: rowsOf(instanceIds, 2) });
    const download = readDownload(id, null, context());
    expect(download?.records.map((one) => [one.instance_id, one.run_id])).toEqual([
      ["game-2", 1],
      ["game-2", 2],
      ["game-1", 1],
      ["game-1", 2],
    ]);
    const lines = download ? attemptsCsv(download.records).split("\n") : [];
    expect(lines).toHaveLength(6);
    expect(lines[1]).toMatch(/^sample,'=cmd\(\),"a ""b"", c",0.4,game-2,1,,/);
  });

  test("say nothing of an attempt that has no outcome yet", () => {
    const id = submit(temporary.database);
    const states = temporary.database.query.select().from(attempts).all();
    expect(states).toHaveLength(6);
    expect(readDownload(id, null, context())?.records.every((one) => one.passed === null)).toBe(true);
  });
});
