import { execFile, execFileSync } from "node:child_process";
import { pack } from "tar-stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DockerConnection } from "@/evaluator/sandbox/docker/connection";
import { selectSandbox } from "@/evaluator/sandbox/select";
import type { ExecSpec, SandboxProvider, SandboxSession, SandboxSpec } from "@/evaluator/sandbox/types";
import { testConnection, testSocket } from "./support/engine";
import { EngineProxy } from "./support/engine-proxy";
import { processesWith } from "./support/processes";
import { ensureTestImage } from "./support/test-image";

const MB = 1024 * 1024;
const LIMITS = { memoryBytes: 64 * MB, cpus: 1, processes: 40, diskBytes: 64 * MB };
const installation = `docker-test-${process.pid}-${Date.now()}`;
const docker = (...args: string[]) =>
  execFileSync("docker", args, { stdio: ["ignore", "pipe", "pipe"] }).toString();
const containers = () =>
  docker("ps", "-aq", "--filter", `label=swe-game-bench.installation=${installation}`)
    .split("\n")
    .filter(Boolean);

let image: string;
const images: string[] = [];
const sessions: SandboxSession[] = [];
beforeAll(async () => {
  image = await ensureTestImage();
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  for (const id of containers()) docker("rm", "-f", id);
});
afterAll(() => {
  for (const name of images) docker("rmi", "-f", name);
});

function providerFor(connection: DockerConnection = testConnection): SandboxProvider {
  const selected = selectSandbox({ kind: "docker", installation, docker: connection });
  if (selected.status !== "selected") throw new Error(selected.message);
  return selected.provider;
}

async function open(provider: SandboxProvider, more: Partial<SandboxSpec> = {}): Promise<SandboxSession> {
  const opened = await provider.open(spec(more));
  if (opened.status !== "open") throw new Error(opened.message);
  sessions.push(opened.session);
  return opened.session;
}

const spec = (more: Partial<SandboxSpec> = {}): SandboxSpec => ({
  image,
  limits: LIMITS,
  labels: { owner: "tester", key: "some/instance 1" },
  network: "none",
  ...more,
});

const sh = (session: SandboxSession, script: string, more: Partial<ExecSpec> = {}) =>
  session.exec({ argv: ["sh", "-c", script], timeoutSeconds: 60, outputLimit: 10_000, ...more });

/** Starts a command that prints and then waits; once it has printed, answers how it will have ended. */
async function running(session: SandboxSession, script = "echo up; while :; do sleep 1; done") {
  let printed: () => void = () => {};
  const up = new Promise<void>((resolve) => {
    printed = resolve;
  });
  const result = sh(session, script, { onOutput: () => printed() });
  await up;
  return { ended: result.then(({ end }) => end) };
}

describe("a Docker sandbox", () => {
  it("is a container with every limit set, no mounts and no log", async () => {
    const session = await open(providerFor());
    const [info] = JSON.parse(docker("inspect", session.id));
    expect(info.HostConfig).toMatchObject({
      Init: true,
      NetworkMode: "none",
      Memory: LIMITS.memoryBytes,
      MemorySwap: LIMITS.memoryBytes,
      NanoCpus: 1e9,
      PidsLimit: LIMITS.processes,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      LogConfig: { Type: "none" },
      Privileged: false,
    });
    const ulimits = info.HostConfig.Ulimits.map(({ Name, Hard }: { Name: string; Hard: number }) => [
      Name,
      Hard,
    ]);
    expect(ulimits).toEqual(
      expect.arrayContaining([
        ["fsize", LIMITS.diskBytes],
        ["nofile", 16_384],
        ["core", 0],
      ]),
    );
    expect(info.Mounts).toEqual([]);
    expect(info.HostConfig.Binds ?? []).toEqual([]);
    expect(info.LogPath).toBe("");
    expect(info.Name).toMatch(/^\/swe-game-bench-some-instance-1-[0-9a-f]{12}$/);
  });

  it("gets a name of its own even for equal labels", async () => {
    const provider = providerFor();
    const [one, two] = [await open(provider), await open(provider)];
    expect(one.id).not.toBe(two.id);
    expect(containers()).toHaveLength(2);
  });

  it("takes no more CPUs than the engine has", async () => {
    const session = await open(providerFor(), { limits: { ...LIMITS, cpus: 4096 } });
    expect((await sh(session, "exit 5")).end).toEqual({ kind: "exited", code: 5 });
  });

  it("has a working loopback, which programs use among themselves", async () => {
    const session = await open(providerFor());
    const script = "echo hello | nc -l -p 4000 & sleep 1; nc -w 5 127.0.0.1 4000 </dev/null";
    expect(Buffer.from((await sh(session, script)).output.head).toString()).toBe("hello\n");
  });

  it("has a network only when asked for", async () => {
    const session = await open(providerFor(), { network: "online" });
    const { output } = await sh(session, "tail -n +3 /proc/net/dev | cut -d: -f1");
    expect(Buffer.from(output.head).toString()).toMatch(/eth0/);
  });
});

