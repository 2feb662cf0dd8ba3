import type { Duplex } from "node:stream";
import type Docker from "dockerode";
import { CommandRun, delay, type Stop, within } from "../command-run";
import { insidePath } from "../inside-path";
import type { ExecEnd, ExecResult, ExecSpec } from "../types";
import type { SandboxContainer } from "./container";
import { watchDisk } from "./disk-watch";
import { bounded, statusOf } from "./engine";
import { type StartedExec, startExec } from "./exec-start";
import { createFrameReader } from "./frames";

/** The engine closes an exec's stream up to two seconds after its end when children hold it open. */
const STREAM_LAG_MS = 3000;
const EVENT_LAG_MS = 1000;
const MEMORY_REPORT_MS = 250;
const DEATH_REPORT_MS = 750;
/** Exit code of a process that was killed by SIGKILL. */
const KILLED = 137;

/** Runs one command in the container and finds out how it ended. */
export async function runCommand(container: SandboxContainer, given: ExecSpec): Promise<ExecResult> {
  const spec = given.cwd === undefined ? given : { ...given, cwd: insidePath(given.cwd) };
  const run = new CommandRun(spec);
  if (container.ended) return run.finish(container.ended);
  const endDiskWatch = watchDisk(container, () =>
    run.stop({ kind: "disk-full", limitBytes: container.limits.diskBytes }),
  );
  const end = await attempt(container, spec, run);
  endDiskWatch();
  if (end.kind !== "exited") container.ended = end;
  return run.finish(end);
}

async function attempt(container: SandboxContainer, spec: ExecSpec, run: CommandRun): Promise<ExecEnd> {
  try {
    if (spec.signal?.aborted) return await killed(container, { kind: "cancelled" });
    const started = await startExec(container, spec, run.stopped);
    if (started.status === "refused") return await explainRefusal(container, started.error);
    if (started.status === "stopped") return await killed(container, started.stop);
    return await follow(container, started, run);
  } catch (error) {
    return lost(container, error);
  }
}

async function follow(
  container: SandboxContainer,
  { exec, socket }: StartedExec,
  run: CommandRun,
): Promise<ExecEnd> {
  const closed = streamClosed(socket);
  socket.on(
    "data",
    createFrameReader((payload) => run.output(payload)),
  );
  try {
    const over = Promise.race([closed, container.watch.died]).then(() => null);
    const stop = await Promise.race([run.stopped, over]);
    if (stop) return await stopped(container, exec, stop, closed);
    await within(STREAM_LAG_MS, closed);
    return await settled(container, exec);
  } finally {
    socket.destroy();
  }
}

function streamClosed(socket: Duplex): Promise<void> {
  return new Promise((resolve) => {
    socket.once("end", resolve);
    socket.once("close", resolve);
  });
}

/** A watchdog fired: the container is killed, unless the command is over and only its stream hangs. */
async function stopped(
  container: SandboxContainer,
  exec: Docker.Exec,
  stop: Stop,
  closed: Promise<void>,
): Promise<ExecEnd> {
  if (stop.kind === "timed-out" || stop.kind === "stalled") {
    const { Running } = await exec.inspect(bounded("quick", {}));
    if (!Running) {
      const ended = await within(
        STREAM_LAG_MS,
        closed.then(() => true),
      );
      if (ended) return settled(container, exec);
      return lost(container, new Error("the command ended, but the connection to it hangs"));
    }
  }
  await container.kill();
  await within(500, closed);
  return container.watch.memoryKill && stop.kind !== "cancelled" ? outOfMemory(container) : stop;
}

/** The command ended by itself, or everything in the container did. */
async function settled(container: SandboxContainer, exec: Docker.Exec): Promise<ExecEnd> {
  const { watch } = container;
  const result = await exec.inspect(bounded("quick", {}));
  const alive = await isAlive(container);
  if (result.Running && alive) {
    return lost(container, new Error("the connection to the command was cut while it ran"));
  }
  if (result.Pid > 0) await watch.execEnded(exec.id, EVENT_LAG_MS);
  const code = result.ExitCode ?? KILLED;
  if (code > 128) await watch.memoryKillWithin(MEMORY_REPORT_MS);
  // Killed, and not for memory: perhaps the whole container was, of which the news comes a moment later.
  if (code === KILLED && !watch.memoryKill) await within(DEATH_REPORT_MS, watch.died);
  const facts = await container.facts();
  if (watch.memoryKill || facts.memoryKill) return killed(container, outOfMemory(container));
  if (isFull(container, facts.writtenBytes, code)) {
    return killed(container, { kind: "disk-full", limitBytes: container.limits.diskBytes });
  }
  if (!facts.running) return diedAlone(container, code);
  return { kind: "exited", code };
}

function isFull(container: SandboxContainer, bytes: number, code: number): boolean {
  const limit = container.limits.diskBytes;
  // A quota stops a program just short of the limit.
  return bytes >= limit || (container.quota && code !== 0 && bytes >= limit * 0.95);
}

function outOfMemory(container: SandboxContainer): ExecEnd {
  return { kind: "out-of-memory", limitBytes: container.limits.memoryBytes };
}

async function killed(container: SandboxContainer, end: ExecEnd): Promise<ExecEnd> {
  await container.kill();
  return end;
}

/** The exec could not be started: what happened to the container before? */
async function explainRefusal(container: SandboxContainer, error: unknown): Promise<ExecEnd> {
  if (await isAlive(container)) return lost(container, error);
  return container.watch.memoryKill ? outOfMemory(container) : diedAlone(container, KILLED);
}

/**
 * The container is dead and we did not kill it. If nobody else did either, a program inside killed the main
 * process: that is an end of the program's own, not a fault of the machine that would be tried again.
 */
async function diedAlone(container: SandboxContainer, code: number): Promise<ExecEnd> {
  if (!container.watch.stoppedByOthers) await delay(DEATH_REPORT_MS);
  if (container.watch.stoppedByOthers || container.watch.broken) {
    return { kind: "sandbox-lost", message: "The container was stopped or removed from outside." };
  }
  return { kind: "exited", code };
}

async function isAlive(container: SandboxContainer): Promise<boolean> {
  try {
    return (await container.handle.inspect(bounded("quick", {}))).State.Running;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

async function lost(container: SandboxContainer, error: unknown): Promise<ExecEnd> {
  await container.kill().catch(() => {});
  return { kind: "sandbox-lost", message: container.engine.failure("run the command", error).message };
}
