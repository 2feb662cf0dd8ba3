import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { freeBytesIn } from "./free-space";
import { DISK_FULL, isDiskFull, type RefusalCode, type Refused, refused } from "./refusal";

/** Bytes as they come; `length` is what the sender announced for them. */
export type UploadSource = { body: AsyncIterable<Uint8Array>; length: number | null };

export type ReceiveLimits = {
  /** Largest file, packed and unpacked. */
  maxBytes: number;
  /** Disk that must stay free. */
  freeBytes: number;
  /** Longest pause between two pieces. */
  stallMs?: number;
  /** How long a file may come slower than the least pace. */
  slowMs?: number;
};

export type Received = {
  status: "received";
  file: string;
  /** Unpacked. */
  bytes: number;
  sha256: string;
  remove(): Promise<void>;
};

const STALL_MS = 60_000;
const SLOW_MS = 60_000;
/** Bytes a second that a file comes with at the least: a trickle must not hold a place for hours. */
const LEAST_PACE = 16_000;
/** A packed file may unfold to this many times its size; JSON of patches stays far below. */
const MOST_UNFOLDED = 200;
/** Below this, a few packed bytes may unfold to anything. */
const UNFOLD_FREELY = 16_000_000;
/** How often the disk is asked. */
const LOOK_EVERY = 8_000_000;

/** Thrown inside the stream, so that it ends at once. */
class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.message);
  }
}

/** The folder of files on their way; what lies here for long is of a process that died. */
export function uploadsFolder(databaseFile: string): string {
  return path.join(path.dirname(databaseFile), "uploads");
}

/**
 * Writes an upload to a file of its own, one piece at a time: memory does not grow with it. Whatever ends it
 * early, nothing is left.
 */
export async function receiveUpload(
  source: UploadSource,
  folder: string,
  limits: ReceiveLimits,
): Promise<Received | Refused> {
  const chunks = source.body[Symbol.asyncIterator]();
  const result = await write(chunks, source.length, folder, limits);
  if (result.status === "refused" && WORTH_READING.has(result.code))
    await drain(chunks, source.length, limits);
  return result;
}

async function write(
  chunks: AsyncIterator<Uint8Array>,
  length: number | null,
  folder: string,
  limits: ReceiveLimits,
): Promise<Received | Refused> {
  if (length !== null && length > limits.maxBytes) return tooLarge(limits.maxBytes);
  const file = path.join(folder, `${randomUUID()}.part`);
  const remove = () => rm(file, { force: true });
  try {
    await mkdir(folder, { recursive: true });
    if ((await freeBytesIn(folder)) < limits.freeBytes + 2 * (length ?? 0)) return DISK_FULL;
    const counts = { packed: 0, unpacked: 0 };
    const hash = createHash("sha256");
    const { gzip, bytes } = await peek(metered(chunks, limits, counts));
    const from = Readable.from(bytes, { objectMode: false });
    const check = (pieces: AsyncIterable<Buffer>) => checked(pieces, { folder, limits, counts, hash });
    const to = createWriteStream(file, { flags: "wx", mode: 0o600 });
    await (gzip ? pipeline(from, createGunzip(), check, to) : pipeline(from, check, to));
    if (length !== null && counts.packed !== length) throw new Refusal(cutOff(counts.packed, length));
    return { status: "received", file, bytes: counts.unpacked, sha256: hash.digest("hex"), remove };
  } catch (error) {
    await remove();
    return refusalOf(error);
  }
}

/** Refusals that a sender hears of while it still sends. */
const WORTH_READING: ReadonlySet<RefusalCode> = new Set(["too-large", "disk-full", "bad-request"]);
const DRAIN_MS = 60_000;
/** Whoever waits for the answer before sending on is not waited for. */
const DRAIN_STALL_MS = 2000;

/**
 * Reads the rest of a refused body and throws it away, within bounds: a sender whose connection breaks in the
 * middle never reads why.
 */
async function drain(
  chunks: AsyncIterator<Uint8Array>,
  length: number | null,
  { maxBytes }: ReceiveLimits,
): Promise<void> {
  if (length !== null && length > 2 * maxBytes) return;
  const end = Date.now() + DRAIN_MS;
  let drained = 0;
  try {
    while (Date.now() < end && drained < 2 * maxBytes) {
      const next = await within(chunks.next(), DRAIN_STALL_MS);
      if (next.done) return;
      drained += next.value.byteLength;
    }
  } catch {
    // It broke off by itself.
  }
}

