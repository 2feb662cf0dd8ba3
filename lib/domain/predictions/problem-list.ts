import type { Problem } from "@/lib/domain/problem";

/** Problems kept of each kind; further ones are counted. */
export const PROBLEM_LIMIT = 100;

/** A list that stays small however broken the input is. */
export class ProblemList {
  readonly #kept: Problem[] = [];
  #dropped = 0;

  add(problem: Problem): void {
    if (this.#kept.length < PROBLEM_LIMIT) this.#kept.push(problem);
    else this.#dropped += 1;
  }

  /** One that is told however many there are. */
  addFirst(problem: Problem): void {
    if (this.#kept.length === PROBLEM_LIMIT) {
      this.#kept.pop();
      this.#dropped += 1;
    }
    this.#kept.unshift(problem);
  }

  get dropped(): number {
    return this.#dropped;
  }

  get size(): number {
    return this.#kept.length + this.#dropped;
  }

  /** In the order of the file; problems of the whole file last. */
  sorted(): Problem[] {
    return this.#kept.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity) || 0);
  }
}

/** A value of the input for a message: short, on one line, control characters escaped. */
export function shown(value: unknown, limit = 60): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** "1", "1 and 2", "1, 2 and 3", "1, 2, 3, 4, 5 and 7 more". */
export function listed(items: readonly (string | number)[], limit = 5): string {
  if (items.length <= 1) return String(items[0] ?? "");
  if (items.length > limit) return `${items.slice(0, limit).join(", ")} and ${items.length - limit} more`;
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
