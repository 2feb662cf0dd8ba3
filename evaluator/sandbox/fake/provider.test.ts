import { describe, expect, it } from "vitest";
import type { ExecSpec, SandboxSession } from "../types";
import type { FakePrograms } from "./command";
import { FakeProvider } from "./provider";

const LIMITS = { memoryBytes: 1e9, cpus: 1, processes: 10, diskBytes: 1e9 };

async function fake(programs: FakePrograms) {
  const provider = new FakeProvider({ installation: "test", programs });
  provider.host.addImage("editor:1", { "/opt/version": "2021.3" });
  const spec = { image: "editor:1", limits: LIMITS, labels: { owner: "w" }, network: "none" as const };
  const opened = await provider.open(spec);
  if (opened.status !== "open") throw new Error(opened.message);
  return { provider, spec, session: opened.session, host: provider.host };
}

const exec = (session: SandboxSession, argv: ExecSpec["argv"], more: Partial<ExecSpec> = {}) =>
  session.exec({ argv, timeoutSeconds: 5, outputLimit: 1000, ...more });

describe("FakeProvider", () => {
  it("runs programs that are functions on the files of the image", async () => {
    const { session } = await fake({
      "unity-editor": (run) => {
        run.print(`editor ${run.files.file("/opt/version")?.data}`);
        run.files.write("/results/r.xml", "<xml/>");
        return 2;
      },
    });
    const { end, output } = await exec(session, ["unity-editor", "-batchmode"]);
    expect(end).toEqual({ kind: "exited", code: 2 });
    expect(Buffer.from(output.head).toString()).toBe("editor 2021.3");
    expect(await session.read("/results/r.xml", 100)).toMatchObject({ status: "found", truncated: false });
  });

  it("keeps what one sandbox writes out of the image and of others", async () => {
    const { session, provider, spec } = await fake({
      touch: (run) => {
        run.files.write("/opt/version", "changed");
        return 0;
      },
    });
    await exec(session, ["touch"]);
    const other = await provider.open(spec);
    if (other.status !== "open") throw new Error(other.message);
    const read = await other.session.read("/opt/version", 100);
    expect(read.status === "found" && Buffer.from(read.data).toString()).toBe("2021.3");
  });

  it("can lose its sandboxes in the middle of a run", async () => {
    const { session, host } = await fake({
      wait: async (run) => {
        await run.sleep(60_000);
        return 0;
      },
    });
    const running = exec(session, ["wait"]);
    host.loseAll("the machine is gone");
    expect((await running).end).toEqual({ kind: "sandbox-lost", message: "the machine is gone" });
    expect(await session.read("/opt/version", 1)).toMatchObject({ status: "sandbox-failed" });
  });

  it("fails everything while its host is down", async () => {
    const { provider, session, spec, host } = await fake({});
    host.down = "the engine does not answer";
    const failed = { status: "sandbox-failed", reason: "engine", message: "the engine does not answer" };
    expect(await provider.probe()).toMatchObject({ ok: false });
    expect(await provider.open(spec)).toMatchObject(failed);
    expect(await provider.image("editor:1")).toMatchObject(failed);
    expect(await provider.reap({ owner: "w" })).toMatchObject(failed);
    expect(await session.close()).toMatchObject(failed);
    expect((await exec(session, ["x"])).end.kind).toBe("sandbox-lost");
  });

  it("tells a missing image", async () => {
    const { provider, spec } = await fake({});
    expect(await provider.open({ ...spec, image: "nothing:1" })).toMatchObject({ reason: "image-missing" });
  });
});
