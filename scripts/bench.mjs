// `npm run bench`: measurements as ratios against a baseline of the same run; needs Docker for two of them.
import { ensureDockerEngine } from "./lib/docker-engine.mjs";
import { buildCli, buildWeb, checkNode, installDependencies } from "./lib/prepare.mjs";
import { run, say } from "./lib/steps.mjs";

checkNode();
const { compiled } = await installDependencies();
await buildCli();
await buildWeb();
await compiled;
const engine = await ensureDockerEngine({ install: process.getuid?.() === 0 });
say(engine.message);
if (engine.status === "unavailable") {
  console.error(`${engine.mend} The benchmarks measure real containers.`);
  process.exit(3);
}
await run(process.execPath, ["--import", "tsx", "scripts/bench/main.ts"]);
