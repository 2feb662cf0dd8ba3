import { createHash } from "node:crypto";

/** Numbers from 0 to below 1 that depend on the seed alone, on every machine. */
export function seededRandom(seed: string): () => number {
  let count = 0;
  return () => {
    const digest = createHash("sha256").update(`${seed}#${count++}`).digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
}
