/** Uploads that one process takes at a time: what each holds in memory is bounded, so their number must be. */
const MOST = 4;
const MOST_OF_ONE = 2;

/** Instances of this module differ between routes; only the global object is one in a process. */
const shared = globalThis as typeof globalThis & { sweGameBenchUploads?: Map<string, number> };

/** Takes a place for an upload; null when all are taken. Call what it gives when the upload is over. */
export function takeUploadSlot(userId: string): (() => void) | null {
  shared.sweGameBenchUploads ??= new Map();
  const taken = shared.sweGameBenchUploads;
  const all = [...taken.values()].reduce((sum, one) => sum + one, 0);
  const own = taken.get(userId) ?? 0;
  if (all >= MOST || own >= MOST_OF_ONE) return null;
  taken.set(userId, own + 1);
  return () => {
    const left = (taken.get(userId) ?? 1) - 1;
    if (left > 0) taken.set(userId, left);
    else taken.delete(userId);
  };
}
