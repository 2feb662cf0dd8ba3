#!/usr/bin/env node
// Stands in for the program `sweagent`: takes its flags and leaves what it leaves, patch text with LF alone included.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repair } from "./repairs.mjs";

const argv = process.argv.slice(2);
appendFileSync(process.env.TEST_CALLS, `${JSON.stringify({ argv, cwd: process.cwd() })}\n`);
const flag = (name) => argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const id = flag("problem_statement.id");
const out = path.join(flag("output_dir"), id);
mkdirSync(out, { recursive: true });
writeFileSync(
  path.join(out, `${id}.traj`),
  JSON.stringify({ trajectory: [], info: {}, environment: process.env }),
);
writeFileSync(path.join(out, `${id}.info.log`), "INFO Running agent\n");
writeFileSync(path.join(out, "config.yaml"), readFileSync(argv[argv.indexOf("--config") + 1]));
if (!flag("agent.model.temperature")) {
  writeFileSync(path.join(out, `${id}.pred`), JSON.stringify({ instance_id: id, model_patch: null }));
  process.exit(0);
}
const copy = path.join(mkdtempSync(path.join(tmpdir(), "sweagent-")), "repo");
cpSync(flag("env.repo.path"), copy, { recursive: true });
repair(copy, process.env.TEST_FILE);
const git = (...args) => execFileSync("git", ["-C", copy, ...args], { encoding: "utf8" });
git("add", "-A");
const patch = git("diff", "--cached").replaceAll("\r\n", "\n");
rmSync(path.dirname(copy), { recursive: true });
writeFileSync(path.join(out, `${id}.patch`), patch);
writeFileSync(
  path.join(out, `${id}.pred`),
  JSON.stringify({ model_name_or_path: "output", instance_id: id, model_patch: patch }),
);
