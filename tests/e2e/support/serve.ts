import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { answers } from "@/scripts/lib/answers";
import { seedSite } from "../seed/seed";
import { closedSite, emptySite, root, site, stillSite } from "./site";

/** Builds the site unless a build was just made, seeds a database and starts the sites until it is stopped. */
const next = "node_modules/next/dist/bin/next";
const quiet = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };

// `npm test` builds before it comes here and says so.
if (process.env.CI === undefined) {
  execFileSync(process.execPath, [next, "build"], { cwd: root, env: quiet, stdio: "inherit" });
  execFileSync(process.execPath, ["scripts/build-cli.mjs"], { cwd: root, env: quiet, stdio: "inherit" });
}
rmSync(site.folder, { recursive: true, force: true });
mkdirSync(emptySite.dataDir, { recursive: true });
seedSite({ root, ...site });
cpSync(site.dataDir, stillSite.dataDir, { recursive: true });

const shared = { BENCHMARK_DIR: site.benchmarkDir, SWE_GAME_BENCH_RUNS_DIR: site.runsDir };
const closed = { SWE_GAME_BENCH_SIGN_UP: "closed", GITHUB_CLIENT_ID: "none", GITHUB_CLIENT_SECRET: "none" };
const children = [
  start(emptySite.port, { ...shared, SWE_GAME_BENCH_DATA_DIR: emptySite.dataDir }),
  start(stillSite.port, { ...shared, SWE_GAME_BENCH_DATA_DIR: stillSite.dataDir }),
  start(closedSite.port, { ...shared, ...closed, SWE_GAME_BENCH_DATA_DIR: site.dataDir }),
];
for (const { url } of [emptySite, stillSite, closedSite]) await answers(`${url}/healthz`);
// The last one: whoever waits for it finds all of them.
children.push(start(site.port, { ...shared, SWE_GAME_BENCH_DATA_DIR: site.dataDir }));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill("SIGTERM");
    rmSync(site.folder, { recursive: true, force: true });
    process.exit(0);
  });
}

function start(port: number, env: Record<string, string>): ChildProcess {
  const args = ["bin/site.mjs", "--hostname", "127.0.0.1", "--port", String(port)];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...quiet, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let logged = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    logged = (logged + chunk.toString("utf8")).slice(-20_000);
  });
  // The tests provoke refusals on purpose, so the log matters only where the site itself ends.
  child.once("exit", (code) => {
    process.stderr.write(logged);
    process.exit(code ?? 1);
  });
  return child;
}
