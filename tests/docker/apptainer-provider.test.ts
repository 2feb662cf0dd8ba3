import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApptainerProvider } from "@/evaluator/sandbox/apptainer/provider";
import type { ExecSpec, SandboxSession, SandboxSpec } from "@/evaluator/sandbox/types";
import { LIMITS, MB, tarOf } from "./contract/kit";
import { addFromDocker, apptainerFolder, countSandboxes } from "./support/apptainer";
import { processesWith } from "./support/processes";
import { registryWith } from "./support/registry";
import { ensureTestImage } from "./support/test-image";

const installation = "apptainer-tests";
const dir = apptainerFolder();
const sessions: SandboxSession[] = [];
let image: string;
let provider: ApptainerProvider;

beforeAll(async () => {
  image = await ensureTestImage();
  provider = make();
  await addFromDocker(provider, image);
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});
afterAll(() => execFileSync("rm", ["-rf", dir]));

function make(more: Partial<ConstructorParameters<typeof ApptainerProvider>[0]> = {}): ApptainerProvider {
  return new ApptainerProvider({ installation, dir, searchPath: process.env.PATH, ...more });
}

async function open(more: Partial<SandboxSpec> = {}): Promise<SandboxSession> {
  const labels = { owner: "tester", key: "some/instance 1" };
  const opened = await provider.open({ image, limits: LIMITS, labels, network: "none", ...more });
  if (opened.status !== "open") throw new Error(opened.message);
  sessions.push(opened.session);
  return opened.session;
}

async function sh(session: SandboxSession, script: string, more: Partial<ExecSpec> = {}) {
  const spec = { argv: ["sh", "-c", script] as const, timeoutSeconds: 60, outputLimit: 10_000, ...more };
  const { end, output } = await session.exec(spec);
  return { end, text: Buffer.concat([output.head, output.tail]).toString().trim() };
}

describe("what keeps programs away from the machine", () => {
  it("runs programs as root inside and as an account of no rights outside, which cannot set the kernel", async () => {
    const session = await open();
    const { text } = await sh(
      session,
      "id -u; cat /proc/self/uid_map; echo x > /proc/sys/kernel/hostname || echo refused",
    );
    const [inside, map = "", ...rest] = text.split("\n");
    expect(inside).toBe("0");
    expect(map.trim().split(/\s+/)[1]).not.toBe("0");
    expect(rest.join("\n")).toContain("refused");
  });

  it("shows the image's own machine id, and none where the image has none", async () => {
    const bare = await open();
    expect((await bare.read("/etc/machine-id", 100)).status).toBe("missing");
    const id = "576562626572264761624c65526f7578\n";
    await bare.put(tarOf([{ name: "machine-id", data: Buffer.from(id) }]), "/etc");
    expect((await sh(bare, "cat /etc/machine-id")).text).toBe(id.trim());
  });

  it("binds nothing that the environment of the harness asks for, and passes no variable on", async () => {
    process.env.APPTAINER_BIND = "/usr:/machine";
    process.env.APPTAINERENV_LEAK = "leaked";
    const session = await open({ env: { TRICKY: "a,b=$(id) 'c'" } });
    const { text } = await sh(session, 'ls /machine 2>&1; printf "%s|%s|%s" "$LEAK" "$TRICKY" "$HOME"');
    delete process.env.APPTAINER_BIND;
    delete process.env.APPTAINERENV_LEAK;
    expect(text).toMatch(/No such file/);
    expect(text.split("\n").at(-1)).toBe("|a,b=$(id) 'c'|/root");
  });

  it("has an environment of the image's variables and ours alone", async () => {
    const { text } = await sh(await open(), "env | cut -d= -f1 | sort | tr '\\n' ' '");
    expect(text.split(" ").filter((name) => !["_", "OLDPWD", "PWD", "SHLVL"].includes(name))).toEqual([
      "HOME",
      "PATH",
    ]);
  });
});