describe("failures of the engine", () => {
  it("tells a missing image, and leaves no container", async () => {
    const opened = await providerFor().open(spec({ image: "swe-game-bench-test/nothing:1" }));
    expect(opened).toMatchObject({ status: "sandbox-failed", reason: "image-missing" });
    expect(containers()).toEqual([]);
    expect(await providerFor().image("swe-game-bench-test/nothing:1")).toEqual({ status: "missing" });
  });

  it("tells limits that the engine cannot give", async () => {
    const opened = await providerFor().open(spec({ limits: { ...LIMITS, memoryBytes: 1000 } }));
    expect(opened).toMatchObject({ status: "sandbox-failed", reason: "limits" });
    expect(containers()).toEqual([]);
  });

  it("refuses an image with volumes, whose files escape the disk limit", async () => {
    const name = `swe-game-bench-test/volume:${process.pid}`;
    const id = docker("create", image).trim();
    docker("commit", "--change", "VOLUME /data", id, name);
    docker("rm", id);
    images.push(name);
    const opened = await providerFor().open(spec({ image: name }));
    expect(opened).toMatchObject({ status: "sandbox-failed", reason: "limits" });
    expect(opened.status === "sandbox-failed" && opened.message).toContain("/data");
  });

  it("says that no engine answers, and how to mend it", async () => {
    const provider = providerFor({ host: "unix:///nowhere/docker.sock" });
    const probe = await provider.probe();
    expect(probe.ok).toBe(false);
    expect(!probe.ok && probe.message).toContain("/nowhere/docker.sock");
    expect(!probe.ok && probe.mend).not.toBe("");
    expect(await provider.open(spec())).toMatchObject({ status: "sandbox-failed", reason: "engine" });
    expect(await provider.image(image)).toMatchObject({ status: "sandbox-failed", reason: "engine" });
    expect(await provider.reap({ owner: "tester" })).toMatchObject({
      status: "sandbox-failed",
      reason: "engine",
    });
  });

  it.each([
    ["removed", (id: string) => docker("rm", "-f", id)],
    ["killed", (id: string) => docker("kill", id)],
    ["stopped", (id: string) => docker("stop", "-t", "0", id)],
  ])("tells a container that somebody %s in mid-run as lost, not as a crash", async (_how, interfere) => {
    const session = await open(providerFor());
    const { ended } = await running(session);
    interfere(session.id);
    expect((await ended).kind).toBe("sandbox-lost");
    expect((await sh(session, "exit 0")).end.kind).toBe("sandbox-lost");
  });
});

describe("a container that dies while a command is being started", () => {
  it("never leaves the caller waiting", async () => {
    for (let round = 0; round < 5; round++) {
      const session = await open(providerFor());
      const kill = new Promise((resolve) => execFile("docker", ["kill", session.id], resolve));
      const { end } = await sh(session, "while :; do sleep 1; done", { timeoutSeconds: 45 });
      expect(end.kind).toBe("sandbox-lost");
      await kill;
    }
  });
});

describe("an engine at the end of a network", () => {
  let proxy: EngineProxy;
  beforeEach(async () => {
    proxy = new EngineProxy(testSocket());
    await proxy.open();
  });
  afterEach(() => proxy.cut());

  it("does all work over TCP", async () => {
    const session = await open(providerFor({ host: proxy.host }));
    const tar = pack();
    tar.entry({ name: "in.bin" }, Buffer.alloc(3 * MB, 7));
    tar.finalize();
    const bytes: Buffer[] = [];
    for await (const chunk of tar) bytes.push(Buffer.from(chunk as Uint8Array));
    expect(await session.put(Buffer.concat(bytes), "/data")).toEqual({ status: "done" });
    expect((await sh(session, "cp /data/in.bin /data/out.bin; exit 9")).end).toEqual({
      kind: "exited",
      code: 9,
    });
    const read = await session.read("/data/out.bin", 10 * MB);
    expect(read.status === "found" && Buffer.from(read.data).equals(Buffer.alloc(3 * MB, 7))).toBe(true);
    expect(await session.close()).toEqual({ status: "done" });
    expect(containers()).toEqual([]);
  });

  it("loses the run when the connection is lost, and the next start removes the leftover", async () => {
    const token = `lost-${process.pid}-${Date.now()}`;
    const session = await open(providerFor({ host: proxy.host }));
    const { ended } = await running(session, `echo up; while :; do sleep 1; : ${token}; done`);
    await proxy.cut();
    expect((await ended).kind).toBe("sandbox-lost");
    expect(await session.close()).toMatchObject({ status: "sandbox-failed", reason: "engine" });
    expect(processesWith(token)).toBeGreaterThan(0);
    await proxy.open();
    const next = providerFor({ host: proxy.host });
    expect(await next.reap({ owner: "tester" })).toEqual({ status: "reaped", count: 1 });
    expect(processesWith(token)).toBe(0);
  });

  it("takes the connection up again when only the quiet event stream was cut", async () => {
    const session = await open(providerFor({ host: proxy.host }));
    const { ended } = await running(session, "echo up; sleep 3; tail /dev/zero; exit 0");
    expect(proxy.cutConnections("GET /events")).toBe(1);
    expect(await ended).toEqual({ kind: "out-of-memory", limitBytes: LIMITS.memoryBytes });
  });

  it("fails a read and a put of a lost engine instead of throwing", async () => {
    const session = await open(providerFor({ host: proxy.host }));
    await proxy.cut();
    expect(await session.read("/etc/passwd", 10)).toMatchObject({
      status: "sandbox-failed",
      reason: "engine",
    });
    expect(await session.put(Buffer.alloc(1024), "/x")).toMatchObject({
      status: "sandbox-failed",
      reason: "engine",
    });
    expect(await session.remove(["/x"])).toMatchObject({ status: "sandbox-failed", reason: "engine" });
    await proxy.open();
  });
});

