import { readdir, readFile } from "node:fs/promises";
import { delay } from "../command-run";

/** Every program of a local sandbox inherits this variable; what still carries it belongs to the sandbox. */
export const MARKER = "SWE_GAME_BENCH_SANDBOX";

type Process = { pid: number; parent: number; group: number; dead: boolean };

/**
 * Kills everything that a sandbox started: what carries its marker, what is in its process groups, and the
 * descendants of both. Repeats until nothing is left, since programs may fork meanwhile.
 * @throws when something still lives after `limitMs`.
 */
export async function killProcesses(
  marker: string,
  groups: ReadonlySet<number>,
  limitMs = 10_000,
): Promise<void> {
  const limit = performance.now() + limitMs;
  for (;;) {
    for (const group of groups) sendKill(-group);
    const living = await sandboxProcesses(marker, groups);
    if (living.length === 0) return;
    for (const pid of living) sendKill(pid);
    if (performance.now() > limit) {
      throw new Error(`${living.length} processes of the sandbox survive being killed`);
    }
    await delay(20);
  }
}

/** Ids of the living processes of a sandbox; empty where the system has no /proc. */
async function sandboxProcesses(marker: string, groups: ReadonlySet<number>): Promise<number[]> {
  const all = (await Promise.all((await processIds()).map(readProcess))).filter(
    (process) => process !== null,
  );
  const found = new Set<number>();
  for (const process of all) {
    if (process.dead || process.pid === globalThis.process.pid) continue;
    if (groups.has(process.group) || (await carriesMarker(process.pid, marker))) found.add(process.pid);
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const process of all) if (!process.dead && found.has(process.parent)) found.add(process.pid);
  }
  return [...found];
}

async function processIds(): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

async function readProcess(pid: number): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null);
  if (stat === null) return null;
  // The command stands in parentheses and may hold any character; what counts follows the last one.
  const [state = "X", parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { pid, parent: Number(parent), group: Number(group), dead: state === "Z" || state === "X" };
}

async function carriesMarker(pid: number, marker: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
  return environment.split("\0").includes(`${MARKER}=${marker}`);
}

function sendKill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch {
    // Gone already, which is what was wanted.
  }
}
