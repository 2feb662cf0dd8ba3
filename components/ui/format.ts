/** How numbers, times and sizes are written everywhere on the site. */

/** "0.375"; "—" where there is none. */
export function fixed3(value: number | null): string {
  return value === null ? "—" : value.toFixed(3);
}

/** "2026-11-29" in UTC. */
export function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** "2026-11-29 22:34 UTC". */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** "840 ms", "12.4 s", "3 min 05 s", "2 h 10 min". */
export function duration(ms: number | null): string {
  if (ms === null) return "—";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** "1 December 2026" in UTC. */
export function longDay(at: number): string {
  return LONG_DAY.format(at);
}

const LONG_DAY = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/** How long something may still take: "less than a minute", "about 12 min", "about 2 h 10 min". */
export function roughly(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min`;
  // By ten minutes: finer digits would only jump about.
  const tens = Math.round(minutes / 10) * 10;
  const rest = tens % 60;
  return `about ${Math.floor(tens / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}

/** "812 B", "3.4 KB", "12 MB". */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1_000_000) return `${Number((size / 1000).toFixed(1))} KB`;
  return `${Number((size / 1_000_000).toFixed(1))} MB`;
}

/** "1 attempt", "2 attempts". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first digits of a hash: enough to tell hashes apart by eye. */
export function shortHash(hash: string): string {
  return hash.replace(/^sha256:/, "").slice(0, 12);
}
