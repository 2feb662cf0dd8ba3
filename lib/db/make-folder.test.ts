import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "./make-folder";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "sgb-folder-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a folder is made with what is missing above it, and a second time nothing happens", () => {
  const folder = path.join(dir, "a", "b", "c");
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test("a file in the way, or above, is told by the system's own code", () => {
  const file = path.join(dir, "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(path.join(file, "below"))).toThrow(/ENOTDIR/);
});

test("a place that takes no folders is told, not tried for ever", () => {
  expect(() => makeFolder("/proc/no-such-folder/below")).toThrow(/ENOENT/);
});
