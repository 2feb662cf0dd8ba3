import type { OutputCapture } from "./types";

const FIRST_TAIL_SIZE = 64 * 1024;

/**
 * Keeps the first and the last half of a stream within a fixed number of bytes, however long it is and
 * however small its chunks are: the tail is a ring that grows to its half and no further.
 */
export class OutputBuffer {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  #ring = Buffer.alloc(0);
  #tailTotal = 0;

  constructor(limit: number) {
    this.#headLimit = Math.ceil(Math.max(0, limit) / 2);
    this.#tailLimit = Math.floor(Math.max(0, limit) / 2);
  }

  push(chunk: Uint8Array): void {
    const forHead = Math.min(chunk.length, this.#headLimit - this.#headBytes);
    if (forHead > 0) {
      this.#head.push(Buffer.from(chunk.subarray(0, forHead)));
      this.#headBytes += forHead;
      if (this.#head.length >= 1024) this.#head = [Buffer.concat(this.#head)];
    }
    if (forHead < chunk.length) this.#pushTail(chunk.subarray(forHead));
  }

  capture(): OutputCapture {
    const kept = Math.min(this.#tailTotal, this.#ring.length);
    const start = this.#tailTotal > this.#ring.length ? this.#tailTotal % this.#ring.length : 0;
    const tail = Buffer.concat([this.#ring.subarray(start, kept), this.#ring.subarray(0, start)]);
    return { head: Buffer.concat(this.#head), tail, omittedBytes: this.#tailTotal - kept };
  }

  #pushTail(chunk: Uint8Array): void {
    this.#grow(chunk.length);
    const size = this.#ring.length;
    // What a later byte of the same chunk would overwrite need not be written.
    const skip = Math.max(0, chunk.length - size);
    const part = chunk.subarray(skip);
    this.#tailTotal += skip;
    if (size > 0) {
      const at = this.#tailTotal % size;
      const first = part.subarray(0, size - at);
      this.#ring.set(first, at);
      this.#ring.set(part.subarray(first.length), 0);
    }
    this.#tailTotal += part.length;
  }

  #grow(more: number): void {
    const wanted = this.#tailTotal + more;
    if (this.#ring.length >= this.#tailLimit || wanted <= this.#ring.length) return;
    const size = Math.min(this.#tailLimit, Math.max(FIRST_TAIL_SIZE, wanted, this.#ring.length * 2));
    const ring = Buffer.alloc(size);
    // Growing happens before the ring first wraps, so its bytes stand in order.
    this.#ring.copy(ring, 0, 0, this.#tailTotal);
    this.#ring = ring;
  }
}
