import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "@/lib/config";
import {
  attempts,
  evaluations,
  events,
  experiments,
  jobs,
  patches,
  submissions,
  uploads,
  users,
} from "@/lib/db/schema";
import type { Reader } from "@/lib/domain/access";
import { attemptChecks } from "@/lib/services/portal/checks";
import { readAttempt, readAttemptLog, readPatchBytes } from "@/lib/services/read/attempt";
import { readDownload } from "@/lib/services/read/downloads";
import { readExperiment } from "@/lib/services/read/experiment";
import { readInstance, readInstances } from "@/lib/services/read/instances";
import { readLeaderboard } from "@/lib/services/read/leaderboard";
import { leaderboardReports } from "@/lib/services/reports";
import { countRows, temporaryDatabase } from "@/tests/support/database";
import { appliedCheck, checkAll, claim, grade, planAll } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { claimJob } from "../queue";
import { settleEvaluation } from "../settle";
import { approveSubmission, rejectSubmission } from "./approve";
import { confirmUpload } from "./confirm";
import { discardUpload, sweepUploads } from "./discard";
import { secondsLeft } from "./estimate";
import { cancelSubmission, rerunSubmission, setVisibility, withdrawSubmission } from "./manage";
import { readSubmission, readSubmissionDetail } from "./read";
import { receiveUpload, uploadsFolder } from "./receive";
import type { Portal } from "./site";
import { type NewUpload, takeUpload } from "./upload";

const ALICE: NonNullable<Reader> = { id: "alice", role: "submitter" };
const BOB: NonNullable<Reader> = { id: "bob", role: "submitter" };
const MAINTAINER: NonNullable<Reader> = { id: "mia", role: "maintainer" };

let temporary: ReturnType<typeof temporaryDatabase>;
let portal: Portal;
beforeEach(() => {
  temporary = temporaryDatabase();
  for (const { id, role } of [ALICE, BOB, MAINTAINER]) {
    temporary.database.query
      .insert(users)
      .values({ id, role, name: id, email: `${id}@example.org` })
      .run();
  }
  portal = portalWith({});
});
afterEach(() => temporary.remove());

function portalWith(env: Record<string, string>): Portal {
  const { database, dir } = temporary;
  const config = readConfig({
    SWE_GAME_BENCH_RUNS_DIR: path.join(dir, "runs"),
    SWE_GAME_BENCH_UPLOAD_FREE_MB: "0",
    ...env,
  });
  return { config, database, benchmark: readContextOf(database, dir).benchmark };
}

const context = () => ({ ...readContextOf(temporary.database, temporary.dir), config: portal.config });

type RowChange = Record<string, unknown>;

