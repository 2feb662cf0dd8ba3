import { readdirSync, readFileSync } from "node:fs";
import { delay } from "../command-run";

/**
 * Kills everything of a sandbox and waits until it is gone. Apptainer's own processes, among them the first
 * process of each container, name the sandbox in their environment; with the first process the kernel ends all
 * others of the container, wherever they hide. `init` is that of the sandbox where it is known: code that
 * runs there could change what is found.
 * @throws when something still lives after `limitMs`.
 */
export async function killSandbox(id: string, init: ProcessId | null, limitMs = 15_000): Promise<void> {
  const limit = performance.now() + limitMs;
  for (;;) {
    const living = new Set(processesOf(id));
    if (init && isLiving(init)) living.add(init.pid);
    if (living.size === 0) return;
    for (const pid of living) sendKill(pid);
    if (performance.now() > limit) throw new Error(`${living.size} processes survive being killed`);
    await delay(10);
  }
}

/** A process and when it started, so that another one of the same number is not taken for it. */
export type ProcessId = { pid: number; started: string };

export function identify(pid: number): ProcessId | null {
  const started = startOf(pid);
  return started === null ? null : { pid, started };
}

export function isLiving({ pid, started }: ProcessId): boolean {
  return startOf(pid) === started;
}

/** When a process started, in the kernel's count with the boot; null for the dead and for zombies. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may hold anything; the start is the 22nd field of the line.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()} ${fields[19]}`;
  } catch {
    return null;
  }
}

/** Living processes whose environment names the sandbox. */
function processesOf(id: string): number[] {
  return processIds().filter((pid) => {
    if (pid === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(id) && startOf(pid) !== null;
    } catch {
      return false;
    }
  });
}

export function processIds(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
