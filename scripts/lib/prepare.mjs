// What both `npm start` and `npm test` need first: a fitting Node, the dependencies, the builds.
import { existsSync } from "node:fs";
import path from "node:path";
import { root, run, say, stampFor } from "./steps.mjs";

/** Stops with a clear message on a Node that the native database module cannot load in. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 12)) {
    console.error(
      `Node ${process.versions.node} is too old: SWE-game-bench needs Node 20.12 or newer (20 is what it is tested on).`,
    );
    process.exit(2);
  }
}

/**
 * Installs the locked dependencies unless exactly these are installed. Compiling the database module takes a minute
 * or more of one core and nothing needs it for building: `compiled` tells when it is done.
 * @param {{ inHaste?: boolean }} options compile with few optimisations, in half the time, unless it is compiled
 * @returns {Promise<{ compiled: Promise<void> }>}
 */
export async function installDependencies({ inHaste = false } = {}) {
  const packages = stampFor("dependencies", ["package-lock.json"]);
  if (!packages.fresh) {
    say("Installing dependencies (one to three minutes, without further lines)");
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
    packages.done();
  }
  const compiled = compileDatabaseModule(inHaste);
  // Whoever waits for it is told; until then a failure must not end the process.
  compiled.catch(() => {});
  return { compiled };
}

async function compileDatabaseModule(inHaste) {
  const built = path.join(root, "node_modules", "better-sqlite3", "build", "Release", "better_sqlite3.node");
  const whole = stampFor("database-module", ["package-lock.json"], " optimised");
  const hasty = stampFor("database-module", ["package-lock.json"], " in haste");
  if (existsSync(built) && (whole.fresh || (inHaste && hasty.fresh))) return;
  say("Compiling the database module beside what follows (one to three minutes)");
  const env = inHaste ? { CFLAGS: "-O1", CXXFLAGS: "-O1" } : {};
  await run("npm", ["rebuild", "better-sqlite3", "--loglevel=error"], { quiet: true, env });
  (inHaste ? hasty : whole).done();
}

/** Bundles the command line and the worker. */
export async function buildCli() {
  await run(process.execPath, ["scripts/build-cli.mjs"]);
}

/** Builds the site unless its sources are those of the last build. */
export async function buildWeb() {
  const stamp = stampFor("web", [
    "app",
    "components",
    "lib",
    "public",
    "next.config.ts",
    "proxy.ts",
    "postcss.config.mjs",
    "package-lock.json",
  ]);
  if (stamp.fresh && existsSync(path.join(root, ".next", "BUILD_ID"))) return;
  say("Building the site (20 to 40 seconds)");
  const env = { NEXT_TELEMETRY_DISABLED: "1" };
  await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], { quiet: true, env });
  stamp.done();
}
