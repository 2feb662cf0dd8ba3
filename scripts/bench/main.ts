import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Table from "cli-table3";
import { openDatabase } from "@/lib/db/client";
import { benchHarnessOverhead } from "./harness-overhead";
import { benchPatchCheck } from "./patch-check";
import { measureSharing } from "./sharing";
import { benchSite, PER_SECOND } from "./site";

/** The file that the sharing figure is taken from: a system of middling strength with many equal patches. */
const PREDICTIONS = "benchmark/sample/predictions/half-right.jsonl";

/** As many systems as a leaderboard has after years. */
const EXPERIMENTS = 1000;
/** Compressed bytes that a page may take. */
const MOST_HTML = 150_000;
const MOST_SCRIPT = 200_000;

type Line = { what: string; ratio: string; detail: string };

async function overhead(): Promise<Line> {
  const bench = await benchHarnessOverhead();
  return {
    what: "our time an attempt beyond the editor's own run time ÷ bare container create/start/exec/remove",
    ratio: bench.ratio.toFixed(2),
    detail: `${bench.oursMs.toFixed(0)} ms against ${bench.bareMs.toFixed(0)} ms, median of ${bench.runs} runs of ${bench.image}`,
  };
}

async function patchChecks(): Promise<Line> {
  const bench = await benchPatchCheck();
  return {
    what: "patch checks a second ÷ bare git apply processes a second",
    ratio: bench.ratio.toFixed(2),
    detail: `${bench.checksPerSecond.toFixed(0)}/s against ${bench.bareGitPerSecond.toFixed(0)}/s, ${bench.concurrency} at a time, ${bench.filesInBase} files`,
  };
}

/** Evaluates one predictions file of the sample set for real, in an installation of its own. */
function sharing(): Line {
  const dir = mkdtempSync(path.join(tmpdir(), "sgb-bench-"));
  try {
    const env = {
      ...process.env,
      SWE_GAME_BENCH_DATA_DIR: path.join(dir, "data"),
      SWE_GAME_BENCH_RUNS_DIR: path.join(dir, "runs"),
      SWE_GAME_BENCH_LOG_LEVEL: "warn",
    };
    const args = [
      "bin/swe-game-bench.mjs",
      "evaluate-predictions",
      "--predictions",
      PREDICTIONS,
      "--set",
      "sample",
    ];
    execFileSync(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
    const database = openDatabase(path.join(dir, "data", "swe-game-bench.sqlite"));
    const found = measureSharing(database);
    database.close();
    return {
      what: "evaluations run ÷ attempts submitted",
      ratio: found.ratio === null ? "—" : found.ratio.toFixed(2),
      detail: `${found.evaluationsRun} runs and ${found.gateRuns} gate runs for ${found.submitted} attempts (${found.judgedByRun} judged by a run)`,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The site on made-up systems: its first byte against a static file, a busy day, and what a page weighs. */
async function site(): Promise<Line[]> {
  const bench = await benchSite(process.cwd(), EXPERIMENTS);
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  return [
    {
      what: `first byte of the leaderboard of ${bench.experiments} systems ÷ the same bytes as a static file`,
      ratio: bench.ratio.toFixed(2),
      detail: `${bench.oursMs.toFixed(2)} ms against ${bench.baselineMs.toFixed(2)} ms, medians of ${bench.rounds}`,
    },
    ...bench.load.map((load) => ({
      what: `requests that fail ÷ requests at ${PER_SECOND} a second: ${load.title}`,
      ratio: (load.failed / load.asked).toFixed(2),
      detail: `${load.failed} of ${load.asked} failed at ${load.perSecond.toFixed(0)}/s; median ${load.p50Ms} ms, 99 of 100 within ${load.p99Ms} ms`,
    })),
    {
      what: "page of the leaderboard ÷ its allowance, compressed",
      ratio: Math.max(bench.size.html / MOST_HTML, bench.size.script / MOST_SCRIPT).toFixed(2),
      detail: `HTML ${kilobytes(bench.size.html)} of ${kilobytes(MOST_HTML)}, scripts ${kilobytes(bench.size.script)} of ${kilobytes(MOST_SCRIPT)}`,
    },
  ];
}

const table = new Table({
  head: ["what", "ratio", "measured"],
  style: { head: [], border: [] },
  wordWrap: true,
  colWidths: [48, 8, 60],
});
for (const line of [await patchChecks(), await overhead(), sharing(), ...(await site())])
  table.push([line.what, line.ratio, line.detail]);
console.log(table.toString());
