import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Table from "cli-table3";
import { openDatabase } from "@/lib/db/client";
import { benchHarnessOverhead } from "./harness-overhead";
import { benchPatchCheck } from "./patch-check";
import { measureSharing } from "./sharing";

/** The file that the sharing figure is taken from: a system of middling strength with many equal patches. */
const PREDICTIONS = "benchmark/sample/predictions/half-right.jsonl";

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

const table = new Table({
  head: ["what", "ratio", "measured"],
  style: { head: [], border: [] },
  wordWrap: true,
  colWidths: [48, 8, 60],
});
for (const line of [await patchChecks(), await overhead(), sharing()])
  table.push([line.what, line.ratio, line.detail]);
console.log(table.toString());