/** A whole predictions file for the two instances of the sample set in the tests. */
function fileOf(
  patch: (id: string, run: number) => string | null = (id, run) => `good ${id} ${run}`,
  more: RowChange = {},
): Buffer {
  const rows = ["game-1", "game-2"].flatMap((id) =>
    Array.from({ length: 10 }, (_, index) => ({
      instance_id: id,
      run_id: index + 1,
      agent: "agent-a",
      model: "model-x",
      model_patch: patch(id, index + 1),
      ...more,
    })),
  );
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

async function* pieces(data: Buffer, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

async function send(data: Buffer, change: Partial<NewUpload> & { on?: Portal } = {}) {
  const { on = portal, ...rest } = change;
  const source = { body: pieces(data), length: data.length };
  const base = { userId: ALICE.id, set: "sample", fileName: "predictions.jsonl", source } as const;
  return await takeUpload(on, { ...base, ...rest });
}

async function uploaded(data: Buffer = fileOf(), change: Parameters<typeof send>[1] = {}): Promise<string> {
  const result = await send(data, change);
  if (result.status !== "uploaded") throw new Error(result.message);
  return result.uploadId;
}

function confirm(id: string, reader: Reader = ALICE, on = portal) {
  return confirmUpload(on, id, { reader, about: {} });
}

const view = (id: string, reader: Reader = ALICE) => {
  const found = readSubmission(id, reader, context());
  if (found === null) throw new Error("It is not there.");
  return found;
};
const experimentOf = (id: string) => view(id).experiment?.id ?? "";

/** Does all the work that waits for an experiment. */
function finish(experimentId: string): void {
  checkAll(temporary.database, experimentId);
  planAll(temporary.database, experimentId);
  finishRuns();
}

/** Settles every run that waits, two seconds each. */
function finishRuns(): void {
  for (;;) {
    let job: ReturnType<typeof claim>;
    try {
      job = claim(temporary.database, "evaluate");
    } catch {
      return;
    }
    if (job.kind !== "evaluate") return;
    const { evaluationId } = job;
    const row = temporary.database.query.query.evaluations
      .findFirst({ where: (one, { eq: is }) => is(one.id, evaluationId) })
      .sync();
    const outcome = row?.role === "base" ? "failed" : "passed";
    settleEvaluation(temporary.database, job.claim, {
      evaluationId,
      grade: grade(outcome),
      durationMs: 2000,
      editorMs: 9,
      artifacts: null,
    });
  }
}

describe("a file", () => {
  test("that is wrong is kept with every problem by line and field, and makes no experiment", async () => {
    const lines = fileOf().toString().split("\n");
    lines[2] = (lines[2] ?? "").replace('"run_id":3', '"run_id":2');
    lines[4] = "{ broken";
    const id = await uploaded(Buffer.from(lines.join("\n")));
    const { state, problems, errors, experiment } = view(id);
    expect(state).toBe("invalid");
    expect(experiment).toBeNull();
    expect(errors).toBe(problems.filter((one) => one.severity === "error").length);
    expect(problems.map((one) => one.line)).toEqual(expect.arrayContaining([3, 5]));
    expect(countRows(temporary.database, experiments)).toBe(0);
    expect(confirm(id)).toMatchObject({ status: "refused", code: "conflict" });
  });

  test("that is right becomes a draft that is checked at once, and that nobody else sees", async () => {
    const id = await uploaded(fileOf((_, run) => (run === 1 ? null : `patch ${run}`)));
    const experimentId = experimentOf(id);
    expect(view(id)).toMatchObject({ state: "draft", rows: 20, experiment: { checks: { unchecked: 20 } } });
    checkAll(temporary.database, experimentId, (words) =>
      words === "patch 2"
        ? { status: "rejected", message: "It does not apply.", hints: ["Look at line 7."] }
        : appliedCheck(words),
    );
    expect(view(id)).toMatchObject({
      state: "draft",
      experiment: { checks: { unchecked: 0, applies: 16, problems: 4 } },
    });
    const row = temporary.database.query.select().from(experiments).get();
    expect(row).toMatchObject({ state: "draft", current: false });
    expect(temporary.database.query.select().from(jobs).all()).toMatchObject([
      { kind: "check", state: "done" },
    ]);
    const checks = attemptChecks(temporary.database.query, {
      id: experimentId,
      instanceIds: ["game-1", "game-2"],
    });
    expect(checks[1]).toMatchObject({ status: "patch-rejected", hints: ["Look at line 7."] });
    expect(checks[2]).toMatchObject({ status: "applies", touched: ["Assets/Fixed.cs"] });
    expect(readSubmissionDetail(id, ALICE, context())?.grid[0]?.cells.map((cell) => cell.state)).toEqual([
      "done",
      "done",
      ...Array.from({ length: 8 }, () => "applied"),
    ]);
  });

  test("unfinished is refused for every set, also for the sample", async () => {
    const id = await uploaded(Buffer.from(fileOf().toString().split("\n").slice(0, 15).join("\n")));
    expect(view(id).problems).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining("game-2: 5 of 10 rows") }),
    );
  });

  test("may be packed, and may tell cost and tokens of each attempt", async () => {
    const data = fileOf(undefined, { cost_usd: 0.25, input_tokens: 1000, output_tokens: null });
    const id = await uploaded(gzipSync(data));
    expect(view(id)).toMatchObject({ state: "draft", bytes: data.length, warnings: 0 });
    expect(view(id).experiment?.usage).toEqual({
      attempts: 20,
      costUsd: 5,
      inputTokens: 20_000,
      outputTokens: 0,
    });
    expect(await uploaded(data)).toBe(id);
  });

  test("with a cost that is no cost is refused at its line", async () => {
    const id = await uploaded(fileOf(undefined, { cost_usd: "much", output_tokens: -1 }));
    const fields = view(id).problems.map((one) => one.field);
    expect(fields).toContain("cost_usd");
    expect(fields).toContain("output_tokens");
  });

  test("that is a bomb, too large, cut off, damaged or stuck is refused, and nothing of it stays", async () => {
    const small = portalWith({ SWE_GAME_BENCH_UPLOAD_MB: "40" });
    const bomb = gzipSync(Buffer.alloc(30_000_000, 97), { level: 9 });
    expect(await send(bomb, { on: small })).toMatchObject({ status: "refused", code: "too-large" });
    const huge = gzipSync(Buffer.alloc(41_000_000, 97), { level: 1 });
    expect(await send(huge, { on: small })).toMatchObject({ code: "too-large" });
    const long = { body: pieces(Buffer.alloc(41_000_001), 1_000_000), length: null };
    expect(await send(fileOf(), { on: small, source: long })).toMatchObject({ code: "too-large" });
    const short = { body: pieces(fileOf()), length: fileOf().length + 1 };
    expect(await send(fileOf(), { source: short })).toMatchObject({ code: "cut-off" });
    expect(await send(gzipSync(fileOf()).subarray(0, 200))).toMatchObject({ code: "bad-request" });
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield fileOf().subarray(0, 100);
      throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    }
    expect(await send(fileOf(), { source: { body: broken(), length: null } })).toMatchObject({
      code: "cut-off",
    });
    async function* stuck(): AsyncGenerator<Uint8Array> {
      yield fileOf().subarray(0, 100);
      await new Promise(() => undefined);
    }
    const silent = { source: { body: stuck(), length: null }, stallMs: 50 };
    expect(await send(fileOf(), silent)).toMatchObject({ code: "stalled" });
    async function* trickle(): AsyncGenerator<Uint8Array> {
      for (let piece = 0; piece < 100; piece += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        yield Buffer.from("x");
      }
    }
    const limits = { maxBytes: 1000, freeBytes: 0, slowMs: 50 };
    const slow = { body: trickle(), length: null };
    const folder = uploadsFolder(temporary.database.file);
    expect(await receiveUpload(slow, folder, limits)).toMatchObject({ code: "stalled" });
    expect(readdirSync(uploadsFolder(temporary.database.file))).toEqual([]);
    expect(countRows(temporary.database, uploads)).toBe(0);
  });

  test("is refused before it comes when the disk has no room for it", async () => {
    const full = portalWith({ SWE_GAME_BENCH_UPLOAD_FREE_MB: "10000000" });
    expect(await send(fileOf(), { on: full })).toMatchObject({ code: "disk-full" });
  });
});

