import type { HttpReply } from "./http";
import { type Clock, retryAfterMs, serverNow } from "./patience";

/** How long GitHub wants us to wait, and why in its words. */
export type LimitWait = { ms: number; why: string };

/** GitHub's documentation: without any other hint, wait at least a minute, then longer each time. */
const SECONDARY_MS = 60_000;
const LONGEST_SECONDARY_MS = 15 * 60_000;

/**
 * Reads a refusal by GitHub's documented order: Retry-After, then an exhausted X-RateLimit-Remaining with
 * its reset time, then the secondary limit's text. Null when the answer is no rate limit.
 */
export function limitOf(reply: HttpReply, attempt: number, clock: Clock): LimitWait | null {
  if (reply.code !== 403 && reply.code !== 429) return null;
  const told = retryAfterMs(reply.headers, clock);
  if (told !== null) return { ms: told + jitter(clock), why: "GitHub asked to wait (Retry-After)" };
  const exhausted = exhaustedMs(reply.headers, clock);
  if (exhausted !== null) return { ms: exhausted, why: "GitHub's hourly rate limit is used up" };
  const text = reply.body.toString("utf8");
  if (reply.code !== 429 && !/rate limit|abuse detection/i.test(text)) return null;
  const ms = Math.min(SECONDARY_MS * 2 ** attempt, LONGEST_SECONDARY_MS) + jitter(clock);
  return { ms, why: "GitHub's secondary rate limit" };
}

/** Time until the window opens again, when the last request of it was used; null when there are more. */
export function exhaustedMs(headers: Headers, clock: Clock): number | null {
  if (headers.get("x-ratelimit-remaining")?.trim() !== "0") return null;
  const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  if (!Number.isFinite(reset)) return null;
  return Math.max(0, reset * 1000 - serverNow(headers, clock)) + jitter(clock);
}

/** Up to a second, so that many machines do not return in the same instant. */
function jitter(clock: Clock): number {
  return Math.round(clock.random() * 1000);
}
