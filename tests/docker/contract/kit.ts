import { Readable } from "node:stream";
import { pack } from "tar-stream";
import { expect, it } from "vitest";
import type { IsolationPart } from "@/evaluator/sandbox/isolation";
import type {
  ExecResult,
  ExecSpec,
  SandboxProvider,
  SandboxSession,
  SandboxSpec,
} from "@/evaluator/sandbox/types";

/** Commands with the same behaviour under every provider; `path` is that of the session they run in. */
export type ContractPrograms = {
  exit(code: number): string[];
  say(out: string, err: string): string[];
  showVariable(name: string): string[];
  showFolder(): string[];
  show(path: string): string[];
  showMode(path: string): string[];
  write(path: string, text: string): string[];
  /** Prints BEGIN, `bytes` bytes, END. */
  flood(bytes: number): string[];
  /** Prints "ready"; it, a child, a child in its own session and a daemon ignore TERM and carry `token`. */
  stubborn(token: string): string[];
  /** Prints one word, then nothing for ever. */
  silent(): string[];
  /** Prints a dot every 100 ms for a while, then exits with 0. */
  chatter(seconds: number): string[];
  hogMemory(): string[];
  /** A child dies at the memory limit; the program itself exits with 0. */
  hogMemoryInChild(): string[];
  forkBomb(token: string): string[];
  fillDisk(): string[];
  fillDiskWithEmptyFiles(): string[];
  networkInterfaces(): string[];
  /** Exit code 0 if some host of the internet could be reached. */
  connect(): string[];
  processStatus(): string[];
  /** Makes `link` (to /etc/passwd), `pipe`, `folder` and `out` (a link to /etc) in a folder. */
  makeOddFiles(folder: string): string[];
  makeFile(path: string, bytes: number): string[];
  /** Kills every process it may kill, itself last. */
  killEverything(): string[];
};

export type ContractHarness = {
  name: string;
  image: string;
  /** An id of this run, so that the leftovers of other runs are not counted. */
  installation: string;
  /** A provider on the same host as every other one of this harness. */
  provider(): SandboxProvider;
  programs(session: SandboxSession): ContractPrograms;
  /** Living processes of any sandbox whose command line holds the token. */
  livingProcesses(token: string): number;
  /** Sandboxes of this installation that exist. */
  sandboxes(): number;
  /** A worker opens a sandbox with these labels, starts `stubborn(token)` in it and is killed. */
  abandon(labels: Record<string, string>, token: string): Promise<void>;
};

export const MB = 1024 * 1024;
export const LIMITS = { memoryBytes: 128 * MB, cpus: 1, processes: 48, diskBytes: 512 * MB };

let tokens = 0;
/** A word that stands in no other command line of this machine. */
export const newToken = () => `contract-${process.pid}-${Date.now()}-${tokens++}`;

/** What the tests of the contract share: one harness, made before the first of them. */
export class ContractKit {
  readonly #make: () => Promise<ContractHarness>;
  readonly #open: SandboxSession[] = [];
  #harness: ContractHarness | null = null;
  #provider: SandboxProvider | null = null;
  #shared: Promise<SandboxSession> | null = null;

  constructor(make: () => Promise<ContractHarness>) {
    this.#make = make;
  }

  async setUp(): Promise<void> {
    this.#harness = await this.#make();
    this.#provider = this.#harness.provider();
  }

  async tearDown(): Promise<void> {
    for (const session of this.#open) await session.close();
  }

  get harness(): ContractHarness {
    if (!this.#harness) throw new Error("the harness is not made yet");
    return this.#harness;
  }

  get provider(): SandboxProvider {
    if (!this.#provider) throw new Error("the harness is not made yet");
    return this.#provider;
  }

  async start(more: Partial<SandboxSpec> = {}): Promise<SandboxSession> {
    const labels = { owner: "contract", key: newToken() };
    const spec: SandboxSpec = { image: this.harness.image, limits: LIMITS, labels, network: "none", ...more };
    const opened = await this.provider.open(spec);
    if (opened.status !== "open") throw new Error(opened.message, { cause: opened.cause });
    this.#open.push(opened.session);
    return opened.session;
  }

  /** One session for all tests that neither end it nor mind what others did in it. */
  shared(): Promise<SandboxSession> {
    this.#shared ??= this.start();
    return this.#shared;
  }

  async run(
    session: SandboxSession,
    program: (programs: ContractPrograms) => string[],
    more: Partial<ExecSpec> = {},
  ): Promise<ExecResult & { text: string }> {
    const [command, ...args] = program(this.harness.programs(session));
    if (!command) throw new Error("the harness has no such program");
    const spec: ExecSpec = { argv: [command, ...args], timeoutSeconds: 60, outputLimit: 64 * 1024, ...more };
    const result = await session.exec(spec);
    return { ...result, text: Buffer.concat([result.output.head, result.output.tail]).toString() };
  }

  /** A test of one part of the isolation; a provider that lacks it must say so in its probe instead. */
  isolates(part: IsolationPart, title: string, test: () => Promise<void>): void {
    it(`${title}, or its probe says that it does not`, async () => {
      const probe = await this.provider.probe();
      if (!probe.ok) throw new Error(probe.message);
      if (probe.isolation[part]) return test();
      expect(probe.notes.filter((note) => note.startsWith(`${part}: `))).not.toEqual([]);
    });
  }
}

export type TarFile = { name: string; data: Buffer; mode?: number };

export function tarOf(files: TarFile[]): Readable {
  const tar = pack();
  for (const { name, data, mode = 0o644 } of files) tar.entry({ name, mode, uid: 0, gid: 0 }, data);
  tar.finalize();
  return Readable.from(tar);
}

export async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function found(session: SandboxSession, path: string, maxBytes = 10 * MB) {
  const read = await session.read(path, maxBytes);
  if (read.status !== "found") throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read;
}
