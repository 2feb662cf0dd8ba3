import { delay, promiseWithResolve } from "../command-run";
import type { FakeFiles } from "./files";
import type { FakeHost, FakeProcess, FakeSandbox } from "./host";

/** What a fake command does; its number is the exit code. */
export type FakeProgram = (run: FakeRun) => number | Promise<number>;

/** Thrown into a program when its sandbox is killed, so that it goes no further. */
export class FakeKilled extends Error {}

/** The world as a fake program sees it. */
export class FakeRun {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly files: FakeFiles;
  readonly #host: FakeHost;
  readonly #sandbox: FakeSandbox;
  readonly #output: (chunk: Uint8Array) => void;
  readonly #limit: (what: "memory" | "disk") => void;
  #memory = 0;

  constructor(
    world: {
      host: FakeHost;
      sandbox: FakeSandbox;
      output: (chunk: Uint8Array) => void;
      /** Reports that a limit was reached. */
      limit: (what: "memory" | "disk") => void;
    },
    argv: readonly string[],
    settings: { env: Record<string, string>; cwd: string },
  ) {
    this.argv = argv;
    this.env = settings.env;
    this.cwd = settings.cwd;
    this.files = world.sandbox.files;
    this.#host = world.host;
    this.#sandbox = world.sandbox;
    this.#output = world.output;
    this.#limit = world.limit;
  }

  print(text: string | Uint8Array): void {
    this.#checkAlive();
    this.#output(Buffer.from(text));
  }

  /** Waits; a program that computes for long calls this with 0 now and then, so that it can be killed. */
  async sleep(ms: number): Promise<void> {
    this.#checkAlive();
    const { signal } = this.#sandbox.killed;
    const { promise: killed, resolve } = promiseWithResolve<void>();
    const onKill = () => resolve(undefined);
    signal.addEventListener("abort", onKill);
    await Promise.race([delay(ms), killed]);
    signal.removeEventListener("abort", onKill);
    this.#checkAlive();
  }

  /** Takes memory; at the limit the sandbox ends as out of memory. */
  async allocate(bytes: number): Promise<void> {
    this.#memory += bytes;
    if (this.#memory >= this.#sandbox.limits.memoryBytes) this.#limit("memory");
    await this.sleep(0);
  }

  /** Writes a file; at the disk limit the sandbox ends as full. */
  async write(path: string, data: string | Uint8Array): Promise<void> {
    this.files.write(path, data);
    if (this.files.isFull) this.#limit("disk");
    await this.sleep(0);
  }

  /** Starts a child that lives until it returns or the sandbox is killed. False at the process limit. */
  spawn(argv: readonly string[], work: () => Promise<unknown>): boolean {
    this.#checkAlive();
    if (this.#host.living(this.#sandbox.id) >= this.#sandbox.limits.processes) return false;
    const child: FakeProcess = { sandbox: this.#sandbox.id, argv };
    this.#host.processes.add(child);
    void work()
      .catch(() => {})
      .finally(() => this.#host.processes.delete(child));
    return true;
  }

  #checkAlive(): void {
    if (this.#sandbox.killed.signal.aborted) throw new FakeKilled("the sandbox was killed");
  }
}
