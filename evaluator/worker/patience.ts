import { quietDelay } from "./limit";

const TRIES = 12;
const PAUSE_MS = 250;

/**
 * Writes to a database that others may hold: each try waits for the driver's own timeout. The result of a
 * long run must not be lost, or the run repeated, because somebody's large submission is being stored.
 */
export async function untilFree<T>(write: () => T, pauseMs = PAUSE_MS): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return write();
    } catch (error) {
      if (!isBusy(error) || attempt === TRIES) throw error;
      await quietDelay(pauseMs);
    }
  }
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && code.startsWith("SQLITE_BUSY");
}
