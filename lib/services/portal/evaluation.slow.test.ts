import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { evaluations, jobs } from "@/lib/db/schema";
import { readExperiment } from "@/lib/services/read/experiment";
import { readLeaderboard } from "@/lib/services/read/leaderboard";
import { countRows } from "@/tests/support/database";
import { checkAll, planAll } from "@/tests/support/experiments";
import {
  ALICE,
  BOB,
  confirm,
  context,
  experimentOf,
  fileOf,
  finish,
  finishRuns,
  MAINTAINER,
  portal,
  portalForEachTest,
  send,
  setUp,
  temporary,
  uploaded,
  view,
} from "@/tests/support/portal-scene";
import { claimJob } from "../queue";
import { approveSubmission, rejectSubmission } from "./approve";
import { secondsLeft } from "./estimate";
import { rerunSubmission } from "./manage";
import { readSubmissionDetail } from "./read";

portalForEachTest();

describe("evaluation", () => {
  test("open: a confirmed submission is checked, planned, run and ranked like any other", async () => {
    const id = await uploaded();
    checkAll(temporary.database, experimentOf(id));
    confirm(id);
    finish(experimentOf(id));
    expect(view(id)).toMatchObject({
      state: "complete",
      experiment: { current: true, progress: { attempts: { done: 20 } } },
    });
    expect(readLeaderboard("sample", context()).rows[0]).toMatchObject({ complete: true, rank: 1 });
    expect(
      readSubmissionDetail(id, ALICE, context())?.funnel.map((step) => [step.label, step.attempts]),
    ).toEqual([
      ["Submitted", 20],
      ["Parsed", 20],
      ["Applied", 20],
      ["Right file", 20],
      ["Compiled", 20],
      ["Tests ran", 20],
      ["Passed", 20],
    ]);
  });

  test("approval: nothing of it is planned or seen until a maintainer agrees", async () => {
    setUp({ SWE_GAME_BENCH_EVALUATION: "approval" });
    const id = await uploaded();
    confirm(id);
    checkAll(temporary.database, experimentOf(id));
    expect(view(id).state).toBe("waiting-for-approval");
    expect(countRows(temporary.database, jobs, eq(jobs.kind, "plan"))).toBe(0);
    expect(readExperiment(experimentOf(id), BOB, context())).toBeNull();
    expect(readLeaderboard("sample", context()).rows).toEqual([]);
    expect(approveSubmission(temporary.database, id, { maintainer: MAINTAINER })).toMatchObject({
      changed: true,
    });
    expect(approveSubmission(temporary.database, id, { maintainer: MAINTAINER })).toMatchObject({
      code: "conflict",
    });
    finish(experimentOf(id));
    expect(view(id).state).toBe("complete");
  });

  test("approval: what a maintainer does not let in is never run, and says why", async () => {
    setUp({ SWE_GAME_BENCH_EVALUATION: "approval" });
    const id = await uploaded();
    confirm(id);
    rejectSubmission(temporary.database, id, { maintainer: MAINTAINER, note: "Say which model it is." });
    expect(view(id)).toMatchObject({
      state: "rejected",
      experiment: { approvalNote: "Say which model it is." },
    });
    expect(rerunSubmission(portal, id, { reader: ALICE })).toMatchObject({ code: "conflict" });
    expect(readExperiment(experimentOf(id), null, context())).toBeNull();
  });

  test("closed: no file is taken and no dry run is submitted", async () => {
    const id = await uploaded();
    setUp({ SWE_GAME_BENCH_EVALUATION: "closed" });
    expect(confirm(id)).toMatchObject({ code: "closed" });
    expect(await send(fileOf((_, run) => `other ${run}`))).toMatchObject({ code: "closed" });
  });
});

test("how long it takes is told by the median run of each instance, for what comes before it too", async () => {
  const first = await uploaded();
  confirm(first);
  checkAll(temporary.database, experimentOf(first));
  planAll(temporary.database, experimentOf(first));
  expect(view(first).experiment?.progress).toMatchObject({
    secondsLeft: null,
    runs: { total: 20, settled: 0 },
  });
  finishRuns();
  const [second, third] = [
    await uploaded(fileOf((_, run) => `second ${run}`)),
    await uploaded(fileOf((_, run) => `third ${run}`)),
  ];
  for (const id of [second, third]) {
    confirm(id);
    checkAll(temporary.database, experimentOf(id));
    planAll(temporary.database, experimentOf(id));
  }
  // Each of 2 s, one at a time: its own twenty, and for the third the twenty before them.
  expect(view(second).experiment?.progress).toMatchObject({ secondsLeft: 40, jobsBefore: 0 });
  expect(view(third).experiment?.progress).toMatchObject({ secondsLeft: 80, jobsBefore: 20 });

  // Two at a time of late: half as long, whether two, one or none runs at the moment that is looked at.
  const q = temporary.database.query;
  const now = Date.now();
  for (const [index, run] of q
    .select()
    .from(evaluations)
    .where(eq(evaluations.state, "settled"))
    .all()
    .entries()) {
    const settledAt = now - Math.floor(index / 2) * 2000;
    q.update(evaluations)
      .set({ startedAt: settledAt - 2000, settledAt })
      .where(eq(evaluations.id, run.id))
      .run();
  }
  const left = () => secondsLeft(q, experimentOf(second), now);
  expect(left()).toBe(20);
  claimJob(temporary.database, { workerId: "w", kinds: ["evaluate"], leaseMs: 60_000, now });
  expect(left()).toBe(20);
  // Half of the run under way has gone by.
  expect(secondsLeft(q, experimentOf(second), now + 1000)).toBe(20);
  expect(secondsLeft(q, experimentOf(second), now + 2000)).toBe(19);
});
