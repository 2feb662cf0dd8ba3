/** A stream of pseudo-random numbers that is the same for the same seed, on every machine. */
export type Random = {
  /** A uniform integer from 0 to 2^32 − 1. */
  next(): number;
  /** A uniform integer from 0 to `limit` − 1, without bias. */
  below(limit: number): number;
};

type State = [number, number, number, number];

/**
 * xoshiro128** by Blackman and Vigna, its state filled by splitmix32 from an FNV-1a hash of the seed text.
 * Good enough for resampling; not for secrets.
 */
export function createRandom(seed: string): Random {
  return fromState(stateOf(seed));
}

/** The generator with a given state, for tests against published values. */
export function fromState([a, b, c, d]: State): Random {
  let [s0, s1, s2, s3] = [a >>> 0, b >>> 0, c >>> 0, d >>> 0];
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotate(s3, 11);
    return result;
  };
  const below = (limit: number): number => {
    // The last, incomplete block of values would make small numbers likelier.
    const end = 2 ** 32 - (2 ** 32 % limit);
    let value = next();
    while (value >= end) value = next();
    return value % limit;
  };
  return { next, below };
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function stateOf(seed: string): State {
  let mixed = fnv1a(seed);
  const word = (): number => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  return [word(), word(), word(), word()];
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
