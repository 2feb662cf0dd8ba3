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
/** Titles of what failed, told again at the end: the place of the failure is a long way up by then. */
const failures = [];
const started = performance.now();

/** The vitest project of a test file. */
function projectOf(file) {
  if (file.startsWith("tests/docker/")) return "integration";
  if (file.startsWith("tests/cli/")) return "cli";
  return /\.slow\.test\.ts$/.test(file) ? "slow" : "unit";
}

/** Runs vitest projects beside each other and adds their counts; one that left no result counts as one failure. */
async function vitest(projects) {
  const file = path.join(reports, `${projects.join("-")}.json`);
  const args = [
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const before = totals.failed;
  const { code } = await run("node_modules/.bin/vitest", args, { allowFailure: true, env: { CI: "true" } });
  for (const project of projects) {
    count(project, () => {
      const { testResults } = JSON.parse(readFileSync(file, "utf8"));
      return countSuites(
        project,
        testResults.filter(({ name }) => projectOf(path.relative(root, name)) === project),
      );
    });
  }
  if (code === 0 || totals.failed > before) return;
  totals.failed += 1;
  failures.push(`${projects.join(", ")}: vitest ended with ${code} though no test failed; see above`);
}

function countSuites(project, suites) {
  failures.push(...failedTests(project, suites));
  const brokenFiles = suites.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  ).length;
  const statuses = suites.flatMap((suite) => suite.assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === "passed").length;
  const failed = statuses.filter((status) => status === "failed").length;
  return { passed, failed: failed + brokenFiles, skipped: statuses.length - passed - failed };
}

function failedTests(project, suites) {
  return suites
    .filter((suite) => suite.status === "failed")
    .flatMap((suite) => {
      const file = path.relative(root, suite.name);
      const failed = suite.assertionResults.filter((test) => test.status === "failed");
      const messages = failed.map(
        (test) =>
          `${test.fullName}\n      ${(test.failureMessages[0] ?? "").split("\n", 3).join("\n      ")}`,
      );
      return (messages.length > 0 ? messages : [suite.message]).map((text) => `${project} ${file}: ${text}`);
    });
}

async function playwright() {
  const file = path.join(reports, "e2e.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CI: "true" };
  await run("node_modules/.bin/playwright", ["test", "--reporter=list,json"], { allowFailure: true, env });
  count("e2e", () => {
    const { stats, errors, suites } = JSON.parse(readFileSync(file, "utf8"));
    failures.push(...suites.flatMap(failedSpecs).map((title) => `e2e ${title}`));
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    };
  });
}

function failedSpecs(suite) {
  const own = suite.specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}:${spec.line} ${spec.title}`);
  return [...own, ...(suite.suites ?? []).flatMap(failedSpecs)];
}

/** Adds a part's counts to the totals; a part that left no report counts as one failure. */
function count(title, read) {
  let counts;
  try {
    counts = read();
  } catch (error) {
    say(`${title} left no report: ${error.message}`);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  say(
    `${title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${clock()} since the start)`,
  );
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counts[key];
}

/** Lint, import rule and types, without the unit tests that follow with their counts. */
async function staticChecks() {
  const { code } = await run(process.execPath, ["scripts/check.mjs", "--static"], { allowFailure: true });
  totals[code === 0 ? "passed" : "failed"] += 1;
  if (code !== 0) failures.push("static checks: see the head of this output");
  say(`static checks done (${clock()} since the start)`);
}

/** The programs that the tests need beside npm's, one after the other: apt has one lock. */
async function prepareMachine() {
  const missing = await ensureTestPackages();
  if (missing.length > 0)
    say(`Missing: ${missing.join(", ")}. The tests that need them will fail; install them and run again.`);
  const install = process.getuid?.() === 0;
  say((await ensureDockerEngine({ install })).message);
  const apptainer = await ensureApptainer({ install });
  say(`${apptainer.message} ${apptainer.mend}`.trim());
}

/** Minutes and seconds since the start. */
function clock() {
  const seconds = Math.round((performance.now() - started) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

checkNode();
rmSync(reports, { recursive: true, force: true });
// Packages of Debian and of npm do not wait for each other. What is tested is not how fast SQLite is.
const [{ compiled }] = await Promise.all([installDependencies({ inHaste: true }), prepareMachine()]);
mkdirSync(reports, { recursive: true });
await buildCli();
await buildWeb();
await staticChecks();
await compiled;
// Those of the command line are not among them: they count imported projects, which those of the engine remove.
await vitest(["unit", "slow", "integration"]);
await vitest(["cli"]);
await playwright();

// A test that is skipped here has not been run: that is a failure of the set-up, not a success.
if (totals.skipped > 0) say(`${totals.skipped} tests were skipped; here that counts as failed.`);
totals.failed += totals.skipped;
for (const failure of failures) say(`failed: ${failure}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
