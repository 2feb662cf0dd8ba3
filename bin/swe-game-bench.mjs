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
const { main } = await import(built.href);
process.exitCode = await main(process.argv);
