import { mkdir, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runGit } from "@/evaluator/tree/git";
import { scratchFolder, TestRepository } from "@/evaluator/tree/testing/repository";
import { removeLeftovers } from "@/evaluator/tree/workspace";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeEach(async () => {
  scratch = await scratchFolder();
});
afterEach(() => scratch.cleanUp());

describe("running git", () => {
  it("says how to mend a missing git", async () => {
    expect(await runGit(["version"], { program: "/nowhere/git" })).toMatchObject({
      status: "git-failed",
      reason: "missing",
      message: expect.stringContaining("Install git"),
    });
  });

  it("gives code and words of a failing git", async () => {
    expect(await runGit(["rev-parse", "HEAD"])).toMatchObject({
      reason: "exit",
      code: 128,
      message: expect.stringMatching(/^git rev-parse ended with code 128: fatal: not a git repository/),
    });
  });

  it("ends a git that writes more than is allowed", async () => {
    const repository = await TestRepository.create(path.join(scratch.dir, "r.git"));
    const commit = await repository.commit([{ path: "a", data: "x".repeat(200_000) }]);
    const big = await runGit(["show", `${commit}:a`], { gitDir: repository.gitDir, maxOutput: 1000 });
    expect(big).toMatchObject({ reason: "output-limit" });
  });

  it("ends a git that takes too long, and one that is cancelled", async () => {
    const gitDir = (await TestRepository.create(path.join(scratch.dir, "r.git"))).gitDir;
    // It waits for a line of input that never comes.
    const config = { "alias.wait": "!sleep 30" };
    const started = Date.now();
    expect(await runGit(["wait"], { gitDir, config, timeoutMs: 50 })).toMatchObject({ reason: "timeout" });
    const signal = AbortSignal.timeout(50);
    expect(await runGit(["wait"], { gitDir, config, signal })).toMatchObject({ reason: "aborted" });
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it("passes odd arguments on as they are, with a memory limit too", async () => {
    const odd = ["rev-parse", "--sq-quote", "$(touch x)", "a b", "'"];
    const plain = await runGit(odd, { gitDir: scratch.dir });
    expect(plain).toMatchObject({ status: "ok" });
    expect(await runGit(odd, { gitDir: scratch.dir, memoryLimit: 4 * 1024 ** 3 })).toEqual(plain);
  });
});

describe("workspaces of killed processes", () => {
  it("are removed when the process is gone and an hour has passed", async () => {
    const named = (pid: number, host = hostname()) =>
      path.join(scratch.dir, `swe-game-bench-tree-${host}-${pid}-abc`);
    const [gone, ours, young, elsewhere] = [
      named(4194305),
      named(process.pid),
      named(4194306),
      named(4194307, "other"),
    ];
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const dir of [gone, ours, young, elsewhere]) await mkdir(dir);
    for (const dir of [gone, ours, elsewhere]) await utimes(dir, old, old);
    expect(await removeLeftovers(scratch.dir)).toEqual([gone]);
  });
});
