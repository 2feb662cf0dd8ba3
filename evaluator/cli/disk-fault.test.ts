import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { diskFault } from "./disk-fault";

test("a folder below a file is told with its path and what to do, in place of a stack", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "disk-fault-"));
  const below = path.join(folder, "file", "runs");
  writeFileSync(path.dirname(below), "");
  try {
    mkdirSync(below, { recursive: true });
    expect.unreachable();
  } catch (error) {
    const lines = (diskFault(error) ?? "").split("\n");
    expect(lines[0]).toContain(`${below} cannot be used: ENOTDIR`);
    expect(lines[1]).toContain("SWE_GAME_BENCH_RUNS_DIR");
    expect(lines).toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("any other error stays our own fault", () => {
  expect(diskFault(new TypeError("x is not a function"))).toBeNull();
  expect(diskFault(Object.assign(new Error("gone"), { code: "ENOENT" }))).toBeNull();
});

test("a full disk that a library wraps in an error of its own is told too", () => {
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  expect(diskFault(new Error("Failed to run the query", { cause: full }))).toContain("disk is full");
});
