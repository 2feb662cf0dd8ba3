import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findControlGroups } from "./control-groups";

const LIMITS = { memoryBytes: 1_000_000, cpus: 1.5, processes: 12, diskBytes: 1 };
let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "control-groups-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (...parts: string[]) => readFileSync(path.join(root, ...parts), "utf8");

test("machines of the first version get one group for each kind of limit", () => {
  for (const kind of ["memory", "pids", "cpu"]) {
    mkdirSync(path.join(root, kind));
    writeFileSync(path.join(root, kind, "cgroup.procs"), "");
  }
  const groups = findControlGroups(root);
  expect(groups?.version).toBe(1);
  const made = groups?.make("one", LIMITS);
  expect(made?.join).toHaveLength(3);
  expect(read("memory/swe-game-bench/one/memory.limit_in_bytes")).toBe("1000000");
  expect(read("pids/swe-game-bench/one/pids.max")).toBe("12");
  expect(read("cpu/swe-game-bench/one/cpu.cfs_quota_us")).toBe("150000");
  expect(made?.memoryKills()).toBe(0);
  writeFileSync(
    path.join(root, "memory/swe-game-bench/one/memory.oom_control"),
    "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n",
  );
  expect(made?.memoryKills()).toBe(3);
});

test("machines of the second version get one group for all", () => {
  writeFileSync(path.join(root, "cgroup.controllers"), "cpuset cpu io memory pids\n");
  const groups = findControlGroups(root);
  expect(groups?.version).toBe(2);
  const made = groups?.make("one", LIMITS);
  expect(read("cgroup.subtree_control")).toBe("+memory +pids +cpu");
  expect(read("swe-game-bench/cgroup.subtree_control")).toBe("+memory +pids +cpu");
  expect(made?.join).toEqual([path.join(root, "swe-game-bench/one/cgroup.procs")]);
  expect(read("swe-game-bench/one/memory.max")).toBe("1000000");
  expect(read("swe-game-bench/one/pids.max")).toBe("12");
  expect(read("swe-game-bench/one/cpu.max")).toBe("150000 100000");
  writeFileSync(path.join(root, "swe-game-bench/one/memory.events"), "oom 4\noom_kill 2\n");
  expect(made?.memoryKills()).toBe(2);
});

test("machines that give us none, or lack a kind, leave limits to others", () => {
  expect(findControlGroups(root)).toBeNull();
  writeFileSync(path.join(root, "cgroup.controllers"), "cpu pids\n");
  expect(findControlGroups(root)).toBeNull();
  expect(existsSync(path.join(root, "swe-game-bench"))).toBe(false);
});
