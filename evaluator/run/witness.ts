import type { SandboxSession } from "@/evaluator/sandbox/types";
import { afterDocument, endsDocument } from "./results-text";

/**
 * Follows the results file from outside while the editor runs. Code under test may run until the process is
 * gone, and can write the file anew; but what the test framework wrote has left the sandbox by then, and
 * that is what is graded. The file itself is not read again.
 */
export type Witness = {
  /** What was written, once the editor has ended. */
  results(editor: EditorEnd): Promise<WitnessedResults>;
};

/** @property saved the log says that the test framework saved its results; @property code of its process */
export type EditorEnd = { saved: boolean; code: number | null };

export type WitnessedResults =
  /** The bytes; null when nothing was written. */
  | { status: "seen"; xml: Uint8Array | null; truncated: boolean }
  /** Results were saved and nothing of them was seen: that proves nothing, neither way. */
  | { status: "unseen" }
  | { status: "tampered"; what: string; xml: Uint8Array; truncated: boolean };

/** How long saved results may take to arrive here. */
const ARRIVAL_MS = 8_000;
/** How long a second version may take to show. */
const SETTLE_MS = 10;
const POLL_MS = 5;
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
    // No program of the sandbox can stop or kill it.
    asNobody: true,
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
    results: async (editor) => {
      const deadline = Date.now() + (editor.saved ? ARRIVAL_MS : 0);
      while (!seen.whole() && ended.code === null && Date.now() < deadline) await pause(POLL_MS);
      if (seen.length > 0) await pause(SETTLE_MS);
      return judge(seen.bytes(), seen.truncated, { ...editor, watcher: ended.code });
    },
  };
}

/** The first bytes of what was written, up to a limit. */
class Seen {
  private readonly chunks: Buffer[] = [];
  length = 0;
  truncated = false;

  constructor(private readonly limit: number) {}

  add(chunk: Uint8Array): void {
    const kept = Buffer.from(chunk.subarray(0, this.limit - this.length));
    this.truncated ||= kept.length < chunk.length;
    if (kept.length > 0) this.chunks.push(kept);
    this.length += kept.length;
  }

  /** A document has come to its end, or no more of it is kept. */
  whole(): boolean {
    return this.truncated || endsDocument(Buffer.concat(this.chunks.slice(-2)));
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

/** What was seen, put in words. */
export function judge(
  seen: Uint8Array,
  truncated: boolean,
  editor: EditorEnd & { watcher: number | null },
): WitnessedResults {
  const bySignal = (code: number | null) => (code ?? 0) > LAST_OWN_CODE;
  // What killed the editor as well, before it saved anything, was no attack on the watcher.
  if (bySignal(editor.watcher) && (editor.saved || !bySignal(editor.code))) {
    return {
      status: "tampered",
      what: "The watcher of the results file was ended from inside.",
      xml: seen,
      truncated,
    };
  }
  if (seen.length === 0)
    return editor.saved ? { status: "unseen" } : { status: "seen", xml: null, truncated };
  if (!truncated && afterDocument(seen) !== "") {
    return { status: "tampered", what: "The results file was written more than once.", xml: seen, truncated };
  }
  return { status: "seen", xml: seen, truncated };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
