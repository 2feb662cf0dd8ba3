import { pausedUntil } from "../command-run";
import { BYTES_PER_FILE } from "../disk-charge";
import type { SandboxContainer } from "./container";
import { CALL_MS } from "./engine";

const POLL_MS = 1000;
const COUNT_POLL_MS = 5000;
/** A watch may take at most this share of the engine's time, whatever the size of the tree. */
const IDLE_FACTOR = 10;
/**
 * Calls `onFull` once when the sandbox has written its limit, until the returned function is called. Bytes
 * are asked for every second; the number of files, which bytes do not show, less often and only where the
 * engine can count them without walking the image.
 */
export function watchDisk(container: SandboxContainer, onFull: () => void): () => void {
  const end = new AbortController();
  const limit = container.limits.diskBytes;
  let files = 0;
  const check = (bytes: number) => {
    if (!end.signal.aborted && bytes + files * BYTES_PER_FILE >= limit) onFull();
  };
  void repeat(POLL_MS, end.signal, async () => check((await container.facts()).writtenBytes));
  void canCountFiles(container).then((can) => {
    if (!can) return;
    void repeat(COUNT_POLL_MS, end.signal, async () => {
      files = await countChanges(container, Math.ceil(limit / BYTES_PER_FILE));
      check(0);
    });
  });
  return () => end.abort();
}

async function repeat(pause: number, end: AbortSignal, poll: () => Promise<void>): Promise<void> {
  let wait = pause;
  while (!end.aborted) {
    await pausedUntil(wait, end);
    if (end.aborted) return;
    const started = performance.now();
    // A failed poll says nothing about the disk; a lost engine shows in the command itself.
    await poll().catch(() => {});
    wait = Math.max(pause, (performance.now() - started) * IDLE_FACTOR);
  }
}

async function canCountFiles(container: SandboxContainer): Promise<boolean> {
  const info = await container.engine.info().catch(() => null);
  return info !== null && info.driver === "overlay2" && info.nativeDiff;
}

const MARK = Buffer.from('"Path":');

/** Counts the changed paths from the raw answer, which for a hostile program may be larger than memory. */
async function countChanges(container: SandboxContainer, enough: number): Promise<number> {
  const path = `/containers/${container.handle.id}/changes`;
  const answer = await container.engine.stream(path, "", AbortSignal.timeout(CALL_MS.start));
  let count = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const data = Buffer.concat([rest, chunk]);
    for (let at = data.indexOf(MARK); at >= 0; at = data.indexOf(MARK, at + MARK.length)) count += 1;
    rest = data.subarray(Math.max(0, data.length - MARK.length + 1));
    if (count >= enough) break;
  }
  answer.destroy();
  return count;
}