describe("the same file", () => {
  test("sent twenty times at once is one upload and one experiment", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => send(fileOf())));
    const ids = new Set(results.flatMap((one) => (one.status === "uploaded" ? [one.uploadId] : [])));
    expect(ids.size).toBe(1);
    for (const one of results) if (one.status === "refused") expect(one.code).toBe("busy");
    expect(countRows(temporary.database, experiments)).toBe(1);
    expect(countRows(temporary.database, attempts)).toBe(20);
    expect(countRows(temporary.database, uploads)).toBe(1);
  });

  test("confirmed twice is submitted once, and sent again leads back to it", async () => {
    const id = await uploaded();
    expect(confirm(id)).toEqual({ status: "ok", changed: true });
    expect(confirm(id)).toEqual({ status: "ok", changed: false });
    expect(await send(fileOf())).toEqual({ status: "uploaded", uploadId: id, known: true });
    expect(view(id).state).toBe("queued");
    expect(countRows(temporary.database, events, eq(events.kind, "submission.confirmed"))).toBe(1);
    expect(view(id).quota).toMatchObject({ used: 1 });
  });

  test("of another account is another submission, and neither replaces the other", async () => {
    const first = await uploaded();
    const second = await uploaded(fileOf(), { userId: BOB.id });
    expect(second).not.toBe(first);
    confirm(first);
    confirm(second, BOB);
    expect(readLeaderboard("sample", context()).rows).toHaveLength(2);
    expect(readSubmission(second, ALICE, context())).toBeNull();
  });

  test("is a new dry run once the dataset has changed, and the old one cannot be submitted", async () => {
    const id = await uploaded();
    temporary.database.query.update(experiments).set({ datasetHash: "older" }).run();
    expect(confirm(id)).toMatchObject({ status: "refused", code: "conflict" });
    expect(await uploaded()).toBe(id);
  });
});

