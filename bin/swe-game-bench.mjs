#!/usr/bin/env node
// Starts the built command line. The build is `npm run build:cli`; `npm start` does it too.
import { existsSync } from "node:fs";

const built = new URL("../dist/cli.mjs", import.meta.url);
if (!existsSync(built)) {
  console.error(
    "swe-game-bench is not built yet. Run `npm install && npm run build:cli` in the checkout first.",
  );
  process.exit(2);
}
// Node's code for a program that waits for something that can no longer happen: a fault of ours, told as one.
process.on("exit", () => {
  if (process.exitCode !== 13) return;
  process.exitCode = 3;
  console.error("error: the command stopped in the middle of its work. Nothing is lost: run it again.");
});
const { main } = await import(built.href);
process.exitCode = await main(process.argv);
