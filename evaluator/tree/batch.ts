import { GitError, type GitOptions, type GitProcess, startGit } from "@/evaluator/tree/git";

export type GitObject = { id: string; type: string; size: number; data: Buffer };
type Waiting = { resolve: (object: GitObject | null) => void; reject: (error: Error) => void };

/**
 * One `git cat-file` that answers many questions, since a process for each object would cost more
 * than all else. It holds nothing alive: with no question open, the program may end, and git with it.
 */
export class BatchReader {
  private child: Promise<GitProcess> | undefined;
  private waiting: Waiting[] = [];
  private chunks: Buffer[] = [];
  private size = 0;
  private header: Omit<GitObject, "data"> | undefined;

  /** `--batch` gives contents, `--batch-check` only type and size. */
  constructor(
    private readonly git: GitOptions,
    private readonly mode: "--batch" | "--batch-check" = "--batch",
  ) {}

  /** The object a name stands for (a hash, or an expression such as `<commit>^{tree}`); null if absent. */
  async read(name: string): Promise<GitObject | null> {
    if (/[\r\n]/.test(name)) throw new Error("An object name is one line.");
    this.child ??= this.start();
    const child = await this.child;
    return await new Promise<GitObject | null>((resolve, reject) => {
      if (this.waiting.length === 0) hold(child, true);
      this.waiting.push({ resolve, reject });
      child.stdin.write(`${name}\n`);
    });
  }

  async close(): Promise<void> {
    const child = await this.child?.catch(() => undefined);
    this.child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    hold(child, true);
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.stdin.end();
    await closed;
  }

  private async start(): Promise<GitProcess> {
    const child = await startGit(["cat-file", this.mode], this.git);
    hold(child, false);
    child.stdout.on("data", (chunk: Buffer) => this.receive(chunk, child));
    child.stderr.resume();
    child.stdin.on("error", () => undefined);
    child.on("error", (cause) => this.fail(cause));
    child.on("close", () => this.fail(undefined));
    return child;
  }

  private receive(chunk: Buffer, child: GitProcess): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.waiting.length > 0 && this.answer());
    if (this.waiting.length === 0) hold(child, false);
  }

  /** Takes one whole answer from what has come; false when more is needed. */
  private answer(): boolean {
    if (this.header === undefined) {
      const line = this.take(this.joined().indexOf(0x0a) + 1);
      if (line === null) return false;
      const [id = "", type = "", size = ""] = line.toString("latin1").trim().split(" ");
      if (type === "missing" || type === "ambiguous" || size === "") {
        this.waiting.shift()?.resolve(null);
        return true;
      }
      this.header = { id, type, size: Number(size) };
    }
    const header = this.header;
    const body = this.mode === "--batch" ? this.take(header.size + 1) : Buffer.alloc(1);
    if (body === null) return false;
    this.header = undefined;
    this.waiting.shift()?.resolve({ ...header, data: body.subarray(0, -1) });
    return true;
  }

  private joined(): Buffer {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] ?? Buffer.alloc(0);
  }

  private take(count: number): Buffer | null {
    if (count <= 0 || this.size < count) return null;
    const all = this.joined();
    this.chunks = all.length > count ? [all.subarray(count)] : [];
    this.size -= count;
    return all.subarray(0, count);
  }

  private fail(cause: Error | undefined): void {
    const open = this.waiting;
    this.child = undefined;
    this.waiting = [];
    this.chunks = [];
    this.size = 0;
    this.header = undefined;
    const message = `git cat-file ended before it answered${cause === undefined ? "." : `: ${cause.message}`}`;
    for (const { reject } of open) {
      reject(
        new GitError({ status: "git-failed", reason: "killed", code: null, stderr: "", message, cause }),
      );
    }
  }
}

type Holder = { ref?: () => void; unref?: () => void };

/** Makes the process and its pipes count for the life of the program, or not. */
function hold(child: GitProcess, alive: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr] as Holder[]) {
    if (alive) part.ref?.();
    else part.unref?.();
  }
}
