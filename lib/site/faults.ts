import { ConfigError } from "@/lib/config";

/** The site was called in a way that it cannot start with. */
class CallError extends Error {}

/** @throws CallError for what is no port */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CallError(`--port takes a number from 0 to 65535, not "${text}".`);
}

/** What to say of an error that the site ends with, and the exit code: 2 for a wrong call, 3 for anything else. */
export function faultOf(error: unknown): { message: string; exitCode: 2 | 3 } {
  const { code = "", syscall = "" } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CallError || error instanceof ConfigError || code.startsWith("ERR_PARSE_ARGS"))
    return { message, exitCode: 2 };
  if (["listen", "bind", "getaddrinfo"].includes(syscall))
    return {
      message: `The site cannot listen: ${message}. Choose another --port or --hostname.`,
      exitCode: 3,
    };
  return { message: error instanceof Error ? (error.stack ?? message) : message, exitCode: 3 };
}
