import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportHistory } from "@/evaluator/tree/history-export";
import { ensureMirror, type MirrorRequest, type MirrorResult } from "@/evaluator/tree/mirror";
import { closeStores } from "@/evaluator/tree/store";
import { scratchFolder, TestRepository } from "@/evaluator/tree/testing/repository";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ABSENT = "1234567890123456789012345678901234567890";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let repository: TestRepository;
let base: string;
let fix: string;
beforeEach(async () => {
  scratch = await scratchFolder();
  repository = await TestRepository.create(path.join(scratch.dir, "upstream.git"));
  base = await repository.commit([{ path: "Assets/A.cs", data: "class A { }\n" }]);
  fix = await repository.commit([{ path: "Assets/A.cs", data: "class B { }\n" }], base);
});
afterEach(() => scratch.cleanUp());
afterAll(closeStores);

function request(parts: Partial<MirrorRequest> & { url: string }): MirrorRequest {
  return {
    repoKey: "demo",
    repo: { url: parts.url },
    instances: [{ instance_id: "demo-1", base_sha: base, fix_sha: fix }],
    dataDir: path.join(scratch.dir, "data"),
    datasetDir: path.join(scratch.dir, "dataset"),
    ...parts,
  };
}

async function textHistory(): Promise<MirrorRequest> {
  await exportHistory(repository.gitDir, path.join(scratch.dir, "dataset/history"));
  return request({ url: "history:history" });
}

function mirrorsMade(): Promise<string[]> {
  return readdir(path.join(scratch.dir, "data/mirrors"));
}

describe("where a mirror comes from", () => {
  it("is rebuilt from text history, under the name of its newest commit", async () => {
    const result = await ensureMirror(await textHistory());
    const gitDir = path.join(scratch.dir, "data/mirrors", `demo-${fix.slice(0, 12)}.git`);
    expect(result).toEqual({ status: "ready", mirror: { gitDir } });
    expect(await mirrorsMade()).toEqual([path.basename(gitDir)]);
  });

  it("is cloned from a URL, and kept", async () => {
    const cloned = request({ url: `file://${repository.gitDir}` });
    const first = await ensureMirror(cloned);
    expect(first).toMatchObject({ status: "ready" });
    await rm(repository.gitDir, { recursive: true });
    expect(await ensureMirror(cloned)).toEqual(first);
  });

  it("fetches what a kept clone lacks, even if no branch holds it", async () => {
    const cloned = request({ url: `file://${repository.gitDir}` });
    await ensureMirror(cloned);
    const newer = await repository.commit([{ path: "Assets/A.cs", data: "class C { }\n" }], fix);
    await repository.git("update-ref", "refs/pull/7/head", newer);
    await repository.git("update-ref", "refs/heads/main", fix);
    const instances = [{ instance_id: "demo-2", base_sha: fix, fix_sha: newer }];
    expect(await ensureMirror({ ...cloned, instances })).toMatchObject({ status: "ready" });
  });

  it.each(["owner/game.git", "owner+game/repo"])(
    "is used where it lies in a folder of mirrors: %s",
    async (place) => {
      const mirrorDir = path.join(scratch.dir, "mirrors");
      await mkdir(path.dirname(path.join(mirrorDir, place)), { recursive: true });
      await rename(repository.gitDir, path.join(mirrorDir, place));
      const result = await ensureMirror(
        request({ url: "https://example.invalid/owner/game.git", mirrorDir }),
      );
      expect(result).toEqual({ status: "ready", mirror: { gitDir: path.join(mirrorDir, place) } });
      await expect(mirrorsMade()).rejects.toThrow();
    },
  );
});

describe("what is told when there is none", () => {
  it("names the instance, the field, the hash and the mirror", async () => {
    const instances = [{ instance_id: "demo-1", base_sha: base, fix_sha: ABSENT }];
    const result = await ensureMirror({ ...(await textHistory()), instances });
    expect(result).toMatchObject({ status: "mirror-failed", reason: "missing-commit" });
    expect(result.status === "mirror-failed" && result.message).toMatch(
      new RegExp(
        `^demo-1: the mirror .*demo-.*\\.git does not have its fix_sha ${ABSENT}\\. Remove that folder, .*check`,
      ),
    );
  });

  it("tells that a URL could not be fetched, and leaves nothing behind", async () => {
    const result = await ensureMirror(request({ url: `file://${scratch.dir}/nowhere.git` }));
    expect(result).toMatchObject({ status: "mirror-failed", reason: "unreachable" });
    expect(result.status === "mirror-failed" && result.message).toContain("nowhere.git could not be fetched");
    expect(await mirrorsMade()).toEqual([]);
  });

  it("passes on what is wrong with a text history", async () => {
    expect(await ensureMirror(request({ url: "history:none" }))).toMatchObject({
      status: "mirror-failed",
      reason: "history",
      message: expect.stringContaining("history.json could not be read"),
    });
  });
});

describe("several processes and kills", () => {
  const processes: ChildProcess[] = [];
  afterEach(() => {
    for (const child of processes.splice(0)) child.kill("SIGKILL");
  });

  function startProcess(sha: string): ChildProcess {
    const script = path.join(ROOT, "evaluator/tree/testing/mirror-process.ts");
    const args = [
      "--import",
      "tsx",
      script,
      path.join(scratch.dir, "dataset"),
      path.join(scratch.dir, "data"),
      sha,
    ];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
    processes.push(child);
    return child;
  }

  async function resultOf(child: ChildProcess): Promise<MirrorResult> {
    return JSON.parse(child.stdout ? await text(child.stdout) : "") as MirrorResult;
  }

  it("gives several processes at once the same whole mirror", { timeout: 90_000 }, async () => {
    await textHistory();
    const results = await Promise.all([fix, fix, fix].map((sha) => resultOf(startProcess(sha))));
    expect(new Set(results.map((result) => result.status))).toEqual(new Set(["ready"]));
    expect(await mirrorsMade()).toEqual([`demo-${fix.slice(0, 12)}.git`]);
  });

  it("is made once for many askers in one process", async () => {
    const wanted = await textHistory();
    const results = await Promise.all(Array.from({ length: 8 }, () => ensureMirror(wanted)));
    expect(new Set(results.map((result) => result.status))).toEqual(new Set(["ready"]));
  });

  it("starts over after a kill in the middle, and removes what that left", { timeout: 90_000 }, async () => {
    let tip = fix;
    for (let number = 0; number < 12; number += 1) {
      tip = await repository.commit([{ path: "Assets/A.cs", data: `class N${number} { }\n` }], tip);
    }
    const wanted = {
      ...(await textHistory()),
      instances: [{ instance_id: "demo-1", base_sha: base, fix_sha: tip }],
    };
    const child = startProcess(tip);
    while ((await mirrorsMade().catch(() => [])).length === 0) await sleep(2);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect((await mirrorsMade())[0]).toMatch(/^\.draft-/);
    expect(await ensureMirror(wanted)).toMatchObject({ status: "ready" });
    expect(await mirrorsMade()).toEqual([`demo-${tip.slice(0, 12)}.git`]);
  });
});
