import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { isGone, isOfGoneProcess, markOf, ownMark, processLabels } from "./process-mark";

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

describe("a process that labels name", () => {
  const gone = { ...processLabels(), pid: String(2 ** 22 + 1) };

  test("is gone when it is certainly gone on this very machine, and not while it lives", () => {
    expect(isOfGoneProcess(processLabels())).toBe(false);
    expect(isOfGoneProcess(gone)).toBe(true);
    expect(isOfGoneProcess({ ...gone, process: "" })).toBe(true);
    expect(isOfGoneProcess({ ...processLabels(), process: "" })).toBe(false);
  });

  test("is left alone on another machine, in another pid namespace, and where labels say too little", () => {
    const [boot] = gone.process.split(" ");
    expect(isOfGoneProcess({ ...gone, host: "elsewhere" })).toBe(false);
    expect(isOfGoneProcess({ ...gone, process: `${boot} pid:[1] 1` })).toBe(boot === "");
    expect(isOfGoneProcess({ owner: "w", key: "k" })).toBe(false);
    expect(isOfGoneProcess({ ...gone, pid: "0" })).toBe(false);
    expect(isOfGoneProcess({ ...gone, pid: "" })).toBe(false);
    expect(isOfGoneProcess({ host: gone.host, pid: gone.pid })).toBe(false);
  });
});
