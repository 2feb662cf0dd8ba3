import { type ChildProcess, spawn } from "node:child_process";
import { CommandRun, pausedUntil, within } from "../command-run";
import { messageOf } from "../failure";
import type { ExecEnd, ExecResult, ExecSpec, SandboxLimits } from "../types";
import type { SandboxFolder } from "./files";
import { killProcesses } from "./processes";

const POLL_MS = 1000;
/** Children may hold the pipes of a command that is over. */
const PIPE_LAG_MS = 2000;

/** What the parts of a local sandbox share. */
export type LocalSandbox = {
  id: string;
  folder: SandboxFolder;
  limits: SandboxLimits;
  env: Record<string, string>;
  /** Process groups of the commands that ran here. */
  groups: Set<number>;
  ended: ExecEnd | null;
};

/** Runs one command in a process group of its own and finds out how it ended. */
export async function runLocally(sandbox: LocalSandbox, spec: ExecSpec): Promise<ExecResult> {
  const run = new CommandRun(spec);
  if (sandbox.ended) return run.finish(sandbox.ended);
  const end = await attempt(sandbox, spec, run).catch(
    (error: unknown): ExecEnd => ({ kind: "sandbox-lost", message: messageOf(error) }),
  );
  if (end.kind !== "exited") sandbox.ended = end;
  return run.finish(end);
}

async function attempt(sandbox: LocalSandbox, spec: ExecSpec, run: CommandRun): Promise<ExecEnd> {
  if (spec.signal?.aborted) {
    await killProcesses(sandbox.id, sandbox.groups);
    return { kind: "cancelled" };
  }
  const [program, ...args] = spec.argv;
  const child = spawn(program, args, {
    cwd: sandbox.folder.real(spec.cwd ?? "/"),
    env: { ...sandbox.env, ...spec.env } as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid !== undefined) sandbox.groups.add(child.pid);
  child.stdout.on("data", (chunk: Buffer) => run.output(chunk));
  child.stderr.on("data", (chunk: Buffer) => run.output(chunk));
  const exited = childEnd(child);
  const closed = new Promise((resolve) => child.once("close", resolve));
  const endDiskWatch = watchDisk(sandbox, run);
  try {
    const stop = await Promise.race([run.stopped, exited.then(() => null)]);
    if (stop) await killProcesses(sandbox.id, sandbox.groups);
    await within(PIPE_LAG_MS, closed);
    return stop ?? (await settled(sandbox, await exited));
  } finally {
    endDiskWatch();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

async function settled(sandbox: LocalSandbox, end: ExecEnd): Promise<ExecEnd> {
  const limit = sandbox.limits.diskBytes;
  if ((await sandbox.folder.usedBytes()) < limit) return end;
  await killProcesses(sandbox.id, sandbox.groups);
  return { kind: "disk-full", limitBytes: limit };
}

function childEnd(child: ChildProcess): Promise<ExecEnd> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ kind: "exited", code: code ?? signalCode(signal) }));
    child.once("error", (error: NodeJS.ErrnoException) => resolve(spawnFailure(error)));
  });
}

/** A program that cannot be started ends as it would in a shell; anything else is the machine's fault. */
function spawnFailure(error: NodeJS.ErrnoException): ExecEnd {
  if (error.code === "ENOENT") return { kind: "exited", code: 127 };
  if (error.code === "EACCES") return { kind: "exited", code: 126 };
  return { kind: "sandbox-lost", message: `The command could not be started: ${error.message}` };
}

const SIGNALS: Record<string, number> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};

function signalCode(signal: string | null): number {
  return 128 + (SIGNALS[signal ?? ""] ?? 9);
}

function watchDisk(sandbox: LocalSandbox, run: CommandRun): () => void {
  const end = new AbortController();
  const limitBytes = sandbox.limits.diskBytes;
  const poll = async () => {
    for (let wait = POLL_MS; !end.signal.aborted; ) {
      await pausedUntil(wait, end.signal);
      const started = performance.now();
      const full = !end.signal.aborted && (await sandbox.folder.usedBytes()) >= limitBytes;
      if (full) run.stop({ kind: "disk-full", limitBytes });
      wait = Math.max(POLL_MS, (performance.now() - started) * 10);
    }
  };
  void poll();
  return () => end.abort();
}
