import { rmSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";

/** With the machine's name: only there does a process id say whether its process still runs. */
const PREFIX = `swe-game-bench-tree-${hostname()}-`;
const AN_HOUR = 60 * 60 * 1000;

let workspace: Promise<string> | undefined;
let counter = 0;

/** The temporary folder of this process: base indexes and quarantines. It goes when the process ends. */
export function processWorkspace(): Promise<string> {
  workspace ??= createWorkspace();
  return workspace;
}

/** A new path inside the workspace; nothing is made there. */
export async function workspacePath(kind: string): Promise<string> {
  counter += 1;
  // Taken before the wait: two callers at once must not read the same number.
  const name = `${kind}-${counter}`;
  return path.join(await processWorkspace(), name);
}

/** Removes the workspace now; a later use makes another. */
export async function removeWorkspace(): Promise<void> {
  const dir = await workspace;
  workspace = undefined;
  if (dir !== undefined) await rm(dir, { recursive: true, force: true });
}

async function createWorkspace(): Promise<string> {
  await removeLeftovers(tmpdir());
  const dir = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Removes workspaces of processes that were killed: the process is gone and the folder an hour old. */
export async function removeLeftovers(parent: string, now = Date.now()): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const dir = path.join(parent, name);
    const age = await stat(dir).then(
      (found) => now - found.mtimeMs,
      () => 0,
    );
    if (age < AN_HOUR) continue;
    await rm(dir, { recursive: true, force: true });
    removed.push(dir);
  }
  return removed;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
