import type { SandboxSession } from "@/evaluator/sandbox/types";

/**
 * Follows the results file from outside while the editor runs. What the test framework wrote has left the
 * sandbox before code under test, which may run until the process is gone, can write it anew.
 */
export type Witness = {
  /** Compares what was seen with the file as it lies there after the editor has ended with a code. */
  judge(final: Uint8Array | null, editorCode: number): Promise<WitnessVerdict>;
};

export type WitnessVerdict =
  | { status: "same" }
  /** Nothing contradicts the file, but it was not seen whole: it cannot be believed and proves nothing. */
  | { status: "unseen" }
  | { status: "tampered"; what: string };

/** How long the last bytes of the file may take to arrive here. */
const ARRIVAL_MS = 5000;
const POLL_MS = 10;
/** The highest code of a program that ended by itself; anything above is a signal. */
const LAST_OWN_CODE = 127;

/**
 * `tail` looks every millisecond, which costs one or two hundredths of a core. Its other way, to be woken
 * by the kernel, it does not use on a container's file system; here it never does, so that all are alike.
 */
const FOLLOW = 'exec tail -q -c +1 ---disable-inotify -s 0.001 -F "$1" 2>/dev/null';

export type WitnessOptions = {
  resultsPath: string;
  maxBytes: number;
  timeoutSeconds: number;
  signal?: AbortSignal;
};

/** Starts to follow; it ends with the sandbox. */
export function watchResults(session: SandboxSession, options: WitnessOptions): Witness {
  const seen = new Seen(options.maxBytes);
  const ended = { code: null as number | null };
  const running = session.exec({
    argv: ["/bin/sh", "-c", FOLLOW, "sh", session.path(options.resultsPath)],
    timeoutSeconds: options.timeoutSeconds,
    outputLimit: 1024,
    onOutput: (chunk) => seen.add(chunk),
    signal: options.signal,
  });
  // Closing the sandbox ends this; only an end before that means something.
  running.then(
    (result) => {
      if (result.end.kind === "exited") ended.code = result.end.code;
    },
    () => undefined,
  );
  return {
    judge: async (final, editorCode) => {
      const deadline = Date.now() + ARRIVAL_MS;
      const wanted = Math.min(final?.length ?? 0, options.maxBytes);
      while (seen.length < wanted && ended.code === null && Date.now() < deadline) await pause(POLL_MS);
      return verdict(seen.bytes(), final, { watcher: ended.code, editor: editorCode });
    },
  };
}

/** The first bytes of what was seen, up to a limit. */
class Seen {
  private readonly chunks: Uint8Array[] = [];
  length = 0;

  constructor(private readonly limit: number) {}

  add(chunk: Uint8Array): void {
    const kept = Buffer.from(chunk.subarray(0, this.limit - this.length));
    if (kept.length > 0) this.chunks.push(kept);
    this.length += kept.length;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.chunks);
  }
}

/** @param codes how the two programs ended; the watcher's is null while it still follows */
export function verdict(
  seen: Uint8Array,
  final: Uint8Array | null,
  codes: { watcher: number | null; editor: number },
): WitnessVerdict {
  const watcherKilled = (codes.watcher ?? 0) > LAST_OWN_CODE;
  // What killed the editor as well, before it saved anything, was no attack on the watcher.
  const together = codes.editor > LAST_OWN_CODE && final === null;
  if (watcherKilled && !together) {
    return { status: "tampered", what: "The watcher of the results file was ended from inside." };
  }
  if (final === null) {
    return seen.length === 0
      ? { status: "same" }
      : { status: "tampered", what: "The results file was deleted after it was saved." };
  }
  const common = Math.min(seen.length, final.length);
  if (
    seen.length > final.length ||
    Buffer.compare(seen.subarray(0, common), final.subarray(0, common)) !== 0
  ) {
    return { status: "tampered", what: "The results file was changed after it was saved." };
  }
  return { status: seen.length === final.length ? "same" : "unseen" };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
