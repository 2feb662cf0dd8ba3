import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { within } from "@/evaluator/sandbox/command-run";
import { killProcesses, MARKER } from "@/evaluator/sandbox/local/processes";
import { Redactor } from "./redact";

export type AgentSpec = {
  argv: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Takes what the agent prints, as it comes, without secrets. */
  logFile: string;
  secrets: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
};

export type AgentEnd =
  | { kind: "exited"; code: number }
  | { kind: "timed-out" }
  | { kind: "cancelled" }
  | { kind: "not-started"; message: string };

/** What is kept of an agent's output; more is counted and left out. */
const LOG_BYTES = 32 * 1024 * 1024;
/** How long an agent may clean up after it was told to stop. */
const GRACE_MS = 5000;
/** Output may still be in the pipes of a program that is over. */
const PIPE_LAG_MS = 2000;

/**
 * Runs an agent in a process group of its own until it ends, its time is up or the work is cancelled. It is
 * told to stop first, so that it can remove its own containers; whatever it started is then killed, also
 * after an orderly end, so that nothing writes into the workspace any more.
 */
export async function runAgent(spec: AgentSpec): Promise<AgentEnd> {
  const [program = "", ...args] = spec.argv;
  const marker = randomUUID();
  const log = await AgentLog.open(spec.logFile, spec.secrets);
  const child = spawn(program, args, {
    cwd: spec.cwd,
    env: { ...spec.env, PWD: spec.cwd, [MARKER]: marker } as unknown as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const forget = endWithUs(child);
  child.stdout.on("data", (chunk: Buffer) => log.add(chunk));
  child.stderr.on("data", (chunk: Buffer) => log.add(chunk));
  const closed = new Promise((resolve) => child.once("close", resolve));
  const ended = endOf(child);
  const stop = stopOf(spec);
  try {
    const first = await Promise.race([ended, stop.reason]);
    if (first.kind === "timed-out" || first.kind === "cancelled") {
      signalGroup(child, "SIGINT");
      await within(GRACE_MS, ended);
    }
    await killProcesses(marker, new Set(child.pid === undefined ? [] : [child.pid]));
    await within(PIPE_LAG_MS, closed);
    return first;
  } finally {
    stop.dispose();
    forget();
    child.stdout.destroy();
    child.stderr.destroy();
    await log.close();
  }
}

function endOf(child: ChildProcess): Promise<AgentEnd> {
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve({ kind: "exited", code: code ?? 128 }));
    child.once("error", (error) => resolve({ kind: "not-started", message: error.message }));
  });
}

function stopOf({ timeoutMs, signal }: AgentSpec) {
  let stop: (end: AgentEnd) => void = () => {};
  const reason = new Promise<AgentEnd>((resolve) => {
    stop = resolve;
  });
  const timer = setTimeout(() => stop({ kind: "timed-out" }), timeoutMs);
  const onAbort = () => stop({ kind: "cancelled" });
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const dispose = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  };
  return { reason, dispose };
}

const living = new Set<ChildProcess>();

function killLiving(): void {
  for (const child of living) signalGroup(child, "SIGKILL");
}

/** An agent must not go on, and cost, when this process ends at once or by a fault. */
function endWithUs(child: ChildProcess): () => void {
  if (living.size === 0) process.once("exit", killLiving);
  living.add(child);
  return () => {
    living.delete(child);
    if (living.size === 0) process.off("exit", killLiving);
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}

/** A log file that is written as output comes, bounded, with secrets taken out. */
class AgentLog {
  #written = 0;
  #left = 0;
  #last: Promise<unknown> = Promise.resolve();
  readonly #redactor: Redactor;

  private constructor(
    private readonly file: FileHandle,
    secrets: readonly string[],
  ) {
    this.#redactor = new Redactor(secrets);
  }

  static async open(file: string, secrets: readonly string[]): Promise<AgentLog> {
    return new AgentLog(await open(file, "w"), secrets);
  }

  add(chunk: Buffer): void {
    this.#write(this.#redactor.push(chunk));
  }

  async close(): Promise<void> {
    this.#write(this.#redactor.end());
    if (this.#left > 0) this.#append(Buffer.from(`\n… ${this.#left} more bytes were left out.\n`));
    try {
      await this.#last;
    } finally {
      await this.file.close();
    }
  }

  #write(bytes: Buffer): void {
    const kept = bytes.subarray(0, Math.max(0, LOG_BYTES - this.#written));
    this.#left += bytes.length - kept.length;
    this.#written += kept.length;
    if (kept.length > 0) this.#append(kept);
  }

  /** One write after the other; the first failure is told by `close`. */
  #append(bytes: Buffer): void {
    this.#last = this.#last.then(() => this.file.write(bytes));
    this.#last.catch(() => undefined);
  }
}