test("a draft is no row, no cell, no download and no file of anybody else, on any way in", async () => {
  const id = await uploaded();
  const experimentId = experimentOf(id);
  checkAll(temporary.database, experimentId);
  const closedTo = (reader: Reader) => {
    const attempt = { experimentId, instanceId: "game-1", runId: 1 };
    expect(readExperiment(experimentId, reader, context())).toBeNull();
    expect(readAttempt(attempt, reader, context())).toBeNull();
    expect(readPatchBytes(attempt, reader, context())).toBeNull();
    expect(readAttemptLog(attempt, reader, context())).toBeNull();
    expect(readDownload(experimentId, reader, context())).toBeNull();
    expect(readSubmission(id, reader, context())).toBeNull();
    expect(readSubmission(experimentId, reader, context())).toBeNull();
  };
  const onNoList = () => {
    expect(readLeaderboard("sample", context()).rows).toEqual([]);
    expect(readInstances("sample", context()).rows.map((row) => row.systems)).toEqual([0, 0]);
    expect(readInstance("game-1", context())?.grid).toEqual([]);
    const reports = leaderboardReports(temporary.database, portal.benchmark, {
      scope: {},
      includeIncomplete: true,
    });
    expect(reports.leaderboard.entries).toEqual([]);
  };
  closedTo(null);
  closedTo(BOB);
  onNoList();
  expect(readExperiment(experimentId, ALICE, context())).not.toBeNull();
  expect(readExperiment(experimentId, MAINTAINER, context())).not.toBeNull();
  // Nothing that counts for nothing tells which files the real fix changes.
  expect(readAttempt({ experimentId, instanceId: "game-1", runId: 1 }, ALICE, context())).toMatchObject({
    fileHit: null,
    targetsHit: 0,
  });
  confirm(id);
  setVisibility(temporary.database, id, { reader: ALICE, visibility: "hidden" });
  closedTo(null);
  closedTo(BOB);
  onNoList();
  setVisibility(temporary.database, id, { reader: ALICE, visibility: "public" });
  expect(readExperiment(experimentId, null, context())).not.toBeNull();
  expect(readLeaderboard("sample", context()).rows).toHaveLength(1);
});

test("only its owner confirms, and nobody else alters, whatever they send", async () => {
  const id = await uploaded();
  expect(confirm(id, BOB)).toMatchObject({ code: "not-found" });
  expect(confirm(id, MAINTAINER)).toMatchObject({ code: "not-found" });
  expect(discardUpload(temporary.database, id, { reader: BOB })).toMatchObject({ code: "not-found" });
  confirm(id);
  const { database } = temporary;
  for (const reader of [BOB, null]) {
    expect(cancelSubmission(database, id, { reader })).toMatchObject({ code: "not-found" });
    expect(setVisibility(database, id, { reader, visibility: "hidden" })).toMatchObject({
      code: "not-found",
    });
    expect(withdrawSubmission(database, id, { reader, reason: "" })).toMatchObject({ code: "not-found" });
    expect(rerunSubmission(portal, id, { reader })).toMatchObject({ code: "not-found" });
    expect(approveSubmission(database, id, { maintainer: reader })).toMatchObject({ code: "not-found" });
  }
  expect(approveSubmission(database, id, { maintainer: ALICE })).toMatchObject({ code: "not-found" });
});

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
    portal = portalWith({ SWE_GAME_BENCH_EVALUATION: "approval" });
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
    portal = portalWith({ SWE_GAME_BENCH_EVALUATION: "approval" });
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
    portal = portalWith({ SWE_GAME_BENCH_EVALUATION: "closed" });
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

