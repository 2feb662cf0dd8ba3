import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
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

test.each([
  ["SQLITE_READONLY", "attempt to write a readonly database", "right to write the database"],
  ["SQLITE_IOERR_WRITE", "disk I/O error", "Look after that disk"],
  ["SQLITE_ERROR", "no such table: attempts", "put a backup in its place"],
  ["SQLITE_ERROR", "table `users` already exists", "put a backup in its place"],
])("a database that cannot be used is told with a mend: %s", (code, message, mend) => {
  const cause = Object.assign(new Error(message), { code });
  expect(diskFault(new Error("Failed to run the query", { cause }))).toMatch(
    new RegExp(`^The database cannot be used: ${message}\n.*${mend}`),
  );
});

test("a folder for temporary files that is not there is told", () => {
  vi.stubEnv("TMPDIR", "/no-such-folder");
  try {
    const error = Object.assign(new Error("ENOENT"), { code: "ENOENT", path: "/no-such-folder/x" });
    expect(diskFault(error)).toContain("Make the folder for temporary files");
  } finally {
    vi.unstubAllEnvs();
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
