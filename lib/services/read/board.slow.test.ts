import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, evaluations, experiments, submissions } from "@/lib/db/schema";
import { PLAIN_QUERY } from "@/lib/domain/board";
import { claimJob } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { temporaryDatabase } from "@/tests/support/database";
import { checkAll, grade, planAll, rowsOf, submit } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { readBoard } from "./board";
import { readChoices, readComparison } from "./comparison";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const context = () => readContextOf(temporary.database, temporary.dir);
const board = (change = {}) => readBoard("sample", { ...PLAIN_QUERY, ...change }, context());
const agents = (change = {}) => board(change).rows.map((row) => `${row.rank ?? "–"} ${row.agent}`);

/** An experiment of two instances × 3 runs that passes where its patch says "good"; run to its end or not. */
function experiment(agent: string, patch: (id: string, run: number) => string, runs = 99): string {
  const { database } = temporary;
  const id = submit(database, {
    identity: { agent, model: "m", temperature: null },
    rows: rowsOf(["game-1", "game-2"], 3, patch),
  });
  checkAll(database, id);
  planAll(database, id);
  for (let count = 0; count < runs; count += 1) {
    const job = claimJob(database, { workerId: "w", kinds: ["evaluate"], leaseMs: 60_000 });
    if (job?.kind !== "evaluate") break;
    const row = database.query.select().from(evaluations).where(eq(evaluations.id, job.evaluationId)).get();
    const passes = /good|oracle/.test(row?.gradedTree ?? "");
    settleEvaluation(database, job.claim, {
      evaluationId: job.evaluationId,
      grade: grade(passes ? "passed" : "failed"),
      durationMs: 10,
      editorMs: 5,
      artifacts: null,
    });
  }
  return id;
}

const verify = (id: string) =>
  temporary.database.query.update(experiments).set({ verified: true }).where(eq(experiments.id, id)).run();

describe("the board", () => {
  test("ranks verified systems among themselves, others where asked for, and follows every change", () => {
    experiment("best", (id, run) => `good best ${id} ${run}`);
    const half = experiment("half", (id, run) => `${id === "game-1" ? "good" : "bad"} half ${run}`);
    expect(agents()).toEqual([]);
    expect(board()).toMatchObject({ counts: { verified: 0, unverified: 2 }, hidden: { unverified: 2 } });
    verify(half);
    expect(agents()).toEqual(["1 half"]);
    expect(agents({ unverified: true })).toEqual(["1 best", "2 half"]);
    experiment("open", (id, run) => `good open ${id} ${run}`, 1);
    expect(agents({ unverified: true })).toHaveLength(2);
    expect(agents({ incomplete: true })).toEqual(["1 half", "– open"]);
    expect(agents({ unverified: true, text: "BEST" })).toEqual(["1 best"]);
  });

  test("tells the mean cost of the attempts it was given for, and what the submitter says", () => {
    const id = experiment("a", (name, run) => `good ${name} ${run}`);
    const { query } = temporary.database;
    query.update(attempts).set({ costUsd: 0.5 }).where(eq(attempts.runId, 1)).run();
    query.update(attempts).set({ costUsd: 1 }).where(eq(attempts.runId, 2)).run();
    const about = { organisation: "Example Lab", openSource: true, link: "https://example.org/" };
    query.update(submissions).set({ about }).run();
    verify(id);
    const view = board({ openSource: true, organisation: "Example Lab" });
    expect(view.rows[0]).toMatchObject({
      cost: { usd: 0.75, given: 4, of: 6 },
      links: { project: "https://example.org/", logs: null },
    });
    expect(view.columns).toEqual(expect.arrayContaining(["cost", "links"]));
    expect(view.columns).not.toContain("coverage");
    expect(board({ organisation: "Other" })).toMatchObject({ total: 0, rows: [] });
  });
});

describe("a comparison", () => {
  test("pairs systems, divides their instances and stands every attempt beside the other's", () => {
    const all = experiment("all", (id, run) => `good all ${id} ${run}`);
    const half = experiment("half", (id, run) => `${id === "game-1" ? "good" : "bad"} half ${run}`);
    const view = readComparison("sample", [half, "nobody", all], context());
    expect(view.unknown).toEqual(["nobody"]);
    expect(view.systems.map((one) => `${one.letter} ${one.agent}`)).toEqual(["A half", "B all"]);
    expect(view.pairs).toHaveLength(1);
    expect(view.pairs[0]).toMatchObject({
      difference: -0.5,
      p: 1,
      solved: { both: 1, onlyFirst: 0, onlySecond: 1, neither: 0 },
    });
    expect(view.instances.map((one) => [one.id, one.overlap, one.differs])).toEqual([
      ["game-1", "all", false],
      ["game-2", "one", true],
    ]);
    expect(view.alone).toEqual([0, 1]);
    const outcomes = view.instances[1]?.rows.map((row) => row.cells.map((cell) => cell.outcome));
    expect(outcomes).toEqual([Array(3).fill("failed"), Array(3).fill("passed")]);
    expect(readComparison("golden", [half, all], context()).systems).toEqual([]);
    const { choices } = readChoices("sample", [half], "nothing like it", context());
    expect(choices).toEqual([{ id: half, text: "half · m", chosen: true }]);
  });
});
