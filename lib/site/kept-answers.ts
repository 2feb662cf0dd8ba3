import { LRUCache } from "lru-cache";
import type { Answer } from "./answer";

/** An answer with what it was made from and when. */
type Kept = { answer: Answer; version: string; madeAt: number; tookMs: number };

export type Limits = {
  /** How long an answer is given out while the data stays as it is: pages also tell of time that passes. */
  keptMs: number;
  /** What all answers may take together, in bytes. */
  bytes: number;
};

const LIMITS: Limits = { keptMs: 10_000, bytes: 64 * 1024 * 1024 };
/** Larger ones are given to those who wait and not kept. The JSON of a thousand systems has some megabytes. */
const LARGEST_SHARE = 1 / 4;
/** What takes long to make is kept for twenty times as long while nothing changes, at most this long. */
const KEPT_FACTOR = 20;
const LONGEST_KEPT_MS = 60_000;
/**
 * After a change an answer is given out for five times as long as it took to make, at most this long: while a
 * worker writes all the time, a page takes a sixth of a processor however many read it.
 */
const GRACE_FACTOR = 5;
const LONGEST_GRACE_MS = 1000;

export type KeptAnswers = {
  /** The answer for a key: a kept one that is fresh, or one that is made, once for all who wait for it. */
  get(key: string, make: () => Promise<Answer>): Promise<Answer>;
  /** A kept answer that is fresh, without waiting for anything. */
  peek(key: string): Answer | null;
};

/** Keeps whole answers in memory. `versionOf` tells the state of the data, and is asked each time. */
export function keepAnswers(
  versionOf: () => string,
  limits = LIMITS,
  now = () => performance.now(),
): KeptAnswers {
  const kept = new LRUCache<string, Kept>({
    maxSize: limits.bytes,
    maxEntrySize: limits.bytes * LARGEST_SHARE,
    sizeCalculation: ({ answer }, key) => answer.body.length + (answer.compressed?.length ?? 0) + key.length,
  });
  const making = new Map<string, { version: string; answer: Promise<Answer> }>();

  function peek(key: string): Answer | null {
    const one = kept.get(key);
    if (one === undefined) return null;
    const age = now() - one.madeAt;
    const grace = Math.min(one.tookMs * GRACE_FACTOR, LONGEST_GRACE_MS);
    const unchanged = Math.max(limits.keptMs, Math.min(one.tookMs * KEPT_FACTOR, LONGEST_KEPT_MS));
    if (age < (one.version === versionOf() ? unchanged : grace)) return one.answer;
    kept.delete(key);
    return null;
  }

  async function makeAndKeep(key: string, version: string, make: () => Promise<Answer>): Promise<Answer> {
    const begun = now();
    const answer = await make();
    const forAll = answer.status === 200 && answer.headers["set-cookie"] === undefined;
    if (forAll) kept.set(key, { answer, version, madeAt: now(), tookMs: now() - begun });
    return answer;
  }

  function get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = peek(key);
    if (known) return Promise.resolve(known);
    const version = versionOf();
    const begun = making.get(key);
    // One that was begun before the change would show what was there before it.
    if (begun?.version === version) return begun.answer;
    const answer = makeAndKeep(key, version, make).finally(() => {
      if (making.get(key)?.answer === answer) making.delete(key);
    });
    making.set(key, { version, answer });
    return answer;
  }

  return { get, peek };
}
