import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** What tells a process from all others: on Linux this boot, its pid namespace and its start time. */
export type ProcessMark = { host: string; pid: number; mark: string };

/** A worker that has given no sign of life for this long is lost, wherever it ran. */
const SILENCE_MS = 10 * 60_000;

export function ownMark(): ProcessMark {
  return { host: hostname(), pid: process.pid, mark: markOf(process.pid) ?? "" };
}

/**
 * True when a worker's process is certainly gone. SQLite's files are only shared inside one machine, so
 * another boot means a process that died with the old one; another pid namespace says nothing, and the
 * worker's lease decides.
 */
export function isGone(
  worker: { host: string; pid: number; processMark: string; heartbeatAt: number },
  now = Date.now(),
): boolean {
  if (now - worker.heartbeatAt > SILENCE_MS) return true;
  const own = ownMark();
  if (worker.processMark === "" || own.mark === "") return worker.host === own.host && !isAlive(worker.pid);
  const [boot, space] = worker.processMark.split(" ");
  const [ownBoot, ownSpace] = own.mark.split(" ");
  if (boot !== ownBoot) return true;
  return space === ownSpace && markOf(worker.pid) !== worker.processMark;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Null where there is no such process, or no /proc to ask. */
export function markOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const space = readlinkSync("/proc/self/ns/pid");
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces; the start time is the 22nd field of the whole line.
    const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = afterName;
    const started = afterName[19];
    if (state === "Z" || state === "X" || started === undefined) return null;
    return `${boot} ${space} ${started}`;
  } catch {
    return null;
  }
}

/** The labels by which a sandbox names the process that opened it. */
export function processLabels(): { host: string; pid: string; process: string } {
  const { host, pid, mark } = ownMark();
  return { host, pid: String(pid), process: mark };
}

/**
 * True when the process that labels name ran on this machine and is certainly gone. Of another machine that
 * shares the engine nothing is known, and of another pid namespace of this one neither.
 */
export function isOfGoneProcess(labels: Readonly<Record<string, string>>): boolean {
  const { host, pid, process: processMark } = labels;
  if (host !== hostname() || processMark === undefined || !/^[1-9]\d*$/.test(pid ?? "")) return false;
  return isGone({ host, pid: Number(pid), processMark, heartbeatAt: Date.now() });
}
