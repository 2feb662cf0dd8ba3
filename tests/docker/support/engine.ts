import { resolveConnection } from "@/evaluator/sandbox/docker/connection";
import { readConfig } from "@/lib/config";

/** The engine that the tests use: the one that the `docker` command of this machine uses too. */
export const testConnection = readConfig().docker;

/** The socket of that engine, for tests that put something in between. */
export function testSocket(): string {
  const resolved = resolveConnection(testConnection);
  if (resolved.status === "resolved" && resolved.options.socketPath) return resolved.options.socketPath;
  throw new Error("This test needs an engine on a unix socket of this machine.");
}
