import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { within } from "../command-run";
import type { Box, Target } from "./box";

/** Children may hold the pipes of a command that is over. */
const PIPE_LAG_MS = 2000;
const COMPLAINT_BYTES = 4096;
const DEFAULT_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Says that it runs, then becomes the program: with the variables of the image and ours and no others, in the
 * folder that was asked for. The shell gives 126 and 127 for what cannot be started.
 */
const BEGIN = 'printf "%s\\n" "$0"; cd -- "$1" || exit 126; shift; exec env -i "$@"';

export type ClientEnd =
  /** @property code as a shell tells it: 128 and the signal for one that was killed. */
  | { kind: "ended"; code: number }
  /** The program was never reached. */
  | { kind: "not-started"; message: string };

export type ClientOptions = {
  target: Target;
  cwd?: string;
  env?: Record<string, string>;
  stdin?: Readable;
  onOutput: (chunk: Uint8Array) => void;
};

/** One run of `apptainer exec`, and what it says about the program in the container. */
export class Client {
  readonly ended: Promise<ClientEnd>;
  /** The error of the stream that was fed in, if it broke. */
  stdinError: Error | null = null;
  readonly #child: ChildProcess;
  readonly #mark = randomBytes(16).toString("hex");
  #began = false;
  #head = Buffer.alloc(0);

  constructor(box: Box, argv: readonly string[], options: ClientOptions) {
    const { target, cwd = "/", stdin } = options;
    const variables = Object.entries({ ...box.spec.env, ...options.env }).map(
      ([key, value]) => `${key}=${value}`,
    );
    const command = ["/bin/sh", "-c", BEGIN, this.#mark, cwd, DEFAULT_PATH, "HOME=/root"];
    this.#child = box.host.start(
      [...box.execArgs(target), ...command, ...box.image.env, ...variables, ...argv],
      {
        ...box.startOptions,
        stdin: stdin ? "pipe" : "ignore",
      },
    );
    if (stdin) this.#feed(stdin);
    const { onOutput } = options;
    this.#child.stdout?.on("data", (chunk: Buffer) => this.#takeOutput(chunk, onOutput));
    this.ended = this.#follow();
  }

  #feed(stdin: Readable): void {
    const into = this.#child.stdin;
    if (!into) return;
    // A program that ends early leaves the rest unread; its exit code tells.
    into.on("error", () => stdin.destroy());
    stdin.on("error", (error) => {
      this.stdinError = error;
      into.destroy();
    });
    stdin.on("close", () => {
      if (!stdin.readableEnded) into.destroy();
    });
    stdin.pipe(into);
  }

  /** The first line is ours; it ends where the program begins. */
  #takeOutput(chunk: Buffer, onOutput: (chunk: Uint8Array) => void): void {
    if (this.#began) {
      onOutput(chunk);
      return;
    }
    this.#head = Buffer.concat([this.#head, chunk]);
    const line = `${this.#mark}\n`;
    if (this.#head.length < line.length) return;
    this.#began = this.#head.subarray(0, line.length).toString() === line;
    if (!this.#began) return;
    // Errors wait in their pipe until now: what Apptainer says before is not the program's.
    this.#child.stderr?.on("data", onOutput);
    const rest = this.#head.subarray(line.length);
    this.#head = Buffer.alloc(0);
    if (rest.length > 0) onOutput(rest);
  }

  async #follow(): Promise<ClientEnd> {
    const { stdout, stderr } = this.#child;
    const closed = new Promise<void>((resolve) => this.#child.once("close", () => resolve()));
    const exit = await new Promise<{ code: number } | Error>((resolve) => {
      this.#child.once("error", resolve);
      this.#child.once("exit", (code, signal) =>
        resolve({ code: code ?? (signal === "SIGXFSZ" ? 153 : 137) }),
      );
    });
    if (exit instanceof Error) return { kind: "not-started", message: exit.message };
    const outputOver = within(PIPE_LAG_MS, stdout ? closedStream(stdout) : Promise.resolve());
    await outputOver;
    let complaint = Buffer.alloc(0);
    if (!this.#began)
      stderr?.on("data", (chunk: Buffer) => {
        complaint = Buffer.concat([complaint, chunk]).subarray(0, COMPLAINT_BYTES);
      });
    await within(PIPE_LAG_MS, closed);
    stdout?.destroy();
    stderr?.destroy();
    if (this.#began) return { kind: "ended", code: exit.code };
    return {
      kind: "not-started",
      message: complaint.toString().trim() || `apptainer ended with ${exit.code}`,
    };
  }
}

function closedStream(stream: Readable): Promise<void> {
  if (stream.closed) return Promise.resolve();
  return new Promise((resolve) => stream.once("close", () => resolve()));
}
