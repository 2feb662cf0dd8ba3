import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

/** How one git process is run. Nothing else can reach it: the environment is built from nothing. */
export type GitOptions = {
  /** Repository of the process; without it git finds none, whatever folder it runs in. */
  gitDir?: string;
  /** More variables, such as `GIT_INDEX_FILE`. */
  env?: Readonly<Record<string, string>>;
  /** Configuration for this process, beside that of the repository. */
  config?: Readonly<Record<string, string>>;
  stdin?: Uint8Array;
  cwd?: string;
  /** Bytes of standard output that are kept; more of it ends the process. */
  maxOutput?: number;
  timeoutMs?: number;
  /** Bytes of address space, where the system can limit it. */
  memoryLimit?: number;
  signal?: AbortSignal;
  /** Path of the git program; found on the search path when absent. */
  program?: string;
};

export type GitProcess = ChildProcessWithoutNullStreams;

export type GitFailure = {
  status: "git-failed";
  /** `crashed`: git ended itself over its input; `killed`: somebody else ended it. */
  reason: "missing" | "exit" | "crashed" | "killed" | "output-limit" | "timeout" | "aborted";
  code: number | null;
  stderr: string;
  message: string;
  cause?: unknown;
};
export type GitResult = { status: "ok"; stdout: Buffer; stderr: string } | GitFailure;

/** A failure of git that no patch explains: it is thrown, and ends as `infra-error`. */
export class GitError extends Error {
  constructor(readonly failure: GitFailure) {
    super(failure.message, { cause: failure.cause });
    this.name = "GitError";
  }
}

/** The machine's or the mirror's fault, not the patch's. Whole lines, so that no path can pose as one. */
export const MACHINE_FAULT =
  /: (?:No space left on device|Disk quota exceeded|Input\/output error|Read-only file system|Permission denied|Too many open files)$|^fatal: .* write error\. Out of diskspace$|^fatal: unable to write new index file$|^error: cannot read the current contents of '.*'$|^(?:error|fatal): (?:failed to read |unable to (?:read|find|open|unpack|parse) |bad object |inflate|object file .* is empty|(?:loose|packed) object .* is corrupt|.*(?:object|pack)\S* .* (?:corrupt|damaged)$)/m;

/** What git said, with one line of it for one of ours: a name can hold what JavaScript takes for a line's end. */
export function plainLines(stderr: string): string {
  return stderr.replace(/[\r\u2028\u2029]/g, "?");
}

const MEBIBYTE = 1024 * 1024;
const DEFAULT_MAX_OUTPUT = 256 * MEBIBYTE;
const STDERR_KEPT = 64 * 1024;
const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";
const NOWHERE = "/nonexistent";

let found: Promise<string> | undefined;

/** The git of the user's search path, looked up once. Later processes see only its folder and the system's. */
function findGit(): Promise<string> {
  found ??= promisify(execFile)("/bin/sh", ["-c", "command -v git"])
    .then(({ stdout }) => stdout.trim())
    .catch(() => "git");
  return found;
}

/**
 * The whole environment of a git process: no user or system configuration, no attributes of the
 * machine, no hooks, no prompts, no replaced objects, no fetching behind our back.
 */
export function gitEnvironment(program: string, options: GitOptions): Record<string, string> {
  const config = Object.entries({
    "core.hooksPath": "/dev/null",
    "core.attributesFile": "/dev/null",
    "safe.directory": "*",
    "gc.auto": "0",
    ...options.config,
  });
  const numbered = config.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    PATH: program.includes("/") ? `${dirname(program)}:${SYSTEM_PATH}` : SYSTEM_PATH,
    HOME: NOWHERE,
    XDG_CONFIG_HOME: NOWHERE,
    LC_ALL: "C",
    // glibc gives memory back and takes it again for each object that git writes; that is most of the time
    // of a patch with thousands of files. Elsewhere these two are not read.
    MALLOC_TOP_PAD_: "16777216",
    MALLOC_TRIM_THRESHOLD_: "268435456",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "/bin/false",
    GIT_PAGER: "cat",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_DIR: options.gitDir ?? NOWHERE,
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(numbered),
    ...options.env,
  };
}

