/** Runs `work` on each item, at most `limit` at a time; stops taking items after the first failure. */
export async function eachAtMost<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    // Lanes share one iterator, so each item is taken once.
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, lane));
}
