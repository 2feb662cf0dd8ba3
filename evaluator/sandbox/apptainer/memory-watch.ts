import { readFileSync, readlinkSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { type CommandRun, pausedUntil } from "../command-run";
import type { Box } from "./box";
import { processIds } from "./processes";

const POLL_MS = 200;

/**
 * Stops a command when the processes of its sandbox hold more memory than the limit: for machines where we may
 * not make control groups. What grows faster than we look goes beyond it for a moment.
 */
export function watchMemory(box: Box, run: CommandRun, end: AbortSignal): void {
  const limitBytes = box.limits.memoryBytes;
  const poll = async () => {
    while (!end.aborted) {
      await pausedUntil(POLL_MS, end);
      if (end.aborted || box.init === null) continue;
      if ((await heldBytes(box.init)) > limitBytes) run.stop({ kind: "out-of-memory", limitBytes });
    }
  };
  void poll();
}

async function heldBytes(init: number): Promise<number> {
  const space = spaceOf(init);
  if (space === null) return 0;
  const held = processIds().reduce((sum, pid) => (spaceOf(pid) === space ? sum + memoryOf(pid) : sum), 0);
  return held + (await sharedMemoryOf(init));
}

/** Its process space: the same for everything in the sandbox. */
function spaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null;
  }
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    return kilobytes("RssAnon") * 1024;
  } catch {
    return 0;
  }
}

/** Files below /dev/shm are memory too. */
async function sharedMemoryOf(init: number): Promise<number> {
  const shared = await statfs(`/proc/${init}/root/dev/shm`).catch(() => null);
  return shared === null ? 0 : (shared.blocks - shared.bfree) * shared.bsize;
}
