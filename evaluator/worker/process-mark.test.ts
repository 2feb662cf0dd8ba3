import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { isGone, markOf, ownMark } from "./process-mark";

const worker = (change: Partial<Parameters<typeof isGone>[0]> = {}) => {
  const { host, pid, mark } = ownMark();
  return { host, pid, processMark: mark, heartbeatAt: Date.now(), ...change };
};

describe("a worker's process", () => {
  test("is not gone while it lives, and is when it was killed", async () => {
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    const pid = child.pid ?? 0;
    const alive = worker({ pid, processMark: markOf(pid) ?? "" });
    expect(isGone(worker())).toBe(false);
    expect(isGone(alive)).toBe(false);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(isGone(alive)).toBe(true);
  });

  test("without marks is known by its pid on its own machine alone", () => {
    expect(isGone(worker({ processMark: "", host: hostname() }))).toBe(false);
    expect(isGone(worker({ processMark: "", host: hostname(), pid: 2 ** 22 + 1 }))).toBe(true);
    expect(isGone(worker({ processMark: "", host: "elsewhere", pid: 2 ** 22 + 1 }))).toBe(false);
  });

  test("is gone after ten minutes of silence, wherever it ran", () => {
    expect(isGone(worker({ heartbeatAt: Date.now() - 11 * 60_000 }))).toBe(true);
  });

  test.runIf(existsSync("/proc/self/stat"))(
    "is told from a later process with its pid, and from other boots and spaces",
    () => {
      const [boot, space, started] = ownMark().mark.split(" ");
      expect(isGone(worker({ processMark: `${boot} ${space} ${Number(started) - 1}` }))).toBe(true);
      expect(isGone(worker({ processMark: `other-boot ${space} ${started}` }))).toBe(true);
      expect(isGone(worker({ processMark: `${boot} pid:[1] 1`, pid: 2 ** 22 + 1 }))).toBe(false);
    },
  );
});