describe("quotas", () => {
  const other = (word: string) => fileOf((id, run) => `${word} ${id} ${run}`);

  test("count confirmed submissions of a set and a day, and say when the next day begins", async () => {
    portal = portalWith({ SWE_GAME_BENCH_QUOTA_SAMPLE: "2" });
    const ids = [await uploaded(other("a")), await uploaded(other("b")), await uploaded(other("c"))];
    expect(ids.map((id) => confirm(id).status)).toEqual(["ok", "ok", "refused"]);
    const quota = view(ids[2] ?? "").quota;
    expect(quota).toMatchObject({ limit: 2, used: 2, left: 0 });
    expect((quota?.resetsAt ?? 0) % 86_400_000).toBe(0);
    expect(
      confirmUpload(portal, ids[2] ?? "", { reader: ALICE, about: {}, now: quota?.resetsAt ?? 0 }).status,
    ).toBe("ok");
  });

  test("do not count what was cancelled before it began, nor what our machinery failed", async () => {
    const id = await uploaded();
    confirm(id);
    cancelSubmission(temporary.database, id, { reader: ALICE });
    expect(view(id)).toMatchObject({ state: "cancelled", quota: { used: 0 } });
    expect(rerunSubmission(portal, id, { reader: ALICE })).toMatchObject({ changed: true });
    expect(view(id)).toMatchObject({ state: "queued", quota: { used: 1 } });
    temporary.database.query.update(experiments).set({ state: "incomplete" }).run();
    expect(view(id).quota).toMatchObject({ used: 0 });
  });

  test("a cancelled one is not taken up again beyond the quota", async () => {
    portal = portalWith({ SWE_GAME_BENCH_QUOTA_SAMPLE: "1" });
    const [first, second] = [await uploaded(other("a")), await uploaded(other("b"))];
    confirm(first);
    cancelSubmission(temporary.database, first, { reader: ALICE });
    confirm(second);
    expect(rerunSubmission(portal, first, { reader: ALICE })).toMatchObject({ code: "quota" });
  });
});

describe("what becomes of a submission", () => {
  test("hidden or withdrawn, it gives its place back to the one before", async () => {
    const now = Date.now();
    const [first, second] = [await uploaded(), await uploaded(fileOf((_, run) => `newer ${run}`))];
    confirmUpload(portal, first, { reader: ALICE, about: {}, now });
    confirmUpload(portal, second, { reader: ALICE, about: {}, now: now + 5 });
    const current = () => readLeaderboard("sample", context()).rows.map((row) => row.experimentId);
    expect(current()).toEqual([experimentOf(second)]);
    setVisibility(temporary.database, second, { reader: ALICE, visibility: "hidden" });
    expect(current()).toEqual([experimentOf(first)]);
    setVisibility(temporary.database, second, { reader: ALICE, visibility: "public" });
    expect(current()).toEqual([experimentOf(second)]);
    expect(withdrawSubmission(temporary.database, second, { reader: ALICE, reason: " " })).toMatchObject({
      code: "bad-request",
    });
    withdrawSubmission(temporary.database, second, { reader: ALICE, reason: "Wrong model." });
    expect(current()).toEqual([experimentOf(first)]);
    expect(readExperiment(experimentOf(second), null, context())?.submission.withdrawn).toMatchObject({
      by: "submitter",
      reason: "Wrong model.",
    });
    expect(setVisibility(temporary.database, second, { reader: ALICE, visibility: "hidden" })).toMatchObject({
      code: "conflict",
    });
  });

  test("a dry run can be discarded, and is by itself after two days, with all that was its own", async () => {
    const [first, second] = [await uploaded(), await uploaded(fileOf((_, run) => `other ${run}`))];
    discardUpload(temporary.database, first, { reader: ALICE });
    expect(view(first)).toMatchObject({ state: "discarded", experiment: null });
    const later = Date.now() + 49 * 3_600_000;
    expect(await sweepUploads(temporary.database, later)).toMatchObject({ drafts: 1, patches: 30 });
    expect(view(second).state).toBe("discarded");
    for (const table of [experiments, submissions, attempts, jobs, patches])
      expect(countRows(temporary.database, table)).toBe(0);
    expect(await uploaded()).toBe(first);
    expect(view(first).state).toBe("draft");
  });

  test("upkeep removes files of dead uploads, and no patch while a file is on its way", async () => {
    const folder = uploadsFolder(temporary.database.file);
    mkdirSync(folder, { recursive: true });
    for (const name of ["dead.part", "live.part"]) writeFileSync(path.join(folder, name), "half");
    utimesSync(path.join(folder, "dead.part"), 0, 0);
    temporary.database.query
      .insert(patches)
      .values({ sha256: "x", bytes: Buffer.from("x"), size: 1 })
      .run();
    expect(await sweepUploads(temporary.database)).toEqual({ drafts: 0, files: 1, patches: 0 });
    expect(readdirSync(folder)).toEqual(["live.part"]);
  });

  test("six dry runs at a time are one too many", async () => {
    for (let index = 0; index < 5; index += 1) await uploaded(fileOf((_, run) => `${index} ${run}`));
    expect(await send(fileOf())).toMatchObject({ status: "refused", code: "conflict" });
  });
});
