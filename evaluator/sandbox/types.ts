import type { Readable } from "node:stream";
import type { RunEnd } from "@/lib/domain/run";
import type { Isolation } from "./isolation";

/** Limits of one sandbox; every provider enforces what it can and says in `probe` what it cannot. */
export type SandboxLimits = {
  memoryBytes: number;
  /** May be a fraction; a provider never gives more than its machine has. */
  cpus: number;
  processes: number;
  /** Bytes the sandbox may write beyond its image, files put into it included. */
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
  /** Given to every command; never part of a committed image. */
  env?: Record<string, string>;
};

export type ExecSpec = {
  argv: readonly [string, ...string[]];
  /** A path inside the sandbox. */
  cwd?: string;
  env?: Record<string, string>;
  /**
   * Runs as an account of no rights, which no other program of the sandbox can signal; without it as the
   * image's own. Providers that have one account only take no notice.
   */
  asNobody?: boolean;
  /** Wall clock; at the limit the whole sandbox is killed. */
  timeoutSeconds: number;
  /** Seconds without a byte of output after which the whole sandbox is killed. */
  stallSeconds?: number;
  /** Bytes of output kept: the first and the last halves. */
  outputLimit: number;
  /** Called with each chunk as it comes, for live logs. If it throws, the sandbox is killed and `exec` rejects. */
  onOutput?: (chunk: Uint8Array) => void;
  /** Aborting kills the whole sandbox; the end is then `cancelled`. */
  signal?: AbortSignal;
};

export type ExecEnd = RunEnd | { kind: "cancelled" };

/**
 * How a command ended. After any end but `exited` the whole sandbox is dead: files can still be read,
 * and a further `exec` answers with the same end without running anything.
 */
export type ExecResult = { end: ExecEnd; output: OutputCapture; durationMs: number };

/** The kept output: all of it, or its head and tail with the number of bytes left out between. */
export type OutputCapture = { head: Uint8Array; tail: Uint8Array; omittedBytes: number };

export type FileRead =
  | { status: "found"; data: Uint8Array; truncated: boolean; mtimeMs: number }
  | { status: "missing" }
  /** Something else than a regular file stands there: a link, a folder, a device, a pipe. */
  | { status: "refused"; found: string };

/** Failures of the sandbox itself, never of the program in it. */
export type SandboxFailure = {
  status: "sandbox-failed";
  reason: "image-missing" | "engine" | "disk" | "limits";
  message: string;
  cause?: unknown;
};

export type Done = { status: "done" };

/** One isolated place to run commands in; thrown away by `close`. Paths inside are absolute. */
export interface SandboxSession {
  readonly id: string;
  /** Where a path of the sandbox is for its programs: identity in containers, below a folder for `local`. */
  path(inside: string): string;
  /** Unpacks a tar below `dir`, which is created. */
  put(tar: Readable | Uint8Array, dir: string): Promise<Done | SandboxFailure>;
  /** Deletes files and folders; missing ones are no error. */
  remove(paths: readonly string[]): Promise<Done | SandboxFailure>;
  /**
   * Runs a command to its end. What it leaves running in the background lives on until the sandbox is killed
   * or closed, and may still write.
   */
  exec(spec: ExecSpec): Promise<ExecResult>;
  /** Reads one regular file, also after the sandbox was killed; never follows a link out of the sandbox. */
  read(path: string, maxBytes: number): Promise<FileRead | SandboxFailure>;
  /** Keeps the present file system as an image (warm images); absent where the provider cannot. */
  commit?(
    image: string,
    labels: Record<string, string>,
  ): Promise<{ status: "committed"; digest: string } | SandboxFailure>;
  /** Kills what runs and removes everything; may be called twice. What it cannot remove, `reap` will. */
  close(): Promise<Done | SandboxFailure>;
}

export type SandboxProbe =
  | { ok: true; version: string; isolation: Isolation; notes: string[] }
  | { ok: false; message: string; mend: string };

export type ImageLookup =
  | { status: "found"; digest: string; sizeBytes: number; labels: Record<string, string> }
  | { status: "missing" };

/** An image that a sandbox was kept as. */
export type KeptImage = {
  name: string;
  digest: string;
  /** What it takes beyond the image it was made from. */
  ownBytes: number;
  /** When it was made, or last named as used. */
  usedAtMs: number;
};

/** Kept images and the disk they lie on. */
export interface ImageKeeper {
  /** All images that carry a label, whatever its value. */
  list(label: string): Promise<{ status: "listed"; images: KeptImage[] } | SandboxFailure>;
  /** Notes that an image is used now. */
  use(name: string): Promise<Done | SandboxFailure>;
  /** An image that a sandbox stands on is not removed. */
  remove(name: string): Promise<{ status: "removed" | "in-use" } | SandboxFailure>;
  /** The disk that images and sandboxes lie on; null where it cannot be seen from here. */
  disk(): Promise<{ place: string; freeBytes: number } | null>;
}

/** Where editors run. One contract suite (tests/docker/sandbox-contract.ts) holds for every provider. */
export interface SandboxProvider {
  readonly kind: "docker" | "apptainer" | "local" | "fake";
  probe(): Promise<SandboxProbe>;
  /** The digest that identifies an image's content. */
  image(name: string): Promise<ImageLookup | SandboxFailure>;
  open(spec: SandboxSpec): Promise<{ status: "open"; session: SandboxSession } | SandboxFailure>;
  /**
   * Removes sandboxes of this installation whose labels are all as given; at least one label is asked for,
   * so that no call can sweep away the sandboxes of other workers by accident. `where` is asked about the labels
   * of each, as they were given to `open`.
   */
  reap(
    labels: Record<string, string>,
    where?: (labels: Record<string, string>) => boolean,
  ): Promise<{ status: "reaped"; count: number } | SandboxFailure>;
  /** Absent where sessions cannot be kept as images. */
  readonly images?: ImageKeeper;
}
