import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

type Answer = { status: "ready" | "unavailable"; message: string; mend: string };
const SCRIPT = pathToFileURL(path.join(import.meta.dirname, "docker-engine.mjs")).href;

/** A stand-in for dockerd: answers `/version` on the socket that `--host` names. */
const FAKE_DOCKERD = `#!${process.execPath}
const socket = process.argv[3].slice("unix://".length);
console.log("fake engine up");
require("node:http").createServer((_, answer) => answer.end('{"Version":"9.9"}')).listen(socket);
setTimeout(() => process.exit(0), 20000);
`;

let dir: string;
let servers: http.Server[];
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "docker-engine-"));
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close();
  if (existsSync(path.join(dir, "dockerd.pid")))
    process.kill(Number(readFileSync(path.join(dir, "dockerd.pid"))));
  rmSync(dir, { recursive: true, force: true });
});

const socket = () => path.join(dir, "engine.sock");
const plainEnv = () => ({
  HOME: dir,
  PATH: path.join(dir, "bin"),
  SWE_GAME_BENCH_DATA_DIR: path.join(dir, "data"),
});

async function ensure(env: Record<string, string>, install = false): Promise<Answer> {
  const { ensureDockerEngine } = await import(SCRIPT);
  return ensureDockerEngine({ install, env, socket: socket(), readySeconds: 10 });
}

function serve(at: string, body = '{"Version":"1.2.3"}'): Promise<void> {
  const server = http.createServer((_request, response) => response.end(body));
  servers.push(server);
  return new Promise((resolve) => server.listen(at, () => resolve()));
}

function command(name: string, text: string): void {
  mkdirSync(path.join(dir, "bin"), { recursive: true });
  writeFileSync(path.join(dir, "bin", name), text);
  chmodSync(path.join(dir, "bin", name), 0o755);
}

describe("ensureDockerEngine", () => {
  it("uses the engine that answers on the usual socket", async () => {
    await serve(socket());
    const answer = await ensure(plainEnv());
    expect(answer).toMatchObject({ status: "ready", mend: "" });
    expect(answer.message).toContain("Docker 1.2.3 answers");
  });

  it("uses the engine that DOCKER_HOST names, and tells when it does not answer", async () => {
    const named = path.join(dir, "named.sock");
    const env = { ...plainEnv(), DOCKER_HOST: `unix://${named}` };
    command("dockerd", FAKE_DOCKERD);
    const before = await ensure(env, true);
    expect(before.status).toBe("unavailable");
    expect(before.message).toContain(named);
    expect(before.mend).toContain("DOCKER_HOST");
    expect(existsSync(path.join(dir, "data"))).toBe(false);
    await serve(named);
    expect((await ensure(env)).message).toContain("1.2.3");
  });

  it("follows the current context of the docker command", async () => {
    const id = createHash("sha256").update("elsewhere").digest("hex");
    const meta = path.join(dir, ".docker", "contexts", "meta", id);
    mkdirSync(meta, { recursive: true });
    writeFileSync(path.join(dir, ".docker", "config.json"), '{"currentContext":"elsewhere"}');
    const host = `unix://${path.join(dir, "context.sock")}`;
    writeFileSync(path.join(meta, "meta.json"), JSON.stringify({ Endpoints: { docker: { Host: host } } }));
    await serve(path.join(dir, "context.sock"));
    expect((await ensure(plainEnv())).message).toContain("context.sock");
    rmSync(path.join(dir, ".docker", "contexts"), { recursive: true });
    const broken = await ensure(plainEnv(), true);
    expect(broken).toMatchObject({ status: "unavailable" });
    expect(broken.message).toContain('"elsewhere"');
  });

  it("does not take something else for an engine", async () => {
    await serve(socket(), "hello");
    expect((await ensure({ ...plainEnv(), DOCKER_HOST: `unix://${socket()}` })).message).toContain(
      "something else",
    );
  });

  it("says how to mend it when it may not install", async () => {
    command("dockerd", FAKE_DOCKERD);
    const answer = await ensure(plainEnv());
    expect(answer.status).toBe("unavailable");
    expect(answer.mend).toContain("Install and start Docker");
  });

  it("says so where there is neither an engine nor apt-get", async () => {
    mkdirSync(path.join(dir, "bin"));
    const answer = await ensure(plainEnv(), true);
    expect(answer.status).toBe("unavailable");
    expect(answer.message).toContain("only be installed from here on Debian");
  });

  it("starts an installed dockerd, leaves it running, and keeps its log in the data folder", async () => {
    command("dockerd", FAKE_DOCKERD);
    const answer = await ensure(plainEnv(), true);
    expect(answer.status).toBe("ready");
    expect(answer.message).toContain("Docker 9.9 was started here");
    const pid = /process (\d+)/.exec(answer.message)?.[1] ?? "";
    writeFileSync(path.join(dir, "dockerd.pid"), pid);
    expect(readFileSync(path.join(dir, "data", "dockerd.log"), "utf8")).toContain("fake engine up");
    expect(execFileSync("ps", ["-o", "pgid=", "-p", pid]).toString().trim()).toBe(pid);
  });

  it("installs from Debian first when there is no dockerd", async () => {
    command("dockerd.packaged", FAKE_DOCKERD);
    const bin = path.join(dir, "bin");
    command(
      "apt-get",
      `#!/bin/sh\necho "$@" >> ${dir}/apt.log\n[ "$1" = install ] && /bin/cp ${bin}/dockerd.packaged ${bin}/dockerd\nexit 0\n`,
    );
    const answer = await ensure(plainEnv(), true);
    expect(answer.status).toBe("ready");
    writeFileSync(path.join(dir, "dockerd.pid"), /process (\d+)/.exec(answer.message)?.[1] ?? "");
    const calls = readFileSync(path.join(dir, "apt.log"), "utf8").trim().split("\n");
    expect(calls[0]).toBe("update -qq");
    expect(calls[1]).toContain("--no-install-recommends docker.io iptables");
  });

  it("tells what dockerd said when it ends at once", async () => {
    command("dockerd", "#!/bin/sh\necho cannot mount cgroups\nexit 1\n");
    const answer = await ensure(plainEnv(), true);
    expect(answer.status).toBe("unavailable");
    expect(answer.message).toContain("ended at once: cannot mount cgroups");
    expect(answer.mend).toContain("dockerd.log");
  });
});
