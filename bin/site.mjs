#!/usr/bin/env node
// Starts the built site: node bin/site.mjs --port 3000 --hostname localhost. `npm start` builds and starts it.
import { existsSync } from "node:fs";

const built = new URL("../dist/site.mjs", import.meta.url);
if (!existsSync(built) || !existsSync(new URL("../.next/BUILD_ID", import.meta.url))) {
  console.error("The site is not built yet. Run `npm install && npm run build` in the checkout first.");
  process.exit(2);
}
// React and Next choose their production code by this, when they are loaded.
process.env.NODE_ENV = "production";
const { faultOf, main } = await import(built.href);
try {
  await main(process.argv.slice(2));
} catch (error) {
  const { message, exitCode } = faultOf(error);
  console.error(message);
  process.exit(exitCode);
}
