import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DockerOptions } from "dockerode";
import * as z from "zod";

/** Which Docker engine to use, as the `docker` command would choose it. */
export type DockerConnection = {
  /** `DOCKER_HOST`; wins over every context. */
  host?: string | undefined;
  /** `DOCKER_CONTEXT`; wins over the context that the configuration names. */
  context?: string | undefined;
  /** Where `config.json` and `contexts/` are, usually `~/.docker`. */
  configDir?: string | undefined;
  /** `DOCKER_CERT_PATH`: ca.pem, cert.pem and key.pem for a TCP host. */
  certPath?: string | undefined;
  /** `DOCKER_TLS_VERIFY` is set. */
  tlsVerify?: boolean | undefined;
  /** `SSH_AUTH_SOCK`, for `ssh://` hosts. */
  sshAgent?: string | undefined;
};

export type ResolvedConnection =
  | { status: "resolved"; options: DockerOptions; where: string }
  | { status: "wrong"; message: string; mend: string };

const SYSTEM_SOCKET = "/var/run/docker.sock";
const configSchema = z.looseObject({ currentContext: z.string().optional() });
const contextSchema = z.looseObject({
  Endpoints: z.looseObject({
    docker: z.looseObject({ Host: z.string().min(1) }),
  }),
});

/** Turns the settings into options for dockerode: host first, then the context, then the default socket. */
export function resolveConnection(connection: DockerConnection): ResolvedConnection {
  if (connection.host) return fromHost(connection.host, connection, connection.certPath);
  const name = connection.context ?? currentContext(connection.configDir);
  if (name && name !== "default") return fromContext(name, connection);
  const userSocket = connection.configDir ? path.join(connection.configDir, "run", "docker.sock") : "";
  const socket = !existsSync(SYSTEM_SOCKET) && existsSync(userSocket) ? userSocket : SYSTEM_SOCKET;
  return socketOptions(socket);
}

function currentContext(configDir: string | undefined): string | undefined {
  if (!configDir) return undefined;
  const parsed = configSchema.safeParse(readJson(path.join(configDir, "config.json")));
  return parsed.success ? parsed.data.currentContext : undefined;
}

function fromContext(name: string, connection: DockerConnection): ResolvedConnection {
  const id = createHash("sha256").update(name).digest("hex");
  const contexts = path.join(connection.configDir ?? "", "contexts");
  const parsed = contextSchema.safeParse(readJson(path.join(contexts, "meta", id, "meta.json")));
  if (!parsed.success) {
    return {
      status: "wrong",
      message: `The Docker context ${JSON.stringify(name)} is not defined in ${contexts}.`,
      mend: "Choose another with `docker context use NAME`, or set DOCKER_HOST.",
    };
  }
  const tls = path.join(contexts, "tls", id, "docker");
  const host = parsed.data.Endpoints.docker.Host;
  return fromHost(host, connection, existsSync(tls) ? tls : undefined);
}

function fromHost(host: string, connection: DockerConnection, certPath?: string): ResolvedConnection {
  if (host.startsWith("unix://")) return socketOptions(host.slice("unix://".length) || SYSTEM_SOCKET);
  if (host.startsWith("npipe://")) return socketOptions(host.slice("npipe://".length));
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url?.protocol === "ssh:") return sshOptions(url, connection);
  if (url && ["tcp:", "http:", "https:"].includes(url.protocol) && url.hostname) {
    return tcpOptions(url, connection, certPath);
  }
  return {
    status: "wrong",
    message: `${JSON.stringify(host)} is no address of a Docker engine.`,
    mend: "DOCKER_HOST looks like unix:///var/run/docker.sock, tcp://host:2376 or ssh://user@host.",
  };
}

/**
 * dockerode lays its own reading of the environment under our options; every field that could come from
 * there is therefore set, so that the choice made here stands.
 */
const NOTHING = {
  host: "",
  port: undefined,
  ca: undefined,
  cert: undefined,
  key: undefined,
  pathPrefix: "/",
};

function socketOptions(socketPath: string): ResolvedConnection {
  return {
    status: "resolved",
    options: { ...NOTHING, socketPath, protocol: "http" },
    where: `unix://${socketPath}`,
  };
}

function tcpOptions(url: URL, connection: DockerConnection, certPath?: string): ResolvedConnection {
  const secure = url.protocol === "https:" || connection.tlsVerify === true || url.port === "2376";
  const base = { ...NOTHING, socketPath: undefined, host: url.hostname };
  const port = Number(url.port || (secure ? 2376 : 2375));
  const where = `tcp://${url.hostname}:${port}`;
  if (!secure && !certPath) {
    return { status: "resolved", options: { ...base, port, protocol: "http" }, where };
  }
  const files = ["ca.pem", "cert.pem", "key.pem"].map((name) => path.join(certPath ?? "", name));
  const missing = certPath ? files.filter((file) => !existsSync(file)) : [];
  if (missing.length > 0) {
    return {
      status: "wrong",
      message: `The Docker engine at ${where} wants TLS and these files are missing: ${missing.join(", ")}.`,
      mend: "Point DOCKER_CERT_PATH at the folder with ca.pem, cert.pem and key.pem.",
    };
  }
  const [ca, cert, key] = certPath ? files.map((file) => readFileSync(file)) : [];
  return { status: "resolved", options: { ...base, port, protocol: "https", ca, cert, key }, where };
}

function sshOptions(url: URL, connection: DockerConnection): ResolvedConnection {
  return {
    status: "resolved",
    options: {
      ...NOTHING,
      socketPath: undefined,
      protocol: "ssh",
      host: url.hostname,
      port: Number(url.port || 22),
      username: url.username || undefined,
      sshOptions: connection.sshAgent ? { agent: connection.sshAgent } : {},
    },
    where: `ssh://${url.host}`,
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
