import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { messageOf, sandboxFailure } from "../failure";
import type { Done, ExecResult, ExecSpec, FileRead, SandboxFailure, SandboxSession } from "../types";
import { type LocalSandbox, runLocally } from "./command";
import { killProcesses } from "./processes";

/** A sandbox that is a folder of this machine and the processes started for it. */
export class LocalSession implements SandboxSession {
  readonly id: string;
  readonly #sandbox: LocalSandbox;
  readonly #home: string;
  readonly #closing = new AbortController();

  /** @param home the folder that holds all of the sandbox and goes with it. */
  constructor(sandbox: LocalSandbox, home: string) {
    this.id = sandbox.id;
    this.#sandbox = sandbox;
    this.#home = home;
  }

  path(inside: string): string {
    return this.#sandbox.folder.real(inside);
  }

  put(tar: Readable | Uint8Array, dir: string): Promise<Done | SandboxFailure> {
    return attempt(`put files into ${dir}`, () => this.#sandbox.folder.put(tar, dir));
  }

  remove(paths: readonly string[]): Promise<Done | SandboxFailure> {
    return attempt("remove files", () => this.#sandbox.folder.remove(paths));
  }

  exec(spec: ExecSpec): Promise<ExecResult> {
    const signals = [this.#closing.signal, spec.signal].filter((signal) => signal !== undefined);
    return runLocally(this.#sandbox, { ...spec, signal: AbortSignal.any(signals) });
  }

  async read(path: string, maxBytes: number): Promise<FileRead | SandboxFailure> {
    try {
      return await this.#sandbox.folder.read(path, maxBytes);
    } catch (error) {
      return failure(`read ${path}`, error);
    }
  }

  close(): Promise<Done | SandboxFailure> {
    this.#closing.abort();
    return attempt("remove the sandbox", async () => {
      await killProcesses(this.#sandbox.id, this.#sandbox.groups);
      await rm(this.#home, { recursive: true, force: true, maxRetries: 3 });
    });
  }
}

async function attempt(doing: string, work: () => Promise<void>): Promise<Done | SandboxFailure> {
  try {
    await work();
    return { status: "done" };
  } catch (error) {
    return failure(doing, error);
  }
}

/** Mistakes of our own code stay exceptions; what the file system says is a failure of the sandbox. */
export function failure(doing: string, error: unknown): SandboxFailure {
  if (error instanceof TypeError) throw error;
  const full =
    error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
  return sandboxFailure(
    full ? "disk" : "engine",
    `The local sandbox could not ${doing}: ${messageOf(error)}`,
    error,
  );
}
