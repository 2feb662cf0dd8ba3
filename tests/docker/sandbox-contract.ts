import { execFileSync } from "node:child_process";
import { Readable } from "node:stream";
import { pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IsolationPart } from "@/evaluator/sandbox/isolation";
import type {
  ExecResult,
  ExecSpec,
  SandboxProvider,
  SandboxSession,
  SandboxSpec,
} from "@/evaluator/sandbox/types";

/** Commands with the same behaviour under every provider; `path` is that of the session they run in. */
export type ContractPrograms = {
  exit(code: number): string[];
  say(out: string, err: string): string[];
  showVariable(name: string): string[];
  showFolder(): string[];
  show(path: string): string[];
  showMode(path: string): string[];
  write(path: string, text: string): string[];
  /** Prints BEGIN, `bytes` bytes, END. */
  flood(bytes: number): string[];
  /** Prints "ready"; it, a child, a child in its own session and a daemon ignore TERM and carry `token`. */
  stubborn(token: string): string[];
  /** Prints one word, then nothing for ever. */
  silent(): string[];
  /** Prints a dot every 100 ms for a while, then exits with 0. */
  chatter(seconds: number): string[];
  hogMemory(): string[];
  /** A child dies at the memory limit; the program itself exits with 0. */
  hogMemoryInChild(): string[];
  forkBomb(token: string): string[];
  fillDisk(): string[];
  fillDiskWithEmptyFiles(): string[];
  networkInterfaces(): string[];
  /** Exit code 0 if some host of the internet could be reached. */
  connect(): string[];
  processStatus(): string[];
  /** Makes `link` (to /etc/passwd), `pipe`, `folder` and `out` (a link to /etc) in a folder. */
  makeOddFiles(folder: string): string[];
  makeFile(path: string, bytes: number): string[];
  /** Kills every process it may kill, itself last. */
  killEverything(): string[];
};

export type ContractHarness = {
  name: string;
  image: string;
  /** An id of this run, so that the leftovers of other runs are not counted. */
  installation: string;
  /** A provider on the same host as every other one of this harness. */
  provider(): SandboxProvider;
  programs(session: SandboxSession): ContractPrograms;
  /** Living processes of any sandbox whose command line holds the token. */
  livingProcesses(token: string): number;
  /** Sandboxes of this installation that exist. */
  sandboxes(): number;
  /** A worker opens a sandbox with these labels, starts `stubborn(token)` in it and is killed. */
  abandon(labels: Record<string, string>, token: string): Promise<void>;
};

const MB = 1024 * 1024;
const LIMITS = { memoryBytes: 128 * MB, cpus: 1, processes: 48, diskBytes: 512 * MB };

let tokens = 0;
const newToken = () => `contract-${process.pid}-${Date.now()}-${tokens++}`;

