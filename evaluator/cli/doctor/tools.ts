import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { isolationNotes } from "@/evaluator/sandbox/isolation";
import type { SandboxProbe } from "@/evaluator/sandbox/types";
import { type Check, checker } from "./check";

const run = promisify(execFile);
const TIMEOUT_MS = 10_000;
/** `git apply --cached` with quarantined objects behaves the same from here on. */
const GIT_NEEDED = [2, 31] as const;

/** The Node version against the range that package.json states. */
export function checkNode(root: string, version = process.versions.node): Check {
  const say = checker("node", "Node");
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));
  const [, least = "0.0", below = "999"] = /^>=(\d+\.\d+)\s+<(\d+)$/.exec(engines.node) ?? [];
  const fits = compareVersions(version, least) >= 0 && Number(version.split(".")[0]) < Number(below);
  if (fits) return say("ok", version);
  return say(
    "fail",
    `${version} is not within ${engines.node}.`,
    `Install Node ${least.split(".")[0]} (nodejs.org, or nvm).`,
  );
}

/** git, which applies every patch. */
export async function checkGit(program = "git"): Promise<Check> {
  const say = checker("git", "git");
  const version = await versionOf(program, ["--version"]);
  const mend = `Install git ${GIT_NEEDED.join(".")} or later (Debian: apt-get install git).`;
  if (version === null) return say("fail", "git was not found on the search path.", mend);
  if (compareVersions(version, GIT_NEEDED.join(".")) < 0)
    return say("fail", `git ${version} is too old.`, mend);
  return say("ok", version);
}

/** The docker command, which only some commands need. */
export async function checkDockerCommand(program = "docker"): Promise<Check> {
  const say = checker("docker-command", "docker command");
  const docker = await versionOf(program, ["--version"]);
  if (docker === null) return say("note", "not found; only `docker shell` and the compose file need it.");
  return say("ok", docker);
}

/** Apptainer, which only `--apptainer` needs: whether it is here, and then whether sandboxes can be made. */
export async function checkApptainer(
  probe: () => Promise<SandboxProbe>,
  program = "apptainer",
): Promise<Check> {
  const say = checker("apptainer", "Apptainer");
  if ((await versionOf(program, ["--version"])) === null)
    return say("note", "not found; only --apptainer needs it.");
  const found = await probe();
  if (!found.ok) return say("warn", found.message, found.mend);
  const missing = isolationNotes(found.isolation);
  return missing.length === 0
    ? say("ok", found.version)
    : say("warn", `${found.version}; not enforced: ${missing.join("; ")}`);
}

/** The first version number that a program tells; null when it cannot be started. */
async function versionOf(program: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await run(program, [...args], { timeout: TIMEOUT_MS });
    return /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0] ?? "unknown version";
  } catch {
    return null;
  }
}

export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => text.split(".").map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
