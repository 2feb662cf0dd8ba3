import { eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { patchBytes } from "@/lib/db/queries/patches";
import { attempts, experiments, jobs, patches, submissions } from "@/lib/db/schema";
import { countRows, temporaryDatabase } from "@/tests/support/database";
import { bytes, inputOf, rowsOf, submit } from "@/tests/support/experiments";
import { historyOf } from "./events";
import { createExperiment, type SubmittedRow } from "./submit";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const count = (table: SQLiteTable) => countRows(temporary.database, table);
const experiment = (id: string) => {
  const row = temporary.database.query.select().from(experiments).where(eq(experiments.id, id)).get();
  if (!row) throw new Error(`no experiment ${id}`);
  return row;
};

describe("handing in an experiment", () => {
  test("stores each attempt, and equal patches once, byte by byte", () => {
    const odd = Uint8Array.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0xe9, 0x00, 0xff]);
    const rows: SubmittedRow[] = [
      { instanceId: "game-1", runId: 1, patch: odd },
      { instanceId: "game-1", runId: 2, patch: odd },
      { instanceId: "game-1", runId: 3, patch: null },
      { instanceId: "game-2", runId: 1, patch: bytes("") },
    ];
    const id = submit(temporary.database, { rows });
    expect(count(attempts)).toBe(4);
    expect(count(patches)).toBe(2);
    const stored = temporary.database.query
      .select()
      .from(attempts)
      .where(eq(attempts.experimentId, id))
      .all();
    expect(stored.map((row) => row.patchSha256 === null)).toEqual([false, false, true, false]);
    expect(patchBytes(temporary.database.query, stored[0]?.patchSha256 ?? "")).toEqual(Buffer.from(odd));
  });

  test("the same file again is the same experiment, one job and one submission", () => {
    const first = createExperiment(temporary.database, inputOf());
    const second = createExperiment(temporary.database, inputOf());
    expect(first).toMatchObject({ status: "created", left: 6 });
    expect(second).toMatchObject({ status: "resumed", left: 6 });
    expect([count(experiments), count(submissions), count(jobs), count(attempts)]).toEqual([1, 1, 1, 6]);
  });

  test("other patches of one identity are another experiment: the earlier is history, nothing is pooled", () => {
    const first = submit(temporary.database);
    const second = submit(temporary.database, { rows: rowsOf(["game-1", "game-2"], 3, () => "other") });
    expect(second).not.toBe(first);
    expect([experiment(first).current, experiment(second).current]).toEqual([false, true]);
    expect(experiment(first).slug).toBe(experiment(second).slug);
    expect(experiment(first).folder).not.toBe(experiment(second).folder);
    expect(experiment(first).submissionId).not.toBe(experiment(second).submissionId);
    const perExperiment = countRows(temporary.database, attempts, eq(attempts.experimentId, first));
    expect(perExperiment).toBe(6);
    expect(historyOf(temporary.database.query, first).map((event) => event.kind)).toContain(
      "experiment.superseded",
    );
  });

  test("a folder is never given twice, also when an earlier experiment was removed", () => {
    const hand = (patch: string) =>
      submit(temporary.database, { rows: rowsOf(["game-1", "game-2"], 3, () => patch) });
    const [, second, third] = [hand("one"), hand("two"), hand("three")];
    temporary.database.query
      .delete(experiments)
      .where(eq(experiments.id, second ?? ""))
      .run();
    const fourth = hand("four");
    expect(experiment(third ?? "").folder).toMatch(/-3$/);
    expect(experiment(fourth).folder).toMatch(/-4$/);
  });

  test("the first file handed in again is the current one again", () => {
    const first = submit(temporary.database);
    const second = submit(temporary.database, { rows: rowsOf(["game-1", "game-2"], 3, () => "other") });
    submit(temporary.database);
    expect([experiment(first).current, experiment(second).current]).toEqual([true, false]);
  });

  test("two agents with one model and temperature have two rows and two folders", () => {
    const a = submit(temporary.database, {
      identity: { agent: "agent-a", model: "model-x", temperature: "0.4" },
    });
    const b = submit(temporary.database, {
      identity: { agent: "agent-b", model: "model-x", temperature: "0.4" },
    });
    expect(experiment(a).folder).not.toBe(experiment(b).folder);
    expect([experiment(a).current, experiment(b).current]).toEqual([true, true]);
  });

  test("no temperature stays null and is another identity than 0", () => {
    const none = submit(temporary.database, { identity: { agent: "a", model: "m", temperature: null } });
    const zero = submit(temporary.database, { identity: { agent: "a", model: "m", temperature: "0" } });
    expect(experiment(none).temperature).toBeNull();
    expect(experiment(zero).current && experiment(none).current).toBe(true);
  });

  test("a smoke test on some instances does not replace the official row", () => {
    const official = submit(temporary.database);
    const some = { instanceIds: ["game-1"], official: false, rows: rowsOf(["game-1"], 3) };
    const smoke = submit(temporary.database, some);
    expect([experiment(official).current, experiment(smoke).current]).toEqual([true, true]);
    expect(experiment(smoke).folder).not.toBe(experiment(official).folder);
  });

  test("a changed dataset makes another experiment of the same file", () => {
    const before = submit(temporary.database);
    const after = submit(temporary.database, { datasetHash: "dataset-2" });
    expect(after).not.toBe(before);
    expect(experiment(before).current).toBe(false);
  });

  test("nothing is verified by handing it in", () => {
    const id = submit(temporary.database);
    createExperiment(temporary.database, inputOf());
    expect(experiment(id)).toMatchObject({ verified: false, verifiedEvidence: null });
  });

  test.each([
    ["an instance of no set", { instanceId: "game-9", runId: 1, patch: null }, /game-9 is not among/],
    ["a run beyond k", { instanceId: "game-1", runId: 4, patch: null }, /between 1 and 3/],
    ["a run that is no whole number", { instanceId: "game-1", runId: 1.5, patch: null }, /between 1 and 3/],
    ["a cell that is there twice", { instanceId: "game-1", runId: 1, patch: null }, /there twice/],
  ])("%s is refused and leaves nothing behind", (_name, row, message) => {
    const rows = [{ instanceId: "game-1", runId: 1, patch: bytes("p") }, row];
    const result = createExperiment(temporary.database, inputOf({ rows }));
    expect(result.status).toBe("refused");
    if (result.status === "refused") expect(result.problems[0]?.message).toMatch(message);
    expect([count(experiments), count(submissions), count(attempts), count(patches), count(jobs)]).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });

  test("a file that breaks off while it is read leaves nothing behind", () => {
    function* broken(): Generator<SubmittedRow> {
      yield { instanceId: "game-1", runId: 1, patch: bytes("p") };
      throw new Error("disk gone");
    }
    expect(() => createExperiment(temporary.database, { ...inputOf(), rows: broken() })).toThrow("disk gone");
    expect([count(experiments), count(patches)]).toEqual([0, 0]);
  });

  test("a submission without rows is refused", () => {
    expect(createExperiment(temporary.database, inputOf({ rows: [] })).status).toBe("refused");
  });
});