describe("warm images", () => {
  it("keep files and labels, and neither variables nor anything of the sandbox itself", async () => {
    const name = `swe-game-bench-test/warm:${process.pid}`;
    images.push(name);
    const provider = providerFor();
    const session = await open(provider, { env: { LICENCE: "secret" } });
    await sh(session, 'echo imported > /kept; echo loud output; echo "$LICENCE"');
    const committed = await session.commit?.(name, { "swe-game-bench.warm": "abc" });
    if (committed?.status !== "committed") throw new Error(JSON.stringify(committed));
    await session.close();

    const found = await provider.image(name);
    if (found.status !== "found") throw new Error(found.status);
    expect(found.digest).toBe(committed.digest);
    expect(found.labels).toMatchObject({ "swe-game-bench.warm": "abc" });
    expect(Object.values(found.labels).filter((value) => value !== "")).toEqual(["abc"]);
    const [info] = JSON.parse(docker("inspect", name));
    expect(JSON.stringify(info)).not.toContain("secret");
    expect(info.Config.Cmd).toEqual(["/bin/sh"]);
    expect(info.Config.Entrypoint ?? []).toEqual([]);

    const warm = await open(provider, { image: committed.digest });
    const { output, end } = await sh(warm, 'cat /kept; echo "licence: $LICENCE"');
    expect(end).toEqual({ kind: "exited", code: 0 });
    expect(Buffer.from(output.head).toString()).toBe("imported\nlicence: \n");
  });

  it("make containers that no search for leftovers finds", async () => {
    const name = `swe-game-bench-test/warm-labels:${process.pid}`;
    images.push(name);
    const provider = providerFor();
    const session = await open(provider);
    await session.commit?.(name, {});
    await session.close();
    const id = docker("create", name, "true").trim();
    try {
      expect(await provider.reap({ owner: "tester" })).toEqual({ status: "reaped", count: 0 });
      expect(docker("inspect", "--format", "{{.Id}}", id).trim()).toBe(id);
    } finally {
      docker("rm", id);
    }
  });

  it("can be made of a sandbox whose programs were killed", async () => {
    const name = `swe-game-bench-test/warm-killed:${process.pid}`;
    images.push(name);
    const session = await open(providerFor());
    await sh(session, "echo x > /kept; sleep 100", { timeoutSeconds: 1 });
    expect((await session.commit?.(name, {}))?.status).toBe("committed");
  });
});

describe("leftovers", () => {
  it("of other installations are never touched", async () => {
    const selected = selectSandbox({
      kind: "docker",
      installation: `${installation}-other`,
      docker: testConnection,
    });
    if (selected.status !== "selected") throw new Error(selected.message);
    const session = await open(selected.provider);
    expect(await providerFor().reap({ owner: "tester" })).toEqual({ status: "reaped", count: 0 });
    expect((await sh(session, "exit 0")).end).toEqual({ kind: "exited", code: 0 });
    await session.close();
  });

  it("are removed once by several workers at a time", async () => {
    const provider = providerFor();
    for (let i = 0; i < 3; i++) await open(provider);
    const reaped = await Promise.all([1, 2, 3].map(() => providerFor().reap({ owner: "tester" })));
    expect(reaped.every(({ status }) => status === "reaped")).toBe(true);
    expect(containers()).toEqual([]);
  });
});