/** Runs git with an argument array and bytes on its standard input. Never throws. */
export async function runGit(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const program = options.program ?? (await findGit());
  if (options.signal?.aborted) return failure("aborted", args, "");
  const child = spawnGit(program, args, options);
  const watch = watchLimits(child, options);
  const out = keep(child.stdout, options.maxOutput ?? DEFAULT_MAX_OUTPUT, () => watch.stop("output-limit"));
  const errors = keep(child.stderr, STDERR_KEPT, () => undefined);
  const result = new Promise<GitResult>((resolve) => {
    child.on("error", (cause) => resolve(startFailure(args, cause)));
    child.on("close", (code, killedBy) => {
      const stderr = errors().toString("utf8");
      if (watch.stopped() !== undefined) resolve(failure(watch.stopped() ?? "aborted", args, stderr));
      else if (code === 0) resolve({ status: "ok", stdout: out(), stderr });
      else resolve(failure(endOf(killedBy), args, stderr, code));
    });
  });
  // git may end before it has read all of a bad patch: the broken pipe is no error of ours.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.stdin);
  return await result.finally(watch.end);
}

/** Starts a git that stays: for the readers of objects, which answer many questions. */
export async function startGit(args: readonly string[], options: GitOptions): Promise<GitProcess> {
  return spawnGit(options.program ?? (await findGit()), args, options);
}

function spawnGit(program: string, args: readonly string[], options: GitOptions): GitProcess {
  // Next's types want NODE_ENV in every environment; git gets none.
  const env = gitEnvironment(program, options) as NodeJS.ProcessEnv;
  const limit = options.memoryLimit;
  // The shell's text is constant; arguments reach git as they are.
  const [file, argv] =
    limit === undefined
      ? [program, args]
      : [
          "/bin/sh",
          ["-c", 'ulimit -v "$0" 2>/dev/null; exec "$@"', String(Math.floor(limit / 1024)), program, ...args],
        ];
  // In a group of its own, so that a stop also reaches the helpers that git starts, and Ctrl-C only us.
  return spawn(file, argv, { cwd: options.cwd ?? "/", env, stdio: ["pipe", "pipe", "pipe"], detached: true });
}

/** Kills the process at its time limit, on abort, or when `stop` is called; remembers why. */
function watchLimits(child: GitProcess, options: GitOptions) {
  let reason: GitFailure["reason"] | undefined;
  const stop = (why: GitFailure["reason"]) => {
    reason ??= why;
    killGroup(child);
  };
  const onAbort = () => stop("aborted");
  const timer =
    options.timeoutMs === undefined ? undefined : setTimeout(() => stop("timeout"), options.timeoutMs);
  options.signal?.addEventListener("abort", onAbort, { once: true });
  const end = () => {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
  };
  return { stop, end, stopped: () => reason };
}

function killGroup(child: GitProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Keeps the first `limit` bytes of a stream and tells when there is more. */
function keep(stream: Readable, limit: number, onMore: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size < limit) chunks.push(chunk.subarray(0, limit - size));
    size += chunk.length;
    if (size > limit) onMore();
  });
  return () => Buffer.concat(chunks);
}

/** Runs git where only success makes sense: its output, or a thrown `GitError`. */
export async function mustGit(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const result = await runGit(args, options);
  if (result.status === "ok") return result.stdout;
  throw new GitError(result);
}

/** Like `mustGit`, for output that is one line of text. */
export async function gitLine(args: readonly string[], options: GitOptions = {}): Promise<string> {
  return (await mustGit(args, options)).toString("utf8").trim();
}

/** What a program brings upon itself: a failed assertion, a wrong address, a wrong number. */
const CRASHES: readonly NodeJS.Signals[] = ["SIGABRT", "SIGSEGV", "SIGFPE", "SIGILL"];

function endOf(killedBy: NodeJS.Signals | null): "exit" | "crashed" | "killed" {
  if (killedBy === null) return "exit";
  return CRASHES.includes(killedBy) ? "crashed" : "killed";
}

function startFailure(args: readonly string[], cause: Error): GitFailure {
  const missing = "code" in cause && cause.code === "ENOENT";
  const message = missing
    ? "git was not found. Install git 2.31 or later (Debian: apt-get install git) and put it on the search path."
    : `git ${args[0] ?? ""} could not be started: ${cause.message}`;
  return {
    status: "git-failed",
    reason: missing ? "missing" : "killed",
    code: null,
    stderr: "",
    message,
    cause,
  };
}

function failure(
  reason: GitFailure["reason"],
  args: readonly string[],
  stderr: string,
  code: number | null = null,
): GitFailure {
  const what = `git ${args[0] ?? ""}`;
  const why: Record<GitFailure["reason"], string> = {
    missing: "was not found",
    exit: `ended with code ${code}`,
    crashed: "crashed",
    killed: "was killed from outside",
    "output-limit": "wrote more output than is allowed",
    timeout: "took too long and was stopped",
    aborted: "was cancelled",
  };
  const said = stderr.trim().split("\n").slice(0, 3).join("; ");
  return {
    status: "git-failed",
    reason,
    code,
    stderr,
    message: `${what} ${why[reason]}${said === "" ? "." : `: ${said}`}`,
  };
}