type Counts = { packed: number; unpacked: number };

/** Counts what comes, and ends a sender that falls silent. */
async function* metered(
  chunks: AsyncIterator<Uint8Array>,
  { maxBytes, stallMs = STALL_MS, slowMs = SLOW_MS }: ReceiveLimits,
  counts: Counts,
): AsyncGenerator<Uint8Array> {
  const begun = Date.now();
  for (;;) {
    const next = await within(chunks.next(), stallMs);
    if (next.done) return;
    counts.packed += next.value.byteLength;
    if (counts.packed > maxBytes) throw new Refusal(tooLarge(maxBytes));
    if (Date.now() - begun > slowMs + (counts.packed / LEAST_PACE) * 1000) throw new Refusal(TOO_SLOW);
    yield next.value;
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const text = `No byte came for ${Math.round(ms / 1000)} seconds, so the upload was ended.`;
    timer = setTimeout(() => reject(new Refusal(refused("stalled", text, "Send it again."))), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Tells gzip by its first two bytes, which no text begins with. */
async function peek(
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ gzip: boolean; bytes: AsyncGenerator<Uint8Array> }> {
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < 2) {
    const next = await chunks.next();
    if (next.done) break;
    first.push(next.value);
    size += next.value.byteLength;
  }
  const head = Buffer.concat(first);
  async function* whole() {
    if (head.length > 0) yield head;
    yield* chunks;
  }
  return { gzip: head[0] === 0x1f && head[1] === 0x8b, bytes: whole() };
}

/** Counts and hashes what is written; looks after limits and the disk. */
async function* checked(
  chunks: AsyncIterable<Buffer>,
  at: { folder: string; limits: ReceiveLimits; counts: Counts; hash: { update(data: Uint8Array): unknown } },
): AsyncGenerator<Buffer> {
  const { counts, limits } = at;
  let looked = 0;
  for await (const chunk of chunks) {
    counts.unpacked += chunk.length;
    if (counts.unpacked > limits.maxBytes) throw new Refusal(tooLarge(limits.maxBytes));
    if (counts.unpacked > UNFOLD_FREELY && counts.unpacked > MOST_UNFOLDED * counts.packed) {
      const text = `The file unfolds to more than ${MOST_UNFOLDED} times its packed size.`;
      throw new Refusal(refused("too-large", text, "Send it unpacked."));
    }
    if (counts.unpacked - looked >= LOOK_EVERY) {
      looked = counts.unpacked;
      // The patches are stored once more, in the database.
      if ((await freeBytesIn(at.folder)) < limits.freeBytes + counts.unpacked) throw new Refusal(DISK_FULL);
    }
    at.hash.update(chunk);
    yield chunk;
  }
}

const TOO_SLOW = refused(
  "stalled",
  `The file came with less than ${LEAST_PACE / 1000} KB a second, so the upload was ended.`,
  "Send it packed, or from a faster line.",
);

function tooLarge(maxBytes: number): Refused {
  const text = `The file is larger than ${Math.round(maxBytes / 1_000_000)} MB, the most that is taken.`;
  return refused(
    "too-large",
    text,
    "A patch holds only what was changed; leave out what the agent generated.",
  );
}

function cutOff(received: number, announced: number | null): Refused {
  const of = announced === null ? "" : ` of ${announced}`;
  const text = `The connection ended after ${received}${of} bytes, so the file was not kept.`;
  return refused("cut-off", text, "Send it again.");
}

function refusalOf(error: unknown): Refused {
  if (error instanceof Refusal) return error.refused;
  if (isDiskFull(error)) return DISK_FULL;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("Z_")) {
    return refused("bad-request", "The gzip data is damaged or ends too early.", "Pack the file again.");
  }
  if (code.startsWith("E") && !code.startsWith("ERR_") && code !== "ECONNRESET" && code !== "EPIPE")
    throw error;
  return refused(
    "cut-off",
    "The connection ended before the whole file had come; nothing was kept.",
    "Send it again.",
  );
}
