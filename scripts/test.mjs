// `npm test`: installs what the tests need and runs all of them: check, unit, integration, command line, browser.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureApptainer } from "./lib/apptainer-program.mjs";
import { ensureDockerEngine } from "./lib/docker-engine.mjs";
import { ensureTestPackages } from "./lib/packages.mjs";
import { buildCli, buildWeb, checkNode, installDependencies } from "./lib/prepare.mjs";
import { root, run, say } from "./lib/steps.mjs";

const reports = path.join(root, "test-results");
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs one vitest project and adds its counts; a run without a report counts as one failure. */
async function vitest(project) {
  const file = path.join(reports, `${project}.json`);
  const args = [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  await run("node_modules/.bin/vitest", args, { allowFailure: true, env: { CI: "true" } });
  count(project, () => {
    const report = JSON.parse(readFileSync(file, "utf8"));
    const brokenFiles = report.testResults.filter(
      (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
    ).length;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  });
}

async function playwright() {
  const file = path.join(reports, "e2e.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CI: "true" };
  await run("node_modules/.bin/playwright", ["test", "--reporter=list,json"], { allowFailure: true, env });
  count("e2e", () => {
    const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    };
  });
}

function count(title, read) {
  let counts;
  try {
    counts = read();
  } catch (error) {
    say(`${title} left no report: ${error.message}`);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  say(`${title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counts[key];
}

/** Lint, import rule and types, without the unit tests that follow with their counts. */
async function staticChecks() {
  const { code } = await run(process.execPath, ["scripts/check.mjs", "--static"], { allowFailure: true });
  totals[code === 0 ? "passed" : "failed"] += 1;
}

checkNode();
rmSync(reports, { recursive: true, force: true });
await installDependencies();
mkdirSync(reports, { recursive: true });
const missing = await ensureTestPackages();
if (missing.length > 0)
  say(`Missing: ${missing.join(", ")}. The tests that need them will fail; install them and run again.`);
const engine = await ensureDockerEngine({ install: process.getuid?.() === 0 });
say(engine.message);
const apptainer = await ensureApptainer({ install: process.getuid?.() === 0 });
say(`${apptainer.message} ${apptainer.mend}`.trim());
await buildCli();
await buildWeb();
await staticChecks();
for (const project of ["unit", "slow", "integration", "cli"]) await vitest(project);
await playwright();

// A test that is skipped here has not been run: that is a failure of the set-up, not a success.
if (totals.skipped > 0) say(`${totals.skipped} tests were skipped; here that counts as failed.`);
totals.failed += totals.skipped;
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
