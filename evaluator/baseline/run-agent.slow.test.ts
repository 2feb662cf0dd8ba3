import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scratchFolder } from "@/evaluator/tree/testing/repository";
import { runAgent } from "./run-agent";

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeEach(async () => {
  scratch = await scratchFolder();
});
afterEach(() => scratch.cleanUp());

const file = (name: string) => path.join(scratch.dir, name);

async function run(script: string, more: Partial<Parameters<typeof runAgent>[0]> = {}) {
  const end = await runAgent({
    argv: ["/bin/sh", "-c", script],
    cwd: scratch.dir,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", THE_KEY: "secret-0123456789" },
    logFile: file("agent.log"),
    secrets: ["secret-0123456789"],
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...more,
  });
  return { end, log: readFileSync(file("agent.log"), "utf8") };
}

function isAlive(pidFile: string): boolean {
  const stat = `/proc/${readFileSync(file(pidFile), "utf8").trim()}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, "utf8"));
}

async function eventually(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  expect(holds()).toBe(true);
}

test("what an agent prints is kept without secrets, in order, and its code is told", async () => {
  const { end, log } = await run('echo "one $THE_KEY"; echo two >&2; pwd; exit 4');
  expect(end).toEqual({ kind: "exited", code: 4 });
  expect(log).toContain("one [hidden]\n");
  expect(log).toContain("two\n");
  expect(log).toContain(scratch.dir);
});

test("an agent whose time is up may clean up, and then everything it started is killed", async () => {
  const script =
    "trap 'touch cleaned; sleep 100' INT; sleep 200 & echo $! > child; setsid sleep 201 & echo $! > apart; wait";
  const begun = performance.now();
  const { end } = await run(script, { timeoutMs: 500 });
  expect(end).toEqual({ kind: "timed-out" });
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(existsSync(file("cleaned"))).toBe(true);
  expect([isAlive("child"), isAlive("apart")]).toEqual([false, false]);
});

test("a cancelled agent ends at once when it obeys", async () => {
  const cancel = new AbortController();
  const running = run("sleep 100 & echo $! > child; trap 'exit 0' INT; wait", { signal: cancel.signal });
  await eventually(() => existsSync(file("child")));
  cancel.abort();
  expect((await running).end).toEqual({ kind: "cancelled" });
  expect(isAlive("child")).toBe(false);
});

test("an agent does not outlive a process of ours that ends at once", async () => {
  const source = `
    import { runAgent } from "@/evaluator/baseline/run-agent";
    const spec = { argv: ["/bin/sh", "-c", "echo $$ > agent; exec sleep 300"], cwd: process.argv[2], env: { PATH: "/usr/bin:/bin" }, logFile: process.argv[2] + "/agent.log", secrets: [], timeoutMs: 60000, signal: new AbortController().signal };
    void runAgent(spec);
    setTimeout(() => process.exit(130), 1500);
  `;
  writeFileSync(file("ours.ts"), source);
  const root = path.resolve(import.meta.dirname, "../..");
  const tsconfig = path.join(root, "tsconfig.json");
  spawnSync(
    path.join(root, "node_modules/.bin/tsx"),
    ["--tsconfig", tsconfig, file("ours.ts"), scratch.dir],
    {
      cwd: root,
    },
  );
  expect(existsSync(file("agent"))).toBe(true);
  await eventually(() => !isAlive("agent"));
});

test("what an agent leaves running after its end is killed too", async () => {
  const { end } = await run("setsid sleep 300 >/dev/null 2>&1 & echo $! > left");
  expect(end).toEqual({ kind: "exited", code: 0 });
  expect(isAlive("left")).toBe(false);
});

test("a program that cannot be started is told", async () => {
  const { end } = await run("", { argv: [file("none")] });
  expect(end).toMatchObject({ kind: "not-started", message: expect.stringContaining("ENOENT") });
});
