import { GitError, type GitOptions, type GitProcess, startGit } from "@/evaluator/tree/git";

export type GitObject = { id: string; type: string; size: number; data: Buffer };
type Waiting = { resolve: (object: GitObject | null) => void; reject: (error: Error) => void };
type Mode = "--batch" | "--batch-check";

/**
 * One `git cat-file` that answers many questions, since a process for each object would cost more
 * than all else. It holds nothing alive: with no question open, the program may end, and git with it.
 */
export class BatchReader {
  private session: Promise<Session> | undefined;

  /** `--batch` gives contents, `--batch-check` only name, type and size. */
  constructor(
    private readonly git: GitOptions,
    private readonly mode: Mode = "--batch",
  ) {}

  /** The object a name stands for (a hash, or an expression such as `<commit>^{tree}`); null if absent. */
  async read(name: string): Promise<GitObject | null> {
    if (/[\r\n]/.test(name)) throw new Error("An object name is one line.");
    let session = await this.open();
    // A reader that was killed meanwhile is replaced; a second failure is told.
    if (session.ended) session = await this.open();
    return await session.ask(name);
  }

  async close(): Promise<void> {
    const session = await this.session?.catch(() => undefined);
    this.session = undefined;
    await session?.close();
  }

  private open(): Promise<Session> {
    this.session ??= startGit(["cat-file", this.mode], this.git).then((child) => {
      return new Session(child, this.mode, () => {
        this.session = undefined;
      });
    });
    return this.session;
  }
}

/** The questions and answers of one process. */
class Session {
  ended = false;
  private waiting: Waiting[] = [];
  private chunks: Buffer[] = [];
  private size = 0;
  private header: Omit<GitObject, "data"> | undefined;

  constructor(
    private readonly child: GitProcess,
    private readonly mode: Mode,
    private readonly onEnd: () => void,
  ) {
    this.hold(false);
    child.stdout.on("data", (chunk: Buffer) => this.receive(chunk));
    child.stderr.resume();
    child.stdin.on("error", () => undefined);
    child.on("error", (cause) => this.end(cause));
    child.on("close", (code) => this.end(undefined, code));
  }

  ask(name: string): Promise<GitObject | null> {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(endedError(undefined));
      if (this.waiting.length === 0) this.hold(true);
      this.waiting.push({ resolve, reject });
      this.child.stdin.write(`${name}\n`);
    });
  }

  async close(): Promise<void> {
    if (this.ended) return;
    this.hold(true);
    const closed = new Promise((resolve) => this.child.once("close", resolve));
    this.child.stdin.end();
    await closed;
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.waiting.length > 0 && this.answer());
    if (this.waiting.length === 0) this.hold(false);
  }

  /** Takes one whole answer from what has come; false when more is needed. */
  private answer(): boolean {
    if (this.header === undefined) {
      const line = this.take(this.joined().indexOf(0x0a) + 1);
      if (line === null) return false;
      const [id = "", type = "", size = ""] = line.toString("latin1").trim().split(" ");
      if (size === "" || type === "missing" || type === "ambiguous") {
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

  private end(cause: Error | undefined, code: number | null = null): void {
    this.ended = true;
    this.onEnd();
    for (const { reject } of this.waiting.splice(0)) reject(endedError(cause, code));
  }

  /** Makes the process and its pipes count for the life of the program, or not. */
  private hold(alive: boolean): void {
    type Part = { ref?: () => void; unref?: () => void };
    const { stdin, stdout, stderr } = this.child;
    for (const part of [this.child, stdin, stdout, stderr] as Part[]) {
      if (alive) part.ref?.();
      else part.unref?.();
    }
  }
}

function endedError(cause: Error | undefined, code: number | null = null): GitError {
  const message = `git cat-file ended before it answered${cause === undefined ? "." : `: ${cause.message}`}`;
  const reason = code === null ? "killed" : "exit";
  return new GitError({ status: "git-failed", reason, code, stderr: "", message, cause });
}
