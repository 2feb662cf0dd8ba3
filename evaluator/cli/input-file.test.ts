import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readInput, requireFile } from "./input-file";

const MOST = 1000;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "sgb-input-"));
  writeFileSync(path.join(dir, "good"), "text");
  writeFileSync(path.join(dir, "large"), "x".repeat(MOST + 1));
  execFileSync("mkfifo", [path.join(dir, "pipe")]);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("a file that is named on the command line", () => {
  test("is read, up to a size that is told", () => {
    expect(readInput(path.join(dir, "good"), "The file", MOST).toString()).toBe("text");
    expect(() => readInput(path.join(dir, "large"), "The file", MOST)).toThrow(/has more than 0 MiB/);
    expect(() => requireFile(path.join(dir, "large"), "The file")).not.toThrow();
  });

  test.each([
    ["nothing", "absent", "does not exist"],
    ["a folder", ".", "is a folder"],
    ["a pipe that nobody writes to", "pipe", "is a pipe"],
    ["an endless device", "/dev/zero", "is a device"],
  ])("must be no %s", (_, name, words) => {
    const file = path.resolve(dir, name);
    expect(() => requireFile(file, "The file")).toThrow(words);
    expect(() => readInput(file, "The file", MOST)).toThrow(words);
  });

  test("may be what a shell pipes in", () => {
    const script = `import { readInput } from ${JSON.stringify(path.resolve("evaluator/cli/input-file.ts"))};
      process.stdout.write(readInput("/dev/stdin", "The file", 1000));`;
    const file = path.join(dir, "read.mts");
    writeFileSync(file, script);
    const read = execFileSync("sh", ["-c", `echo piped | ${process.execPath} --import tsx ${file}`]);
    expect(read.toString()).toBe("piped\n");
  });
});
