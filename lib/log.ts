import pino, { type Logger } from "pino";

export type { Logger };

/** A JSON-lines logger on stderr; each process makes one and passes children down. */
export function createLogger(name: string, level: string): Logger {
  return pino(
    { name, level, redact: ["token", "licence", "*.token", "*.licence"] },
    pino.destination({ dest: 2, sync: true }),
  );
}
