import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { attempts, experiments, jobs, patches, submissions } from "@/lib/db/schema";
import type { Reader } from "@/lib/domain/access";
import { readAttempt, readAttemptLog, readPatchBytes } from "@/lib/services/read/attempt";
import { readDownload } from "@/lib/services/read/downloads";
import { readExperiment } from "@/lib/services/read/experiment";
import { readInstance, readInstances } from "@/lib/services/read/instances";
import { readLeaderboard } from "@/lib/services/read/leaderboard";
import { leaderboardReports } from "@/lib/services/reports";
import { countRows } from "@/tests/support/database";
import { checkAll } from "@/tests/support/experiments";
import {
  ALICE,
  BOB,
  confirm,
  context,
  experimentOf,
  fileOf,
  MAINTAINER,
  portal,
  portalForEachTest,
  send,
  setUp,
  temporary,
  uploaded,
  view,
} from "@/tests/support/portal-scene";
import { approveSubmission } from "./approve";
import { confirmUpload } from "./confirm";
import { discardUpload, sweepUploads } from "./discard";
import { cancelSubmission, rerunSubmission, setVisibility, withdrawSubmission } from "./manage";
import { readSubmission } from "./read";
import { uploadsFolder } from "./receive";

portalForEachTest();

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

describe("quotas", () => {
  const other = (word: string) => fileOf((id, run) => `${word} ${id} ${run}`);

  test("count confirmed submissions of a set and a day, and say when the next day begins", async () => {
    setUp({ SWE_GAME_BENCH_QUOTA_SAMPLE: "2" });
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
    setUp({ SWE_GAME_BENCH_QUOTA_SAMPLE: "1" });
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
