import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { attempts, events, experiments, jobs, uploads } from "@/lib/db/schema";
import { attemptChecks } from "@/lib/services/portal/checks";
import { readLeaderboard } from "@/lib/services/read/leaderboard";
import { countRows } from "@/tests/support/database";
import { appliedCheck, checkAll } from "@/tests/support/experiments";
import {
  ALICE,
  BOB,
  confirm,
  context,
  experimentOf,
  fileOf,
  pieces,
  portalForEachTest,
  portalWith,
  send,
  temporary,
  uploaded,
  view,
} from "@/tests/support/portal-scene";
import { readSubmission, readSubmissionDetail } from "./read";
import { receiveUpload, uploadsFolder } from "./receive";

portalForEachTest();

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
