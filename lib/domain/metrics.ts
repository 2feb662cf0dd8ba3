import { type AttemptResult, isCounted } from "./experiment";
import { passAt } from "./pass-at";

/** The four bits of one counted attempt. */
export type AttemptBits = { parseable: boolean; fileHit: boolean; fileHitAny: boolean; passed: boolean };

/** Metrics of one instance. A metric "at k" is null while fewer than k attempts are counted. */
export type InstanceMetrics = {
  instanceId: string;
  status: "complete" | "partial" | "missing";
  /** Counted attempts: settled, and not infra-error. */
  n: number;
  passedCount: number;
  parseableCount: number;
  fileHitCount: number;
  fileHitAnyCount: number;
  parseable: 0 | 1 | null;
  fileHit: 0 | 1 | null;
  fileHitAny: 0 | 1 | null;
  /** pass@1 … pass@k at index 0 … k-1; null where n < j. */
  passAt: (number | null)[];
  /** pass^k: all k attempts passed. */
  passAll: 0 | 1 | null;
};

/** Bits of an attempt by the design's rules: a refused patch stays parseable and hits no file. */
export function attemptBits(attempt: AttemptResult): AttemptBits {
  const parseable = attempt.applied === true;
  const hits = parseable && attempt.outcome !== "patch-refused";
  return {
    parseable,
    fileHit: hits && attempt.fileHit,
    fileHitAny: hits && attempt.fileHitAny,
    passed: attempt.outcome === "passed",
  };
}

/** Metrics of one instance from its attempts; attempts that are not counted are left out. */
export function instanceMetrics(
  instanceId: string,
  attempts: readonly AttemptResult[],
  k: number,
): InstanceMetrics {
  const bits = attempts.filter(isCounted).map(attemptBits);
  const n = bits.length;
  const count = (bit: keyof AttemptBits) => bits.filter((one) => one[bit]).length;
  const atK = (hit: boolean): 0 | 1 | null => (n < k ? null : hit ? 1 : 0);
  const passedCount = count("passed");
  const parseableCount = count("parseable");
  const fileHitCount = count("fileHit");
  const fileHitAnyCount = count("fileHitAny");
  return {
    instanceId,
    status: n >= k ? "complete" : n > 0 ? "partial" : "missing",
    n,
    passedCount,
    parseableCount,
    fileHitCount,
    fileHitAnyCount,
    parseable: atK(parseableCount > 0),
    fileHit: atK(fileHitCount > 0),
    fileHitAny: atK(fileHitAnyCount > 0),
    passAt: Array.from({ length: k }, (_, index) => passAt(n, passedCount, index + 1)),
    passAll: atK(passedCount === n),
  };
}

/** pass@k of an instance or of means, k being the length of the list. */
export function lastPassAt(values: readonly (number | null)[]): number | null {
  return values.at(-1) ?? null;
}
