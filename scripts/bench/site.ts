import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import autocannon from "autocannon";
import getPort from "get-port";
import { answers } from "@/scripts/lib/answers";
import { fillSynthetic } from "../synthetic/fill";
import { compareFirstBytes } from "./first-byte";
import { type PageSize, sizeOfPage } from "./page-size";

export type SiteBench = {
  experiments: number;
  /** First byte of the leaderboard ÷ first byte of the same bytes from a server of static files. */
  ratio: number;
  oursMs: number;
  baselineMs: number;
  rounds: number;
  load: { title: string; asked: number; failed: number; perSecond: number; p50Ms: number; p99Ms: number }[];
  size: PageSize;
};

const LEADERBOARD = "/?set=sample";
/** What readers of a busy day ask for, beside the leaderboard itself. */
const MIXED = [
  LEADERBOARD,
  "/?set=sample&unverified=1",
  "/?set=sample&sort=-pass%401",
  "/?set=sample&page=2",
  "/charts?set=sample",
  "/instances?set=sample",
  "/docs",
  "/api/v1/leaderboard?set=sample",
];
const ROUNDS = 500;
export const PER_SECOND = 200;
const SECONDS = 20;

/** The site on a database of made-up systems, measured from outside in a process of its own. */
export async function benchSite(root: string, experiments: number): Promise<SiteBench> {
  const dir = mkdtempSync(path.join(tmpdir(), "sgb-bench-site-"));
  const children: ChildProcess[] = [];
  try {
    const dataDir = path.join(dir, "data");
    fillSynthetic({ root, dataDir, experiments });
    const [port, staticPort] = [await getPort(), await getPort()];
    const env = { ...process.env, SWE_GAME_BENCH_DATA_DIR: dataDir, SWE_GAME_BENCH_RUNS_DIR: dataDir };
    const start = (args: string[]) =>
      children.push(
        spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] }),
      );
    start(["bin/site.mjs", "--hostname", "127.0.0.1", "--port", String(port)]);
    const site = `http://127.0.0.1:${port}`;
    await answers(`${site}/healthz`);
    const ours = `${site}${LEADERBOARD}`;
    const folder = path.join(dir, "static");
    await keepAsFile(ours, folder);
    start(["scripts/bench/static-server.mjs", folder, String(staticPort)]);
    const baseline = `http://127.0.0.1:${staticPort}/page.html`;
    await answers(baseline);
    await compareFirstBytes(ours, baseline, 50);
    const { oursMs, baselineMs } = await compareFirstBytes(ours, baseline, ROUNDS);
    const load = [
      await loadOf(site, "the leaderboard", [LEADERBOARD]),
      await loadOf(site, "eight addresses, each asked for once before", MIXED),
    ];
    const size = await sizeOfPage(ours);
    return { experiments, ratio: oursMs / baselineMs, oursMs, baselineMs, rounds: ROUNDS, load, size };
  } finally {
    for (const child of children) child.kill("SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  }
}

async function keepAsFile(address: string, folder: string): Promise<void> {
  const body = Buffer.from(await (await fetch(address)).arrayBuffer());
  mkdirSync(folder);
  writeFileSync(path.join(folder, "page.html"), body);
  writeFileSync(path.join(folder, "page.html.gz"), gzipSync(body));
}

async function loadOf(url: string, title: string, addresses: readonly string[]) {
  const headers = { "accept-encoding": "gzip" };
  // The first answer after a start draws every interval of the set; what a busy day is like comes after that.
  for (const one of addresses) await (await fetch(url + one)).arrayBuffer();
  const result = await autocannon({
    url,
    connections: 50,
    duration: SECONDS,
    overallRate: PER_SECOND,
    requests: addresses.map((one) => ({ method: "GET", path: one, headers })),
  });
  return {
    title,
    asked: result.requests.total,
    failed: result.errors + result.timeouts + result.non2xx,
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
