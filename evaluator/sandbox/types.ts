import type { Readable } from "node:stream";
import type { RunEnd } from "@/lib/domain/run";

/** Limits of one sandbox; every provider enforces what it can and says in `probe` what it cannot. */
export type SandboxLimits = {
  memoryBytes: number;
  cpus: number;
  processes: number;
  /** Bytes the sandbox may write beyond its image. */
  diskBytes: number;
};

export type SandboxSpec = {
  /** Image name or digest; the local provider ignores it. */
  image: string;
  limits: SandboxLimits;
  /** Kept on the sandbox so that leftovers are found: at least `owner` (a worker) and `key` (an evaluation). */
  labels: Record<string, string>;
  /** "none" for every evaluation; "online" only for `prepare`. */
  network: "none" | "online";
  env?: Record<string, string>;
};

export type ExecSpec = {
  argv: readonly [string, ...string[]];
  cwd?: string;
  env?: Record<string, string>;
  /** Wall clock; at the limit the whole sandbox is killed. */
  timeoutSeconds: number;
  /** Seconds without a byte of output after which the whole sandbox is killed. */
  stallSeconds?: number;
  /** Bytes of output kept: the first and the last halves. */
  outputLimit: number;
  /** Called with each chunk as it comes, for live logs. */
  onOutput?: (chunk: Uint8Array) => void;
  signal?: AbortSignal;
};

export type ExecResult = { end: RunEnd | { kind: "cancelled" }; output: OutputCapture; durationMs: number };
/** The kept output: all of it, or its head and tail with the number of bytes left out between. */
export type OutputCapture = { head: Uint8Array; tail: Uint8Array; omittedBytes: number };

export type FileRead =
  | { status: "found"; data: Uint8Array; truncated: boolean; mtimeMs: number }
  | { status: "missing" };

/** Failures of the sandbox itself, never of the program in it. */
export type SandboxFailure = { status: "sandbox-failed"; reason: "image-missing" | "engine" | "disk" | "limits"; message: string; cause?: unknown };

/** One isolated place to run commands in; thrown away by `close`. */
export interface SandboxSession {
  readonly id: string;
  /** Where a path of the sandbox really is: identity in containers, below a temporary folder for `local`. */
  path(inside: string): string;
  /** Unpacks a tar below `dir`, which is created. */
  put(tar: Readable, dir: string): Promise<void>;
  /** Deletes files and folders; missing ones are no error. */
  remove(paths: readonly string[]): Promise<void>;
  exec(spec: ExecSpec): Promise<ExecResult>;
  /** Reads one regular file, also after the sandbox was killed; never follows a link out of the sandbox. */
  read(path: string, maxBytes: number): Promise<FileRead>;
  /** Keeps the present file system as an image (warm images); absent where the provider cannot. */
  commit?(image: string, labels: Record<string, string>): Promise<{ digest: string }>;
  close(): Promise<void>;
}

export type SandboxProbe =
  | { ok: true; version: string; notes: string[] }
  | { ok: false; message: string; mend: string };

export type ImageLookup = { status: "found"; digest: string; sizeBytes: number; labels: Record<string, string> } | { status: "missing" };

/** Where editors run. One contract suite (tests/docker/sandbox-contract) holds for every provider. */
export interface SandboxProvider {
  readonly kind: "docker" | "apptainer" | "local" | "fake";
  probe(): Promise<SandboxProbe>;
  /** The digest that identifies an image's content. */
  image(name: string): Promise<ImageLookup>;
  open(spec: SandboxSpec): Promise<{ status: "open"; session: SandboxSession } | SandboxFailure>;
  /** Removes sandboxes of this installation whose labels match; returns how many. */
  reap(labels: Record<string, string>): Promise<number>;
}
