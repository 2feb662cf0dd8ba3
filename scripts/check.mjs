// Format, lint, import rule, types and unit tests; prints each step's time and ends with 1 if any failed.
import { spawn } from "node:child_process";

const style = ["format and lint", "biome", ["check", "."]];
// The compiler in native code takes half the time; Next and the import rule need the one in JavaScript, too.
const types = ["types", "../typescript-7/bin/tsc", ["--noEmit"]];
const imports = [
  "import rule",
  "depcruise",
  ["app", "components", "lib", "evaluator", "--output-type", "err"],
];
const unit = ["unit tests", "vitest", ["run", "--project", "unit"]];

// Two lanes of about the same length, for two cores. `--static` leaves the unit tests to the caller.
const lanes = process.argv.includes("--static")
  ? [[types], [style, imports]]
  : [[style, types, imports], [unit]];

/** Runs one tool and keeps its output for a failure. */
function run([title, tool, args]) {
  const begun = Date.now();
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${tool}`, args, { stdio: ["ignore", "pipe", "pipe"] });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) =>
      resolve({ title, ok: false, text: `${error.message}\nRun npm install first.` }),
    );
    child.on("close", (code) => {
      const text = Buffer.concat(output).toString();
      const empty = tool === "depcruise" && /\b0 modules/.test(text);
      resolve({ title, ok: code === 0 && !empty, text, seconds: (Date.now() - begun) / 1000 });
    });
  });
}

const results = await Promise.all(
  lanes.map(async (lane) => {
    const done = [];
    for (const step of lane) done.push(await run(step));
    return done;
  }),
);
let failed = false;
for (const { title, ok, text, seconds } of results.flat()) {
  console.log(`${ok ? "ok  " : "FAIL"} ${title}${seconds === undefined ? "" : ` (${seconds.toFixed(1)} s)`}`);
  if (!ok) console.log(text);
  failed ||= !ok;
}
process.exit(failed ? 1 : 0);
