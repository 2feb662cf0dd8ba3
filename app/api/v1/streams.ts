/** Streams of events that this process keeps open: each is a connection, so their number is bounded. */
const MOST = 200;
const MOST_OF_ONE = 8;

type Open = { userId: string; close: () => void };

/** Instances of this module differ between routes; only the global object is one in a process. */
const shared = globalThis as typeof globalThis & { sweGameBenchStreams?: Set<Open> };

/** An open stream keeps a stopping server from ending, so all are closed at the first signal. */
function streams(): Set<Open> {
  if (shared.sweGameBenchStreams) return shared.sweGameBenchStreams;
  const open = new Set<Open>();
  shared.sweGameBenchStreams = open;
  const closeAll = () => {
    for (const one of [...open]) one.close();
  };
  process.on("SIGTERM", closeAll);
  process.on("SIGINT", closeAll);
  return open;
}

/** Takes a place for a stream; null when all are taken. Call what it gives when the stream is over. */
export function registerStream(userId: string, close: () => void): (() => void) | null {
  const open = streams();
  const own = [...open].filter((one) => one.userId === userId).length;
  if (open.size >= MOST || own >= MOST_OF_ONE) return null;
  const entry = { userId, close };
  open.add(entry);
  return () => open.delete(entry);
}
