// A small agent without a model: run 1 repairs, run 2 does nothing, the others change something that does not
// help. It notes each call, and what it could see, in its output folder.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { repair } from "./repairs.mjs";

const options = Object.fromEntries(
  ["repo", "issue", "out", "run", "calls", "file", "hang", "fail", "probe"].map((name) => [
    name,
    { type: "string" },
  ]),
);
const { values } = parseArgs({ options });
const run = Number(values.run);
appendFileSync(values.calls, `${run}\n`);

const git = (...args) => spawnSync("git", args, { cwd: values.repo, encoding: "utf8" });
writeFileSync(
  path.join(values.out, "seen.json"),
  JSON.stringify({
    cwd: process.cwd(),
    env: process.env,
    issue: readFileSync(values.issue, "utf8"),
    beside: readdirSync(path.dirname(values.repo)),
    commits: git("log", "--all", "--format=%s").stdout.trim().split("\n"),
    probes: (values.probe ?? "").split(",").map((object) => git("cat-file", "-e", object).status),
    files: execFileSync("git", ["ls-files"], { cwd: values.repo, encoding: "utf8" }).trim().split("\n"),
  }),
);
console.log(`working with ${process.env.TEST_API_KEY}`);

if (values.fail && existsSync(values.fail)) process.exit(3);
if (values.hang && existsSync(values.hang) && run === 2) {
  process.on("SIGINT", () => {});
  const helper = spawn("sleep", ["300"], { detached: true, stdio: "ignore" });
  appendFileSync(values.hang, `${process.pid} ${helper.pid}\n`);
  setInterval(() => {}, 1000);
} else if (run === 1) repair(values.repo, values.file);
else if (run > 2) writeFileSync(path.join(values.repo, `Assets/Packrat/Note${run}.cs`), `// run ${run}\n`);