describe("a command beside the sandbox", () => {
  it("sees /var/tmp as it fills, can change nothing, and no program of the sandbox can end it", async () => {
    const session = await open();
    const seen: Buffer[] = [];
    const beside = sh(
      session,
      "echo x > /var/tmp/own; while [ ! -e /var/tmp/go ]; do sleep 0.1; done; cat /var/tmp/go; ls -A / /var/tmp",
      {
        asNobody: true,
        onOutput: (chunk) => seen.push(Buffer.from(chunk)),
      },
    );
    const within = await sh(session, "mkdir /project; kill -9 -1; sleep 1; ps; echo went > /var/tmp/go");
    expect(within.end).toEqual({ kind: "exited", code: 0 });
    const { end, text } = await beside;
    expect(end).toEqual({ kind: "exited", code: 0 });
    expect(text).toContain("went");
    expect(text).not.toMatch(/own\b(?!:)|project/);
  });
});

describe("images", () => {
  it("have Docker's own digest, from its archive and from a registry alike", async () => {
    const id = execFileSync("docker", ["image", "inspect", "-f", "{{.Id}}", image]).toString().trim();
    const registry = await registryWith(image);
    const own = make({ buildEnv: { APPTAINER_NOHTTPS: "1" } });
    const pulled = await own.addImage(registry.name, { kind: "registry" });
    const missing = await own.addImage(`${registry.name}2`, { kind: "registry" });
    registry.stop();
    expect(pulled).toEqual({ status: "built", digest: id });
    expect(await own.image(registry.name)).toMatchObject({ status: "found", digest: id });
    expect(await provider.image(image)).toMatchObject({ status: "found", digest: id });
    expect(missing).toMatchObject({ status: "failed", reason: "no-such-tag" });
    const lost = await make().addImage("registry.invalid/editor:1", { kind: "registry" });
    expect(lost).toMatchObject({ status: "failed", reason: "unreachable" });
    expect(readdirSync(path.join(dir, "images")).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("that are not here, or no longer, are told as missing", async () => {
    expect(await provider.image("nowhere/nothing:1")).toEqual({ status: "missing" });
    const labels = { owner: "tester", key: "k" };
    const opened = await provider.open({
      image: "nowhere/nothing:1",
      limits: LIMITS,
      labels,
      network: "none",
    });
    expect(opened).toMatchObject({ status: "sandbox-failed", reason: "image-missing" });
    expect(countSandboxes(dir, installation)).toBe(0);
  });

  it("keep what a sandbox changed and removed, layer on layer, with their labels, and not its /tmp", async () => {
    const first = await open();
    await sh(first, "mkdir /kept; echo one > /kept/a; echo b > /kept/b; echo t > /tmp/t; (sleep 300 &)");
    expect(await first.commit?.("warm/one:1", { "made.by": "test" })).toMatchObject({ status: "committed" });
    // It goes on, on top of what was kept.
    expect((await sh(first, "cat /kept/a; echo more > /kept/c")).text).toBe("one");
    const second = await open({ image: "warm/one:1" });
    expect((await second.read("/kept/c", 10)).status).toBe("missing");
    expect((await second.read("/tmp/t", 10)).status).toBe("missing");
    await sh(second, "rm /kept/b; echo two > /kept/a");
    await second.commit?.("warm/two:1", {});
    const third = await open({ image: "warm/two:1" });
    expect((await sh(third, "ls /kept; cat /kept/a")).text).toBe("a\ntwo");
    expect(await provider.image("warm/two:1")).toMatchObject({ labels: { "made.by": "test" } });
  });

  it("are listed by label, dated by use, and removed unless a sandbox stands on them", async () => {
    const session = await open();
    const folders = () => readdirSync(path.join(dir, "images")).length;
    const before = folders();
    for (const name of ["list/one:1", "list/two:1"]) {
      await sh(session, "head -c 100000 /dev/zero > /file");
      await session.commit?.(name, { "list.label": name });
    }
    const { images } = provider;
    const names = async () => {
      const listed = await images.list("list.label");
      if (listed.status !== "listed") throw new Error(listed.message);
      expect(listed.images.every((one) => one.ownBytes >= 100_000 && one.ownBytes < 200_000)).toBe(true);
      return listed.images.sort((a, b) => a.usedAtMs - b.usedAtMs).map((one) => one.name);
    };
    expect(await names()).toEqual(["list/one:1", "list/two:1"]);
    await images.use("list/one:1");
    expect(await names()).toEqual(["list/two:1", "list/one:1"]);
    await session.close();
    const user = await open({ image: "list/two:1" });
    expect(await images.remove("list/two:1")).toEqual({ status: "in-use" });
    await user.close();
    expect(await images.remove("list/two:1")).toEqual({ status: "removed" });
    expect(await images.remove("list/one:1")).toEqual({ status: "removed" });
    expect(await names()).toEqual([]);
    expect(folders()).toBe(before);
    expect((await images.disk())?.freeBytes).toBeGreaterThan(0);
    expect(await provider.image(image)).toMatchObject({ status: "found" });
  });
});

describe("what is left", () => {
  it("hides nothing from the disk limit in folders that nobody may enter, and all of it can be removed", async () => {
    const session = await open({ limits: { ...LIMITS, diskBytes: 20 * MB } });
    const fill = "head -c 8000000 /dev/zero >";
    const { end } = await sh(
      session,
      `mkdir /a /b; ${fill} /a/1; ${fill} /b/2; ${fill} /b/3; chmod 0 /a /b; sleep 20`,
    );
    expect(end.kind).toBe("disk-full");
    expect(await session.close()).toEqual({ status: "done" });
  });

  it("counts and removes trees deeper than any path may be long", async () => {
    const session = await open();
    const deep =
      'i=0; d=$(printf "%0200d" 0); while [ $i -lt 40 ]; do mkdir $d && cd $d || exit 9; i=$((i+1)); done';
    expect((await sh(session, `cd /; ${deep}`)).end.kind).toBe("disk-full");
    expect(await session.close()).toEqual({ status: "done" });
    expect(countSandboxes(dir, installation)).toBe(0);
  });

  it("is nothing: no process, no folder, no control group", async () => {
    const session = await open();
    const id = session.id;
    await sh(session, "(setsid sleep 300 &) >/dev/null 2>&1 </dev/null");
    expect(await session.close()).toEqual({ status: "done" });
    expect(countSandboxes(dir, installation)).toBe(0);
    expect(processesWith(id)).toBe(0);
    const groups = execFileSync("find", ["/sys/fs/cgroup", "-name", id, "-type", "d"]).toString();
    expect(groups).toBe("");
  });
});

describe("probe", () => {
  it("says what is enforced, and differently without control groups", async () => {
    const with_ = await provider.probe();
    const without = await make({ controlGroups: false }).probe();
    if (!with_.ok || !without.ok) throw new Error("Apptainer is not usable here");
    expect(with_.version).toMatch(/^\d+\.\d+/);
    expect(with_.isolation).toMatchObject({ files: true, network: true, privileges: true, kill: true });
    expect(without.isolation).toMatchObject({ memory: true, processes: false, cpu: false });
    expect(without.notes.join("\n")).toContain("memory: by a watchdog");
  });

  it("tells a missing program and a folder that the account cannot enter, with what to do", async () => {
    expect(await make({ searchPath: "/nonexistent" }).probe()).toMatchObject({
      ok: false,
      mend: expect.stringContaining("Install Apptainer"),
    });
    const closed = path.join(dir, "closed");
    execFileSync("mkdir", [closed]);
    chmodSync(closed, 0o700);
    const probe = await make({ dir: path.join(closed, "below") }).probe();
    if (process.getuid?.() === 0) {
      expect(probe).toMatchObject({
        ok: false,
        mend: expect.stringContaining("SWE_GAME_BENCH_APPTAINER_DIR"),
      });
    } else expect(probe.ok).toBe(true);
  });
});

it("has an id of this machine to hide, or the test of the machine id shows nothing", () => {
  expect(existsSync("/etc/machine-id") && readFileSync("/etc/machine-id", "utf8").length > 10).toBe(true);
});
