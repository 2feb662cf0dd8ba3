import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { workers } from "@/lib/db/schema";
import { claimJob } from "@/lib/services/queue";
import { beat, registerWorker, unregisterWorker } from "@/lib/services/workers";
import { temporaryDatabase } from "@/tests/support/database";
import { checkAll, submit } from "@/tests/support/experiments";
import { readContextOf } from "@/tests/support/read";
import { readStatus } from "./status";

let temporary: ReturnType<typeof temporaryDatabase>;
beforeEach(() => {
  temporary = temporaryDatabase();
});
afterEach(() => temporary.remove());

const NOW = 1_000_000_000;
const status = (now = NOW) => readStatus(readContextOf(temporary.database, temporary.dir), now);
const start = (canEvaluate: boolean, sandboxNote: string) =>
  registerWorker(
    temporary.database,
    { id: "w", host: "h", pid: 1, processMark: "", canEvaluate, sandboxNote },
    NOW,
  );

describe("what the machinery does", () => {
  test("is nothing without a database", () => {
    expect(readStatus(readContextOf(null, temporary.dir))).toMatchObject({ queued: 0, waitsFor: null });
  });

  test("waits for a worker while none is alive", () => {
    submit(temporary.database);
    expect(status()).toMatchObject({ queued: 1, running: 0, waitsFor: "worker", lastSeenAt: null });
    start(true, "Docker 20.10");
    expect(status()).toMatchObject({ waitsFor: null, note: "Docker 20.10", workers: { alive: 1 } });
    expect(status(NOW + 60_000)).toMatchObject({ waitsFor: "worker", lastSeenAt: NOW });
    unregisterWorker(temporary.database, "w", true, NOW);
    expect(status()).toMatchObject({ waitsFor: "worker", workers: { alive: 0 } });
  });

  test("waits for the sandbox, in the worker's words, while no worker can evaluate", () => {
    const id = submit(temporary.database);
    checkAll(temporary.database, id);
    start(false, "Docker does not answer.");
    expect(status()).toMatchObject({ waitsFor: "sandbox", note: "Docker does not answer." });
    beat(temporary.database, "w", { canEvaluate: true, sandboxNote: "Docker 20.10" }, NOW);
    expect(status()).toMatchObject({ waitsFor: null, note: "Docker 20.10" });
  });

  test("has another version when work begins and when an attempt is settled, not at each heartbeat", () => {
    const id = submit(temporary.database);
    start(true, "Docker 20.10");
    const queued = status().version;
    beat(temporary.database, "w", { canEvaluate: true, sandboxNote: "Docker 20.10" }, NOW + 1);
    expect(status().version).toBe(queued);
    expect(temporary.database.query.select().from(workers).all()[0]?.heartbeatAt).toBe(NOW + 1);
    checkAll(temporary.database, id, () => ({ status: "empty" }));
    const settled = status().version;
    expect(settled).not.toBe(queued);
    submit(temporary.database, { identity: { agent: "other", model: "m", temperature: null } });
    claimJob(temporary.database, { workerId: "w", kinds: ["check"], leaseMs: 1000 });
    expect(status().version).not.toBe(settled);
  });
});
