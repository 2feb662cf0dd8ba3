import path from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { evaluations } from "@/lib/db/schema";
import { createLogger } from "@/lib/log";
import { auditReport } from "@/lib/services/audit/agreement";
import { startAudit } from "@/lib/services/audit/start";
import { experimentProgress, isOver } from "@/lib/services/progress";
import { temporaryDatabase } from "@/tests/support/database";
import { checkAll, IMAGE, planAll, rowsOf, submit } from "@/tests/support/experiments";
import { checker, type FakeSettings, fakeEvaluator, readLedger, source } from "@/tests/support/worker-fakes";
import type { ImageLookup } from "./types";
import { newWorkerId, runWorker } from "./worker";

let temporary: ReturnType<typeof temporaryDatabase>;
let settings: FakeSettings;
beforeEach(() => {
  temporary = temporaryDatabase();
  const ledger = path.join(temporary.dir, "ledger");
  settings = { ledger, runMs: [1, 2], sandbox: { ok: true, note: "fake" }, reaped: [] };
});
afterEach(() => temporary.remove());

const db = () => temporary.database;
const starts = () => readLedger(settings.ledger).filter((line) => line.at === "start").length;

async function work(image: ImageLookup, until: () => boolean): Promise<void> {
  await runWorker({
    workerId: newWorkerId(),
    database: db(),
    source,
    checker,
    evaluator: { ...fakeEvaluator(settings), image: async () => image },
    runsDir: path.join(temporary.dir, "runs"),
    log: createLogger("worker", "silent"),
    slots: 2,
    checkers: 2,
    signal: new AbortController().signal,
    until,
    timings: { heartbeatMs: 20, pollMs: 5, probeMs: 20, graceMs: 200 },
  });
}

async function audited(image: ImageLookup) {
  const rows = rowsOf(["game-1"], 2, (_id, run) => (run === 1 ? "good" : "bad"));
  const id = submit(db(), { rows, instanceIds: ["game-1"], k: 2 });
  const over = () => {
    const progress = experimentProgress(db(), id);
    return progress !== null && isOver(progress);
  };
  await work({ status: "found", ...IMAGE }, over);
  const before = starts();
  const started = startAudit(db(), { experimentId: id, share: 1, actor: { id: "cli", name: "cli" } });
  if (started.status !== "started") throw new Error(started.message);
  const report = () => auditReport(db().query, started.auditId);
  await work(image, () => report()?.audit.state !== "running");
  return { report: report(), ran: starts() - before };
}

test("second runs of an audit go through the worker on the image of the first", async () => {
  const { report, ran } = await audited({ status: "found", ...IMAGE });
  expect(ran).toBe(2);
  expect(report?.agreement).toEqual({ compared: 2, agreed: 2, waiting: 0, failed: 0 });
});

test("when its name stands for another image by now, nothing is run, and the audit says so", async () => {
  const { report, ran } = await audited({ status: "found", name: IMAGE.name, digest: "sha256:two" });
  expect(ran).toBe(0);
  expect(report?.agreement).toEqual({ compared: 0, agreed: 0, waiting: 0, failed: 2 });
  expect(report?.runs[0]?.second.reason).toMatch(/sha256:one.*is not here any more.*sha256:two now/);
});

test("when the image is gone, nothing is run, and the audit says so", async () => {
  const { report, ran } = await audited({ status: "missing", reason: "Prepare it." });
  expect(ran).toBe(0);
  expect(report?.runs[0]?.second.reason).toMatch(/sha256:one.*is not here any more\. Prepare it\./);
});

test("a run that was planned by another version of the harness is not run by this one", async () => {
  const rows = rowsOf(["game-1"], 1, () => "good");
  const id = submit(db(), { rows, instanceIds: ["game-1"], k: 1 });
  checkAll(db(), id);
  planAll(db(), id);
  // As an upgrade between the plan and the first run leaves it.
  db().query.update(evaluations).set({ harnessVersion: "1" }).run();
  await work({ status: "found", ...IMAGE }, () => experimentProgress(db(), id)?.state === "incomplete");
  expect(starts()).toBe(0);
  const row = db().query.select().from(evaluations).where(eq(evaluations.role, "oracle")).get();
  expect(row).toMatchObject({ outcome: "infra-error" });
  expect(row?.reason).toMatch(/version 1 of the harness/);
});
