import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
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

/** Programs that only some commands need. */
export async function checkOptionalTools(
  programs = { docker: "docker", apptainer: "apptainer" },
): Promise<Check[]> {
  const [docker, apptainer] = await Promise.all([
    versionOf(programs.docker, ["--version"]),
    versionOf(programs.apptainer, ["--version"]),
  ]);
  const command = checker("docker-command", "docker command");
  const container = checker("apptainer", "Apptainer");
  return [
    docker === null
      ? command("note", "not found; only `docker shell` and the compose file need it.")
      : command("ok", docker),
    apptainer === null
      ? container("note", "not found; only --apptainer and Slurm need it.")
      : container("ok", apptainer),
  ];
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
