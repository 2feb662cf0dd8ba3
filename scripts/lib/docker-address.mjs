// Which Docker engine the settings name, as the `docker` command would choose it. Plain Node.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export const SYSTEM_SOCKET = "/var/run/docker.sock";

/**
 * `chosen` is true when the user named the engine: then no other one is started in its place.
 * @returns {{ host: string, chosen: boolean, problem?: string }}
 */
export function dockerAddress(env, socket = SYSTEM_SOCKET) {
  if (env.DOCKER_HOST) return { host: env.DOCKER_HOST, chosen: true };
  const configDir = env.DOCKER_CONFIG ?? path.join(env.HOME ?? os.homedir(), ".docker");
  const context = env.DOCKER_CONTEXT || readJson(path.join(configDir, "config.json"))?.currentContext;
  if (!context || context === "default") return { host: `unix://${socket}`, chosen: false };
  const id = createHash("sha256").update(context).digest("hex");
  const meta = readJson(path.join(configDir, "contexts", "meta", id, "meta.json"));
  const host = meta?.Endpoints?.docker?.Host;
  if (host) return { host, chosen: true };
  return {
    host: "",
    chosen: true,
    problem: `The Docker context "${context}" is not defined in ${configDir}.`,
  };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
