import type { Readable } from "node:stream";
import { CommandRun, pausedUntil, type Stop, within } from "../command-run";
import { messageOf } from "../failure";
import { insidePath } from "../inside-path";
import type { ExecEnd, ExecResult, ExecSpec } from "../types";
import type { Box, Target } from "./box";
import { Client, type ClientEnd } from "./client";
import { watchMemory } from "./memory-watch";
import { writtenBytes } from "./usage";

const POLL_MS = 1000;
/** A watch may take at most this share of a processor, whatever the size of the tree. */
const IDLE_FACTOR = 10;
/** Exit code of a process that was killed by SIGKILL. */
const KILLED = 137;
const CLIENT_LAG_MS = 3000;

export type CommandOptions = { target?: Target; stdin?: Readable };

/** Runs one command in the sandbox and finds out how it ended. */
export async function runCommand(
  box: Box,
  given: ExecSpec,
  options: CommandOptions = {},
): Promise<ExecResult & { stdinError: Error | null }> {
  const spec = given.cwd === undefined ? given : { ...given, cwd: insidePath(given.cwd) };
  const target = options.target ?? (spec.asNobody ? "aside" : "sandbox");
  const run = new CommandRun(spec);
  const state: { client: Client | null } = { client: null };
  const end =
    box.ended && target !== "remains"
      ? box.ended
      : await attempt(box, spec, run, { ...options, target, state }).catch((error) => lost(box, error));
  if (end.kind !== "exited" && target !== "remains") box.ended ??= end;
  return { ...run.finish(end), stdinError: state.client?.stdinError ?? null };
}

type Parts = { target: Target; stdin?: Readable; state: { client: Client | null } };

async function attempt(box: Box, spec: ExecSpec, run: CommandRun, parts: Parts): Promise<ExecEnd> {
  const { target, stdin, state } = parts;
  if (spec.signal?.aborted) return await kill(box, { kind: "cancelled" });
  if (target === "sandbox") await box.start();
  const watches = new AbortController();
  if (target !== "remains") {
    watchDisk(box, run, watches.signal);
    if (!box.groups) watchMemory(box, run, watches.signal);
  }
  const client = new Client(box, spec.argv, {
    target,
    onOutput: (chunk) => run.output(chunk),
    ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
    ...(spec.env ? { env: spec.env } : {}),
    ...(stdin ? { stdin } : {}),
  });
  state.client = client;
  try {
    const first = await Promise.race([run.stopped, client.ended]);
    return isStop(first) ? await stopped(box, client, first) : await settled(box, first, target);
  } finally {
    watches.abort();
  }
}

function isStop(first: Stop | ClientEnd): first is Stop {
  return first.kind !== "ended" && first.kind !== "not-started";
}

async function stopped(box: Box, client: Client, stop: Stop): Promise<ExecEnd> {
  const memory = box.memoryKilled && stop.kind !== "cancelled";
  const end = memory ? outOfMemory(box) : stop;
  await kill(box, end);
  await within(CLIENT_LAG_MS, client.ended);
  return end;
}

/** The command ended by itself, or everything in the sandbox did. */
async function settled(box: Box, end: ClientEnd, target: Target): Promise<ExecEnd> {
  if (target === "remains")
    return end.kind === "ended" ? { kind: "exited", code: end.code } : notStarted(end);
  // Another command was stopped, and the sandbox with it.
  if (box.ended) return box.ended;
  if (box.memoryKilled) return await kill(box, outOfMemory(box));
  const limitBytes = box.limits.diskBytes;
  if ((await writtenBytes(box.places.written)) >= limitBytes)
    return await kill(box, { kind: "disk-full", limitBytes });
  if (end.kind === "ended") return { kind: "exited", code: end.code };
  // Programs can end the first process of their container, and then nothing starts there any more: an end of
  // their own, which is not tried again.
  if (target === "sandbox" && !box.alive) return { kind: "exited", code: KILLED };
  return notStarted(end);
}

function notStarted(end: Extract<ClientEnd, { kind: "not-started" }>): ExecEnd {
  return { kind: "sandbox-lost", message: `Apptainer could not run the command: ${end.message}` };
}

function outOfMemory(box: Box): ExecEnd {
  return { kind: "out-of-memory", limitBytes: box.limits.memoryBytes };
}

/** Known to all other commands before they see their processes die. */
async function kill(box: Box, end: ExecEnd): Promise<ExecEnd> {
  box.ended ??= end;
  await box.kill();
  return end;
}

async function lost(box: Box, error: unknown): Promise<ExecEnd> {
  await box.kill().catch(() => {});
  return { kind: "sandbox-lost", message: `The sandbox could not run the command: ${messageOf(error)}` };
}

function watchDisk(box: Box, run: CommandRun, end: AbortSignal): void {
  const limitBytes = box.limits.diskBytes;
  const poll = async () => {
    for (let wait = POLL_MS; !end.aborted; ) {
      await pausedUntil(wait, end);
      if (end.aborted) return;
      const started = performance.now();
      if ((await writtenBytes(box.places.written)) >= limitBytes) run.stop({ kind: "disk-full", limitBytes });
      wait = Math.max(POLL_MS, (performance.now() - started) * IDLE_FACTOR);
    }
  };
  void poll();
}
