import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveConnection } from "./connection";
import { DockerEngine } from "./engine";

let configDir: string;
beforeEach(() => {
  configDir = mkdtempSync(path.join(os.tmpdir(), "docker-config-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(configDir, { recursive: true, force: true });
});

function addContext(name: string, host: string, tls = false): void {
  const id = createHash("sha256").update(name).digest("hex");
  const meta = path.join(configDir, "contexts", "meta", id);
  mkdirSync(meta, { recursive: true });
  writeFileSync(
    path.join(meta, "meta.json"),
    JSON.stringify({ Name: name, Endpoints: { docker: { Host: host } } }),
  );
  if (!tls) return;
  const dir = path.join(configDir, "contexts", "tls", id, "docker");
  mkdirSync(dir, { recursive: true });
  for (const file of ["ca.pem", "cert.pem", "key.pem"]) writeFileSync(path.join(dir, file), file);
}

const where = (connection: Parameters<typeof resolveConnection>[0]) => {
  const resolved = resolveConnection({ configDir, ...connection });
  return resolved.status === "resolved" ? resolved.where : resolved.message;
};

describe("resolveConnection", () => {
  it("takes the system's socket when nothing else is said", () => {
    expect(where({})).toBe("unix:///var/run/docker.sock");
  });

  it.each([
    ["unix:///run/user/1/docker.sock", "unix:///run/user/1/docker.sock"],
    ["tcp://example.org:1234", "tcp://example.org:1234"],
    ["tcp://example.org", "tcp://example.org:2375"],
    ["ssh://user@example.org", "ssh://example.org"],
  ])("takes the host %s", (host, expected) => expect(where({ host })).toBe(expected));

  it.each(["nonsense", "ftp://example.org", "tcp://", ""])("refuses the host %j or falls back", (host) => {
    const resolved = resolveConnection({ host, configDir });
    if (host === "") expect(resolved.status).toBe("resolved");
    else expect(resolved).toMatchObject({ status: "wrong", mend: expect.stringContaining("DOCKER_HOST") });
  });

  it("lets the host win over contexts, a named context over the current one", () => {
    addContext("current", "unix:///current.sock");
    addContext("named", "unix:///named.sock");
    writeFileSync(path.join(configDir, "config.json"), '{"currentContext":"current"}');
    expect(where({})).toBe("unix:///current.sock");
    expect(where({ context: "named" })).toBe("unix:///named.sock");
    expect(where({ context: "default" })).toBe("unix:///var/run/docker.sock");
    expect(where({ context: "named", host: "unix:///host.sock" })).toBe("unix:///host.sock");
  });

  it("says which context is missing", () => {
    expect(where({ context: "gone" })).toContain('"gone"');
  });

  it("uses the certificates of a context or of a folder, and misses none in silence", () => {
    addContext("secure", "tcp://example.org:2376", true);
    const resolved = resolveConnection({ configDir, context: "secure" });
    if (resolved.status !== "resolved") throw new Error(resolved.message);
    expect(resolved.options).toMatchObject({ protocol: "https", port: 2376, key: Buffer.from("key.pem") });
    expect(where({ host: "tcp://example.org:2376", certPath: configDir })).toContain("ca.pem");
  });

  it("is not misled by the environment, which dockerode reads by itself", async () => {
    vi.stubEnv("DOCKER_HOST", "tcp://127.0.0.1:9");
    const connected = DockerEngine.connect({ host: "unix:///nowhere.sock" });
    if (connected.status !== "connected") throw new Error(connected.message);
    await expect(connected.engine.info()).rejects.toThrow("/nowhere.sock");
  });
});
