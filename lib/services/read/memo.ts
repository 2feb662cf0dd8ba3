/** Gives what is known for a key, or makes it. */
export type Memo<T> = {
  (key: string, make: () => T): T;
  /** What is known, without making it. */
  peek(key: string): T | undefined;
};

/** Remembers the results for the latest keys; the one used longest ago is forgotten first. */
export function memo<T>(size: number): Memo<T> {
  const known = new Map<string, T>();
  const get = (key: string, make: () => T) => {
    const value = known.has(key) ? (known.get(key) as T) : make();
    known.delete(key);
    known.set(key, value);
    const oldest = known.keys().next();
    if (known.size > size && !oldest.done) known.delete(oldest.value);
    return value;
  };
  return Object.assign(get, { peek: (key: string) => known.get(key) });
}
