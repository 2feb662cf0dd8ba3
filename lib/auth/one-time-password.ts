import { createHash, randomInt, timingSafeEqual } from "node:crypto";

/** No 0, 1, i, l, o or u: they are misread when a password is told by telephone. */
const LETTERS = "23456789abcdefghjkmnpqrstvwxyz";
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** "k3vq-9xmd-t2hw-7ncr-p5fs": 98 bits. */
export function makeOneTimePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** What is kept of one; blanks, hyphens and case do not matter. */
export function oneTimePasswordHash(password: string): string {
  return createHash("sha256").update(password.toLowerCase().replace(/[\s-]/g, "")).digest("hex");
}

export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
