/** Characters kept of a message or stack trace: this many from its start and from its end. */
export const TEXT_HALF = 8 * 1024;

/** Collects a text that may be huge and keeps its head and tail. */
export class TextKeeper {
  #head = "";
  #tail = "";
  #length = 0;

  add(text: string): void {
    this.#length += text.length;
    const room = TEXT_HALF - this.#head.length;
    this.#head += text.slice(0, room);
    if (text.length > room) this.#tail = (this.#tail + text.slice(Math.max(room, 0))).slice(-TEXT_HALF);
  }

  /** The text, or head, a line on what is left out, and tail; null when there is none. */
  text(): string | null {
    if (this.#length === 0) return null;
    const omitted = this.#length - this.#head.length - this.#tail.length;
    const between = omitted > 0 ? `\n… ${omitted} characters left out …\n` : "";
    // Cutting may split a surrogate pair.
    return `${this.#head}${between}${this.#tail}`.replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
  }
}
