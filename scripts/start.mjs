// `npm start`: from a clean checkout to a running leaderboard whose sample rows were evaluated here.
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureDockerEngine } from "./lib/docker-engine.mjs";
import { buildCli, buildWeb, checkNode, installDependencies } from "./lib/prepare.mjs";
import { root, run, say } from "./lib/steps.mjs";
import { supervise } from "./lib/supervisor.mjs";

checkNode();
if (existsSync(path.join(root, ".env"))) process.loadEnvFile(path.join(root, ".env"));
const port = process.env.SWE_GAME_BENCH_PORT ?? "3000";
// Sign-up is open by default, so nobody else's machine gets in unless it is asked for.
const host = process.env.SWE_GAME_BENCH_HOST ?? "localhost";
const cli = (...args) => [path.join("bin", "swe-game-bench.mjs"), ...args];

// Packages of Debian and of npm do not wait for each other.
const [engine, { compiled }] = await Promise.all([
  ensureDockerEngine({ install: process.getuid?.() === 0 }),
  installDependencies(),
]);
await buildCli();
say(engine.message);
if (engine.status === "unavailable")
  say(`${engine.mend} Until then the site runs and patches are checked; evaluations wait.`);
await buildWeb();
await compiled;
await run(process.execPath, cli("migrate"));

const site = supervise([
  {
    name: "site",
    args: ["bin/site.mjs", "--port", port, "--hostname", host],
    env: { NEXT_TELEMETRY_DISABLED: "1" },
  },
  { name: "worker", args: cli("worker"), env: {} },
]);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => site.stop());

say(`The leaderboard is at http://localhost:${port}/?set=sample&unverified=1&incomplete=1`);
say("Queueing the bundled sample predictions; rows fill in as the worker evaluates them.");
await run(process.execPath, cli("sample"), { allowFailure: true });
await site.finished;
