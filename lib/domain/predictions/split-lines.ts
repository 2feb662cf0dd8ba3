/** A line longer than this is not read; 64 MiB holds any patch that git applies in reasonable time. */
export const LINE_LIMIT_BYTES = 64 * 1024 * 1024;

export type LineSplitterOptions = {
  limitBytes?: number;
  /** The bytes of one line without its line feed; line numbers start at 1. Copy what is kept. */
  onLine(bytes: Uint8Array, lineNumber: number): void;
  /** Called at the end of a line over the limit, whose bytes were dropped as they came. */
  onLongLine(sizeBytes: number, limitBytes: number, lineNumber: number): void;
};

export type LineSplitter = { push(chunk: Uint8Array): void; finish(): void };

const LINE_FEED = 0x0a;

/** Cuts a byte stream at line feeds; holds at most one line of at most the limit in memory. */
export function createLineSplitter(options: LineSplitterOptions): LineSplitter {
  const limit = options.limitBytes ?? LINE_LIMIT_BYTES;
  let parts: Uint8Array[] = [];
  let size = 0;
  let lineNumber = 0;

  const add = (part: Uint8Array) => {
    if (part.length === 0) return;
    size += part.length;
    if (size > limit) parts = [];
    else parts.push(part);
  };
  const end = () => {
    lineNumber += 1;
    if (size > limit) options.onLongLine(size, limit, lineNumber);
    else options.onLine(joined(parts, size), lineNumber);
    parts = [];
    size = 0;
  };

  return {
    push(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
        add(chunk.subarray(start, at));
        end();
        start = at + 1;
      }
      // The caller may reuse its buffer, so what waits is copied (slice of a Node Buffer would not copy).
      add(new Uint8Array(chunk.subarray(start)));
    },
    finish() {
      if (size > 0) end();
    },
  };
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