/** The promises of `evaluator/sandbox/types.ts`, held against one provider. */
export function describeSandboxContract(makeHarness: () => Promise<ContractHarness>, name: string): void {
  describe(`sandbox contract: ${name}`, () => {
    let harness: ContractHarness;
    let provider: SandboxProvider;
    const open: SandboxSession[] = [];

    beforeAll(async () => {
      harness = await makeHarness();
      provider = harness.provider();
    });
    afterAll(async () => {
      for (const session of open) await session.close();
    });

    async function start(more: Partial<SandboxSpec> = {}): Promise<SandboxSession> {
      const labels = { owner: "contract", key: newToken() };
      const spec: SandboxSpec = { image: harness.image, limits: LIMITS, labels, network: "none", ...more };
      const opened = await provider.open(spec);
      if (opened.status !== "open") throw new Error(opened.message, { cause: opened.cause });
      open.push(opened.session);
      return opened.session;
    }

    async function run(
      session: SandboxSession,
      program: (programs: ContractPrograms) => string[],
      more: Partial<ExecSpec> = {},
    ): Promise<ExecResult & { text: string }> {
      const [command, ...args] = program(harness.programs(session));
      if (!command) throw new Error("the harness has no such program");
      const spec: ExecSpec = {
        argv: [command, ...args],
        timeoutSeconds: 60,
        outputLimit: 64 * 1024,
        ...more,
      };
      const result = await session.exec(spec);
      return { ...result, text: Buffer.concat([result.output.head, result.output.tail]).toString() };
    }

    /** A test of one part of the isolation; a provider that lacks it must say so in its probe instead. */
    function isolates(part: IsolationPart, title: string, test: () => Promise<void>): void {
      it(`${title}, or its probe says that it does not`, async () => {
        const probe = await provider.probe();
        if (!probe.ok) throw new Error(probe.message);
        if (probe.isolation[part]) return test();
        expect(probe.notes.filter((note) => note.startsWith(`${part}: `))).not.toEqual([]);
      });
    }

    describe("files", () => {
      it("gives back the bytes, modes and names that were put", async () => {
        const session = await start();
        const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) % 256));
        const tar = tarOf([
          { name: "plain.bin", data: bytes, mode: 0o644 },
          { name: "sub folder/Größe 試し.txt", data: Buffer.from("\ufeffa\r\n"), mode: 0o755 },
          { name: "empty", data: Buffer.alloc(0), mode: 0o600 },
        ]);
        expect(await session.put(tar, "/work/deep/er")).toEqual({ status: "done" });
        const plain = await found(session, "/work/deep/er/plain.bin");
        expect(Buffer.from(plain.data).equals(bytes)).toBe(true);
        expect(plain.truncated).toBe(false);
        const named = await found(session, "/work/deep/er/sub folder/Größe 試し.txt");
        expect(Buffer.from(named.data).toString("hex")).toBe("efbbbf610d0a");
        expect((await found(session, "/work/deep/er/empty")).data).toHaveLength(0);
        const mode = await run(session, (programs) =>
          programs.showMode("/work/deep/er/sub folder/Größe 試し.txt"),
        );
        expect(mode.text.trim()).toBe("755");
        await session.close();
      });

      it("lets programs see what was put and reads what they write", async () => {
        const session = await start();
        await session.put(tarOf([{ name: "in.txt", data: Buffer.from("from outside") }]), "/exchange");
        expect((await run(session, (programs) => programs.show("/exchange/in.txt"))).text).toBe(
          "from outside",
        );
        const before = Date.now();
        await run(session, (programs) => programs.write("/exchange/out.txt", "from inside"));
        const out = await found(session, "/exchange/out.txt");
        expect(Buffer.from(out.data).toString()).toBe("from inside");
        expect(out.mtimeMs).toBeGreaterThan(before - 2000);
        expect(out.mtimeMs).toBeLessThan(Date.now() + 2000);
        await session.close();
      });

      it("puts over existing files and takes a tar as one piece of bytes", async () => {
        const session = await start();
        await session.put(tarOf([{ name: "a", data: Buffer.from("first, longer") }]), "/over");
        const second = await bytesOf(tarOf([{ name: "a", data: Buffer.from("second") }]));
        expect(await session.put(second, "/over")).toEqual({ status: "done" });
        expect(Buffer.from((await found(session, "/over/a")).data).toString()).toBe("second");
        await session.close();
      });

      it("fails instead of throwing when the tar ends in the middle or its source breaks", async () => {
        const session = await start();
        const whole = await bytesOf(tarOf([{ name: "a", data: Buffer.alloc(5000, 1) }]));
        expect((await session.put(whole.subarray(0, 2000), "/cut")).status).toBe("sandbox-failed");
        const breaks = async function* () {
          yield whole.subarray(0, 600);
          throw new Error("the source broke");
        };
        expect((await session.put(Readable.from(breaks()), "/cut")).status).toBe("sandbox-failed");
        const destroyed = Readable.from([whole]);
        destroyed.destroy();
        expect((await session.put(destroyed, "/cut")).status).toBe("sandbox-failed");
        await session.close();
      });

      it("tells missing files, links, folders and pipes from files, and does not follow links", async () => {
        const session = await start();
        await run(session, (programs) => programs.makeOddFiles("/odd"));
        expect(await session.read("/odd/nothing", 100)).toEqual({ status: "missing" });
        expect(await session.read("/nowhere/at/all", 100)).toEqual({ status: "missing" });
        expect(await session.read("/odd/link", 100)).toEqual({ status: "refused", found: "link" });
        expect(await session.read("/odd/pipe", 100)).toEqual({ status: "refused", found: "pipe" });
        expect(await session.read("/odd/folder", 100)).toEqual({ status: "refused", found: "folder" });
        expect((await session.read("/dev/zero", 100)).status).not.toBe("found");
        await run(session, (programs) => programs.write("/odd/file", "x"));
        expect(await session.read("/odd/file/below", 100)).toEqual({ status: "missing" });
        await session.close();
      });

      it("never hands out the machine's own files through a linked folder", async () => {
        const session = await start();
        await run(session, (programs) => programs.makeOddFiles("/odd"));
        const read = await session.read("/odd/out/hostname", 1000);
        const hostName = execFileSync("cat", ["/etc/hostname"]).toString();
        if (read.status === "found") expect(Buffer.from(read.data).toString()).not.toBe(hostName);
        await session.close();
      });

      it("cuts a huge file at the limit and says so", async () => {
        const session = await start();
        await run(session, (programs) => programs.makeFile("/huge.bin", 100 * MB));
        const huge = await found(session, "/huge.bin", 1000);
        expect(huge.data).toHaveLength(1000);
        expect(huge.truncated).toBe(true);
        await session.close();
      });

      it("removes thousands of files and folders, and minds no missing ones", async () => {
        const session = await start();
        const names = Array.from(
          { length: 4000 },
          (_, i) => `folder ${i % 50}/${"long-name-".repeat(9)}${i}`,
        );
        await session.put(
          tarOf([...names, "keep"].map((name) => ({ name, data: Buffer.from("x") }))),
          "/many",
        );
        const paths = [...names.slice(1).map((name) => `/many/${name}`), "/many/missing", "/nothing/here"];
        expect(await session.remove(paths)).toEqual({ status: "done" });
        expect((await session.read(`/many/${names.at(-1)}`, 1)).status).toBe("missing");
        expect((await session.read(`/many/${names[0]}`, 1)).status).toBe("found");
        expect(await session.remove(["/many/folder 0"])).toEqual({ status: "done" });
        expect((await session.read(`/many/${names[0]}`, 1)).status).toBe("missing");
        expect((await session.read("/many/keep", 1)).status).toBe("found");
        await session.close();
      });

      it("refuses paths that are relative, climb, or are the root", async () => {
        const session = await start();
        await expect((async () => session.read("etc/passwd", 1))()).rejects.toThrow(TypeError);
        await expect((async () => session.put(tarOf([]), "/a/../../b"))()).rejects.toThrow(TypeError);
        await expect((async () => session.remove(["/"]))()).rejects.toThrow(TypeError);
        await session.close();
      });
    });

    describe("commands", () => {
      it.each([0, 1, 42, 255])("tells exit code %i", async (code) => {
        const session = await start();
        expect((await run(session, (programs) => programs.exit(code))).end).toEqual({ kind: "exited", code });
        await session.close();
      });

      it("ends a command that does not exist as a shell would", async () => {
        const session = await start();
        const { end } = await run(session, () => ["no-such-command-anywhere"]);
        expect([126, 127]).toContain(end.kind === "exited" ? end.code : end.kind);
        expect((await run(session, (programs) => programs.exit(0))).end).toEqual({ kind: "exited", code: 0 });
        await session.close();
      });

      it("captures standard output and error, and hands chunks on as they come", async () => {
        const session = await start();
        const chunks: Uint8Array[] = [];
        const { text } = await run(session, (programs) => programs.say("out ü", "err"), {
          onOutput: (chunk) => chunks.push(Buffer.from(chunk)),
        });
        expect(text.split("\n").filter(Boolean).sort()).toEqual(["err", "out ü"]);
        expect(Buffer.concat(chunks).toString()).toBe(text);
        await session.close();
      });

      it("rejects when the listener throws, and the sandbox is dead", async () => {
        const session = await start();
        const onOutput = () => {
          throw new Error("the log cannot be written");
        };
        await expect(run(session, (programs) => programs.silent(), { onOutput })).rejects.toThrow(
          "cannot be written",
        );
        expect((await run(session, (programs) => programs.exit(0))).end).toEqual({ kind: "cancelled" });
        await session.close();
      });

      it("keeps head and tail of 200 MB of output within little memory", async () => {
        const session = await start();
        global.gc?.();
        let peak = 0;
        const before = process.memoryUsage().rss;
        const { output, end } = await run(session, (programs) => programs.flood(200_000_000), {
          outputLimit: 1000,
          onOutput: () => {
            peak = Math.max(peak, process.memoryUsage().rss - before);
          },
        });
        expect(end).toEqual({ kind: "exited", code: 0 });
        expect(output.head).toHaveLength(500);
        expect(output.tail).toHaveLength(500);
        expect(Buffer.from(output.head.subarray(0, 6)).toString()).toBe("BEGINx");
        expect(Buffer.from(output.tail.subarray(-4)).toString()).toBe("xEND");
        expect(output.omittedBytes).toBe(200_000_008 - 1000);
        expect(peak).toBeLessThan(150 * MB);
        await session.close();
      });

      it("sets the variables of the sandbox and of the command, and the folder", async () => {
        const session = await start({ env: { ONE: "sandbox", TWO: "sandbox" } });
        const env = { TWO: "command ü" };
        const show = (name: string) => run(session, (programs) => programs.showVariable(name), { env });
        expect((await show("ONE")).text.trim()).toBe("sandbox");
        expect((await show("TWO")).text.trim()).toBe("command ü");
        await session.put(tarOf([{ name: "x", data: Buffer.from("x") }]), "/some/place");
        const { text } = await run(session, (programs) => programs.showFolder(), { cwd: "/some/place" });
        expect(text.trim()).toBe(session.path("/some/place"));
        await session.close();
      });

      it("passes no variable of the harness itself on to programs", async () => {
        process.env.CONTRACT_SECRET = "secret";
        const session = await start();
        expect((await run(session, (programs) => programs.showVariable("CONTRACT_SECRET"))).text.trim()).toBe(
          "",
        );
        await session.close();
      });
    });

    describe("ends", () => {
      it("kills everything at the time limit: who ignores TERM, sessions of their own, daemons", async () => {
        const session = await start();
        const token = newToken();
        let most = 0;
        const watch = setInterval(() => {
          most = Math.max(most, harness.livingProcesses(token));
        }, 200);
        const { end, text, durationMs } = await run(session, (programs) => programs.stubborn(token), {
          timeoutSeconds: 3,
        });
        clearInterval(watch);
        expect(end).toEqual({ kind: "timed-out", limitSeconds: 3 });
        expect(text).toContain("ready");
        expect(durationMs).toBeGreaterThanOrEqual(3000);
        expect(durationMs).toBeLessThan(20_000);
        expect(most).toBeGreaterThanOrEqual(4);
        expect(harness.livingProcesses(token)).toBe(0);
        await session.close();
      });

      it("reads files of a killed sandbox and answers further commands with the same end", async () => {
        const session = await start();
        await session.put(tarOf([{ name: "kept", data: Buffer.from("kept") }]), "/results");
        await run(session, (programs) => programs.silent(), { timeoutSeconds: 1 });
        expect(Buffer.from((await found(session, "/results/kept")).data).toString()).toBe("kept");
        const again = await run(session, (programs) => programs.exit(0));
        expect(again.end).toEqual({ kind: "timed-out", limitSeconds: 1 });
        await session.close();
      });

      it("kills what is silent for too long", async () => {
        const session = await start();
        const { end, text } = await run(session, (programs) => programs.silent(), { stallSeconds: 2 });
        expect(end).toEqual({ kind: "stalled", silentSeconds: 2 });
        expect(text).not.toBe("");
        await session.close();
      });

      it("lets a program run on that keeps printing", async () => {
        const session = await start();
        const { end } = await run(session, (programs) => programs.chatter(4), { stallSeconds: 2 });
        expect(end).toEqual({ kind: "exited", code: 0 });
        await session.close();
      });

      it("cancels a running command and kills the sandbox", async () => {
        const session = await start();
        const token = newToken();
        const controller = new AbortController();
        const onOutput = () => controller.abort();
        const { end } = await run(session, (programs) => programs.stubborn(token), {
          signal: controller.signal,
          onOutput,
        });
        expect(end).toEqual({ kind: "cancelled" });
        expect(harness.livingProcesses(token)).toBe(0);
        await session.close();
      });

      it("starts nothing when it was cancelled before", async () => {
        const session = await start();
        const write = (programs: ContractPrograms) => programs.write("/started", "yes");
        expect((await run(session, write, { signal: AbortSignal.abort() })).end).toEqual({
          kind: "cancelled",
        });
        expect((await session.read("/started", 10)).status).toBe("missing");
        await session.close();
      });

      it("takes a program that kills all others for an ordinary end, never for a lost sandbox", async () => {
        const session = await start();
        const { end } = await run(session, (programs) => programs.killEverything());
        expect(end.kind).toBe("exited");
        const after = await run(session, (programs) => programs.exit(0));
        expect(after.end.kind).toBe("exited");
        await session.close();
      });
    });

    describe("limits", () => {
      isolates("memory", "ends a program at the memory limit as out of memory", async () => {
        const session = await start();
        const { end } = await run(session, (programs) => programs.hogMemory());
        expect(end).toEqual({ kind: "out-of-memory", limitBytes: LIMITS.memoryBytes });
        await session.close();
      });

      isolates(
        "memory",
        "tells out of memory also when only a child died and the exit code is 0",
        async () => {
          const session = await start();
          const { end } = await run(session, (programs) => programs.hogMemoryInChild());
          expect(end).toEqual({ kind: "out-of-memory", limitBytes: LIMITS.memoryBytes });
          await session.close();
        },
      );

      isolates("processes", "contains a fork bomb", async () => {
        const session = await start();
        const token = newToken();
        let most = 0;
        const watch = setInterval(() => {
          most = Math.max(most, harness.livingProcesses(token));
          execFileSync("true");
        }, 100);
        const { end } = await run(session, (programs) => programs.forkBomb(token), { timeoutSeconds: 5 });
        clearInterval(watch);
        expect(["exited", "timed-out"]).toContain(end.kind);
        expect(end).not.toEqual({ kind: "exited", code: 0 });
        expect(most).toBeGreaterThan(10);
        expect(most).toBeLessThanOrEqual(LIMITS.processes);
        expect(await session.close()).toEqual({ status: "done" });
        expect(harness.livingProcesses(token)).toBe(0);
      });

      isolates("disk", "ends a program that fills the disk", async () => {
        const limits = { ...LIMITS, diskBytes: 40 * MB };
        const session = await start({ limits });
        const { end, durationMs } = await run(session, (programs) => programs.fillDisk());
        expect(end).toEqual({ kind: "disk-full", limitBytes: limits.diskBytes });
        expect(durationMs).toBeLessThan(50_000);
        await session.close();
      });

      isolates("disk", "ends a program that fills the disk with empty files", async () => {
        const limits = { ...LIMITS, diskBytes: 20 * MB };
        const session = await start({ limits });
        const { end } = await run(session, (programs) => programs.fillDiskWithEmptyFiles());
        expect(end).toEqual({ kind: "disk-full", limitBytes: limits.diskBytes });
        await session.close();
      });

      isolates("network", "has no network but loopback", async () => {
        const session = await start();
        const interfaces = await run(session, (programs) => programs.networkInterfaces());
        expect(interfaces.text.split(/\s+/).filter(Boolean)).toEqual(["lo"]);
        const { end } = await run(session, (programs) => programs.connect());
        expect(end.kind).toBe("exited");
        expect(end).not.toEqual({ kind: "exited", code: 0 });
        await session.close();
      });

      isolates("privileges", "gives programs no capabilities and no way to get any", async () => {
        const session = await start();
        const { text } = await run(session, (programs) => programs.processStatus());
        expect(text).toMatch(/^CapEff:\s*0+$/m);
        expect(text).toMatch(/^CapBnd:\s*0+$/m);
        expect(text).toMatch(/^NoNewPrivs:\s*1$/m);
        await session.close();
      });
    });

    describe("lives of sandboxes", () => {
      it("keeps sandboxes that run at the same time apart", async () => {
        const [one, two] = await Promise.all([start(), start()]);
        await run(one, (programs) => programs.write("/mine", "one"));
        expect((await two.read("/mine", 10)).status).toBe("missing");
        const token = newToken();
        const running = run(two, (programs) => programs.chatter(4));
        await run(one, (programs) => programs.stubborn(token), { timeoutSeconds: 1 });
        expect((await running).end).toEqual({ kind: "exited", code: 0 });
        expect(one.id).not.toBe(two.id);
        await one.close();
        expect((await run(two, (programs) => programs.exit(0))).end).toEqual({ kind: "exited", code: 0 });
        await two.close();
      });

      it("leaves nothing behind when closed, even in the middle of a command", async () => {
        const before = harness.sandboxes();
        const session = await start();
        expect(harness.sandboxes()).toBe(before + 1);
        const token = newToken();
        let ready: () => void = () => {};
        const printed = new Promise<void>((resolve) => {
          ready = resolve;
        });
        const running = run(session, (programs) => programs.stubborn(token), { onOutput: () => ready() });
        await printed;
        expect(await session.close()).toEqual({ status: "done" });
        expect((await running).end).toEqual({ kind: "cancelled" });
        expect(harness.livingProcesses(token)).toBe(0);
        expect(harness.sandboxes()).toBe(before);
        expect(await session.close()).toEqual({ status: "done" });
      });

      it("finds and removes what a killed worker left, and nothing else", async () => {
        const other = await start({ labels: { owner: "another worker", key: "k" } });
        const before = harness.sandboxes();
        const token = newToken();
        await harness.abandon({ owner: "killed worker", key: token }, token);
        expect(harness.sandboxes()).toBe(before + 1);
        expect(harness.livingProcesses(token)).toBeGreaterThan(0);
        const next = harness.provider();
        expect(await next.reap({ owner: "killed worker", key: "not this one" })).toEqual({
          status: "reaped",
          count: 0,
        });
        expect(await next.reap({ owner: "killed worker" })).toEqual({ status: "reaped", count: 1 });
        expect(harness.sandboxes()).toBe(before);
        expect(harness.livingProcesses(token)).toBe(0);
        expect(await next.reap({ owner: "killed worker" })).toEqual({ status: "reaped", count: 0 });
        expect((await run(other, (programs) => programs.exit(0))).end).toEqual({ kind: "exited", code: 0 });
        await other.close();
      });

      it("refuses to reap without a label", async () => {
        await expect(provider.reap({})).rejects.toThrow(TypeError);
      });

      it("identifies the image it runs", async () => {
        const image = await provider.image(harness.image);
        if (image.status !== "found") throw new Error(image.status);
        expect(image.digest).not.toBe("");
      });
    });
  });
}

type TarFile = { name: string; data: Buffer; mode?: number };

function tarOf(files: TarFile[]): Readable {
  const tar = pack();
  for (const { name, data, mode = 0o644 } of files) tar.entry({ name, mode, uid: 0, gid: 0 }, data);
  tar.finalize();
  return Readable.from(tar);
}

async function bytesOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function found(session: SandboxSession, path: string, maxBytes = 10 * MB) {
  const read = await session.read(path, maxBytes);
  if (read.status !== "found") throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read;
}
