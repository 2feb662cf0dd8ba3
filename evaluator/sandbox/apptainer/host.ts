import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, lchown, mkdir } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { promisify } from "node:util";
import { type Account, sandboxAccount } from "./account";

const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const ASK_MS = 60_000;
const KEPT_BYTES = 64 * 1024;

/**
 * Joins control groups (their `cgroup.procs`, up to `--`) and sets limits on single files, then becomes the
 * program that follows. Everything started from it inherits both.
 */
const ENTER =
  'blocks=$1; shift; while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; ' +
  'ulimit -c 0; [ "$blocks" = - ] || ulimit -f "$blocks"; exec "$@"';

export type StartOptions = {
  /** Apptainer's state folder. */
  config: string;
  /** Control groups to join. */
  groups?: readonly string[];
  /** Longest file that a program may write. */
  fileBytes?: number;
  stdin?: "pipe" | "ignore";
  env?: Readonly<Record<string, string | undefined>>;
};

export type Ran = { code: number | null; stdout: string; stderr: string };

/** Starts programs of this machine with the account of the sandboxes and an environment of our own. */
export class ApptainerHost {
  readonly account: Account | null;
  readonly #searchPath: string;

  constructor(options: { searchPath?: string | undefined; account?: Account | null } = {}) {
    this.account = options.account === undefined ? sandboxAccount() : options.account;
    this.#searchPath = options.searchPath ?? DEFAULT_PATH;
  }

  /** Nothing of our environment goes along: `APPTAINER_BIND` and the like would open the sandbox. */
  start(argv: readonly string[], options: StartOptions): ChildProcess {
    const { groups = [], fileBytes, stdin = "ignore", config, env = {} } = options;
    // The shell counts in blocks of 512 bytes.
    const blocks = fileBytes === undefined ? "-" : String(Math.ceil(fileBytes / 512));
    const args = ["-c", ENTER, "sh", blocks, ...groups, "--", ...this.#asAccount(argv)];
    return spawn("/bin/sh", args, {
      env: {
        ...env,
        PATH: this.#searchPath,
        HOME: config,
        LANG: "C.UTF-8",
        APPTAINER_CONFIGDIR: config,
      } as unknown as NodeJS.ProcessEnv,
      cwd: "/",
      // A group of its own: Ctrl-C in our terminal must not reach the programs behind our back.
      detached: true,
      stdio: [stdin, "pipe", "pipe"],
    });
  }

  #asAccount(argv: readonly string[]): string[] {
    if (!this.account) return [...argv];
    const { uid, gid } = this.account;
    return ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--", ...argv];
  }

  /** Runs a program to its end and keeps the end of what it said. */
  async run(
    argv: readonly string[],
    options: StartOptions & { timeoutMs?: number; signal?: AbortSignal; onLine?: (line: string) => void },
  ): Promise<Ran> {
    const { timeoutMs = ASK_MS, signal, onLine } = options;
    const child = this.start(argv, { ...options, stdin: "ignore" });
    const stop = () => killGroup(child);
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    try {
      const [stdout, stderr, code] = await Promise.all([
        kept(child.stdout),
        kept(child.stderr, onLine),
        ended(child),
      ]);
      return { code, stdout, stderr };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Makes a folder that belongs to the account of the sandboxes. */
  async makeFolder(folder: string, mode = 0o755): Promise<void> {
    await mkdir(folder, { recursive: true });
    await chmod(folder, mode);
    await this.hand(folder);
  }

  /** Gives a file or folder, not what is in it, to the account of the sandboxes. */
  async hand(place: string): Promise<void> {
    if (this.account) await lchown(place, this.account.uid, this.account.gid);
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code));
  });
}

/** The end of what a stream brings; its whole lines go to `onLine` on the way, longer ones in pieces. */
async function kept(stream: ChildProcess["stdout"], onLine?: (line: string) => void): Promise<string> {
  let text = Buffer.alloc(0);
  let line = "";
  const decoder = new StringDecoder("utf8");
  for await (const chunk of (stream ?? []) as AsyncIterable<Buffer>) {
    text = Buffer.concat([text, chunk]).subarray(-KEPT_BYTES);
    if (!onLine) continue;
    const lines = (line + decoder.write(chunk)).split("\n");
    line = lines.pop() ?? "";
    for (const whole of lines) onLine(whole);
    if (line.length <= KEPT_BYTES) continue;
    onLine(line);
    line = "";
  }
  if (line !== "") onLine?.(line);
  return text.toString("utf8").trim();
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

const exec = promisify(execFile);

/**
 * Removes a tree that sandboxes wrote, whatever modes they left and however deep it is. Nothing may run in it
 * any more. `chmod` comes second: most trees need none, and a folder nobody may enter does.
 */
export async function removeTree(place: string): Promise<void> {
  const remove = () => exec("rm", ["-rf", "--", place]);
  await remove().catch(async () => {
    await exec("chmod", ["-R", "u+rwX", "--", place]).catch(() => {});
    await remove();
  });
}
