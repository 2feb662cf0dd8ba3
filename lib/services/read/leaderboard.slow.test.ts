import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attempts, evaluations } from "@/lib/db/schema";
import type { Outcome } from "@/lib/domain/outcome";
import { setMetrics } from "@/lib/domain/set-metrics";
import { loadExperimentResult } from "@/lib/services/experiment-result";
import { claimJob } from "@/lib/services/queue";
import { settleEvaluation } from "@/lib/services/settle";
import { temporaryDatabase } from "@/tests/support/database";
import { appliedCheck, checkAll, grade, planAll, rowsOf, submit } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { readExperiment } from "./experiment";
import { readLeaderboard } from "./leaderboard";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const context = () => readContextOf(temporary.database, temporary.dir);
const board = () => readLeaderboard("sample", context()).rows;
const identity = (agent: string) => ({ agent, model: "m", temperature: null });

/** Words of a patch that say how its run ends. */
function outcomeOf(tree: string): Outcome {
  return tree.includes("good") || tree.includes("oracle") ? "passed" : "failed";
}

function runAll(limit = Number.POSITIVE_INFINITY): void {
  const { database } = temporary;
  for (let count = 0; count < limit; count += 1) {
    const job = claimJob(database, { workerId: "w", kinds: ["evaluate"], leaseMs: 60_000 });
    if (job?.kind !== "evaluate") return;
    const row = database.query.select().from(evaluations).where(eq(evaluations.id, job.evaluationId)).get();
    settleEvaluation(database, job.claim, {
      evaluationId: job.evaluationId,
      grade: grade(outcomeOf(row?.gradedTree ?? "")),
      durationMs: 10,
      editorMs: 5,
      artifacts: null,
    });
  }
}

/** An experiment of two instances × 3 runs whose patches are told by `patch`. */
function experiment(agent: string, patch: (instanceId: string, run: number) => string | null): string {
  const id = submit(temporary.database, {
    identity: identity(agent),
    rows: rowsOf(["game-1", "game-2"], 3, patch),
  });
  checkAll(temporary.database, id, (words) =>
    appliedCheck(words, words.includes("elsewhere") ? { touched: [] } : {}),
  );
  planAll(temporary.database, id);
  return id;
}

describe("the leaderboard", () => {
  test("is empty without a database, and shows the golden set first", () => {
    const view = readLeaderboard(undefined, readContextOf(null, temporary.dir));
    expect(view.set).toBe("golden");
    expect(view.rows).toEqual([]);
    expect(view.tabs.map((tab) => [tab.set, tab.instances, tab.experiments])).toEqual([
      ["golden", 2, 0],
      ["candidates", 0, 0],
      ["sample", 2, 0],
    ]);
  });

  test("shows the set that has results when none is named", () => {
    experiment("a", () => "good");
    expect(readLeaderboard(undefined, context()).set).toBe("sample");
  });

  test("ranks by Score; an experiment on its way has neither rank nor Score and says how far it is", () => {
    experiment("all", (id, run) => `good ${id} ${run}`);
    experiment("half", (id, run) => `${id === "game-1" ? "good" : "bad"} half ${run}`);
    runAll();
    experiment("open", (id, run) => `good open ${id} ${run}`);
    runAll(2);
    const rows = Object.fromEntries(board().map((row) => [row.agent, row]));
    expect(rows.all).toMatchObject({ rank: 1, complete: true, score: { value: 1 } });
    expect(rows.half).toMatchObject({ rank: 2, score: { value: 0.5 }, counts: { solved: 1, instances: 2 } });
    expect(rows.open).toMatchObject({
      rank: null,
      score: null,
      passAtK: null,
      complete: false,
      coverage: { done: 2, expected: 6 },
    });
  });

  test("tells what is left of an experiment on its way, and nothing of a finished one", () => {
    const id = experiment("a", (instanceId, run) => `good ${instanceId} ${run}`);
    runAll(6);
    // Two gates of two runs each came first.
    const progress = readExperiment(id, null, context())?.progress;
    expect(progress).toMatchObject({ done: 2, expected: 6, unchecked: 0, running: 0, evaluationsLeft: 4 });
    expect(progress?.secondsLeft).toBeNull();
    runAll();
    expect(readExperiment(id, null, context())?.progress).toBeNull();
  });

  test("gives the metrics that reports give for the same experiment", () => {
    const id = experiment("a", (instanceId, run) =>
      run === 1 ? null : `${run === 2 ? "good" : "bad elsewhere"} ${instanceId}`,
    );
    runAll();
    const result = loadExperimentResult(temporary.database.query, id, context().benchmark);
    const metrics = result && setMetrics(result);
    const [row] = board();
    expect(metrics?.complete).toBe(true);
    expect(row?.score?.value).toBe(metrics?.score);
    expect(row?.passAt1?.value).toBe(metrics?.means?.passAt[0]);
    expect(readExperiment(id, null, context())?.passAt.map((one) => one?.value)).toEqual(
      metrics?.means?.passAt,
    );
  });

  test("counts an attempt that passes in other files than the targets as passed and as no hit (D22)", () => {
    const id = experiment("a", (instanceId) => `good elsewhere ${instanceId}`);
    runAll();
    const [row] = board();
    expect(row?.passAtK?.value).toBe(1);
    expect(row?.fileHit?.value).toBe(0);
    expect(row?.score?.value).toBe(0);
    const funnel = readExperiment(id, null, context())?.funnel.map((step) => step.attempts);
    expect(funnel).toEqual([6, 6, 6, 0, 6, 6, 6]);
  });

  test("keeps an earlier submission of a system as history, off the table", () => {
    const first = experiment("a", () => "bad");
    runAll();
    const second = experiment("a", () => "good");
    runAll();
    expect(board().map((row) => row.experimentId)).toEqual([second]);
    const view = readExperiment(first, null, context());
    expect(view?.current).toBe(false);
    expect(view?.history.map((entry) => [entry.experimentId, entry.current, entry.shown])).toEqual([
      [second, true, false],
      [first, false, true],
    ]);
  });

  test("leaves smoke tests out, which have a page of their own", () => {
    const id = submit(temporary.database, { official: false, identity: identity("smoke") });
    expect(board()).toEqual([]);
    expect(readExperiment(id, null, context())).toMatchObject({ official: false, score: null, rank: null });
  });

  test("never counts a failure of ours, and calls an experiment that has one incomplete", () => {
    const id = experiment("a", (_id, run) => `good ${run}`);
    runAll();
    temporary.database.query
      .update(attempts)
      .set({ outcome: "infra-error" })
      .where(eq(attempts.runId, 1))
      .run();
    const [row] = board();
    expect(row).toMatchObject({ rank: null, score: null, stalled: true, coverage: { done: 4, expected: 6 } });
    expect(readExperiment(id, null, context())?.attempts.infra).toBe(2);
  });
});
