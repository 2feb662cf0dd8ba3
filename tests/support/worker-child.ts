import { appendFileSync } from "node:fs";
import { newWorkerId, runWorker } from "@/evaluator/worker/worker";
import { openDatabase } from "@/lib/db/client";
import { createLogger } from "@/lib/log";
import { experimentProgress, isOver } from "@/lib/services/progress";
import { checker, fakeEvaluator, type LedgerLine, source } from "./worker-fakes";

/** What a test hands to a worker process, as JSON in argv[2]. */
export type ChildSettings = {
  file: string;
  runsDir: string;
  ledger: string;
  runMs: [number, number];
  slots: number;
  /** The process ends by itself when these experiments are over. */
  experimentIds: string[];
};

const settings = JSON.parse(process.argv[2] ?? "") as ChildSettings;
const database = openDatabase(settings.file);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    process.exitCode = 130;
    stop.abort();
  });
}
await runWorker({
  workerId: newWorkerId(),
  database,
  source,
  checker,
  evaluator: fakeEvaluator({ ...settings, sandbox: { ok: true, note: "fake" }, reaped: [] }),
  runsDir: settings.runsDir,
  log: createLogger("worker-child", "warn"),
  slots: settings.slots,
  checkers: 2,
  signal: stop.signal,
  onProgress: (event) => {
    if (event.type !== "started") return;
    const line: LedgerLine = { at: "ready", evaluationId: "", tree: "", pid: process.pid };
    appendFileSync(settings.ledger, `${JSON.stringify(line)}\n`);
  },
  until: () =>
    settings.experimentIds.every((id) => {
      const progress = experimentProgress(database, id);
      return progress !== null && isOver(progress);
    }),
  // The grace is longer than any test waits: nothing that is over may keep the process from ending.
  timings: { leaseMs: 3_000, heartbeatMs: 200, pollMs: 20, probeMs: 1_000, graceMs: 600_000 },
});
database.close();
