import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Installation } from "./support/command";
import { type Row, tenRows, writeRows } from "./support/predictions";

const PATCH = "--- a/Assets/A.cs\n+++ b/Assets/A.cs\n@@ -1 +1 @@\n-a\n+b\n";
/** The most that a process may hold while it reads a file of 200 MB, in kB. */
const MOST_KB = 400_000;

let installation: Installation;
let ids: string[];
let complete: Row[];
beforeAll(async () => {
  installation = new Installation();
  const { stdout } = await installation.run(["list", "--set", "golden", "--json"]);
  ids = (JSON.parse(stdout) as { instance_id: string }[]).map((row) => row.instance_id);
  complete = ids.flatMap((id) => tenRows(id, [PATCH], { temperature: "0.4" }));
});
afterAll(() => installation.remove());

const evaluate = (file: string) =>
  installation.run(["evaluate-predictions", "--predictions", file, "--set", "golden"]);
const first = () => ids[0] ?? "";
const without = (drop: (row: Row) => boolean) => complete.filter((row) => !drop(row));
const changed = (index: number, change: Record<string, unknown>) =>
  complete.map((row, at) => (at === index ? { ...row, ...change } : row));

describe("a golden file is refused before any work when", () => {
  test.each<[string, () => unknown[], () => (string | RegExp)[]]>([
    ["an instance is missing", () => without((row) => row.instance_id === first()), () => [first()]],
    [
      "an instance does not belong to it",
      () => [...complete, ...tenRows("sample-packrat-1", [PATCH], { temperature: "0.4" })],
      () => ["sample-packrat-1", "Line 241"],
    ],
    ["a row is there twice", () => [...complete, complete[3]], () => [/Line 241.*run_id 4.*line 4/s]],
    [
      "an instance has 9 of its 10 rows",
      () => without((row) => row.instance_id === first() && row.run_id === 7),
      () => [first(), /9 of 10.*7/s],
    ],
    [
      "an instance has 11 rows",
      () => [...complete, { ...complete[0], run_id: 11 }],
      () => ["Line 241", "11"],
    ],
    ["agents differ", () => changed(5, { agent: "another" }), () => ["Line 6", "agent"]],
    ["models differ", () => changed(5, { model: "another" }), () => ["Line 6", "model"]],
    ["temperatures differ", () => changed(9, { temperature: "0.5" }), () => ["Line 10", "temperature"]],
    [
      "a temperature is left out",
      () => changed(9, { temperature: undefined }),
      () => ["Line 10", "temperature"],
    ],
  ])("%s", async (_fault, rows, told) => {
    const { code, stderr } = await evaluate(writeRows(installation.dir, rows()));
    expect(code).toBe(2);
    for (const part of told()) expect(stderr).toMatch(part);
    expect(stderr).toContain("nothing was run");
    expect(existsSync(path.join(installation.data, "swe-game-bench.sqlite"))).toBe(false);
  });
});

test("a file of 200 MB is read in bounded memory, and its last line's fault is told", async () => {
  const file = path.join(installation.dir, "large.jsonl");
  const handle = openSync(file, "w");
  const large = `${PATCH}+${"x".repeat(870_000)}\n`;
  for (const row of complete) writeSync(handle, `${JSON.stringify({ ...row, model_patch: large })}\n`);
  writeSync(handle, '{"instance_id":');
  closeSync(handle);
  const { child, finished } = installation.start([
    "evaluate-predictions",
    "--predictions",
    file,
    "--set",
    "golden",
  ]);
  let peakKb = 0;
  const watch = setInterval(() => {
    peakKb = Math.max(peakKb, peakOf(child.pid ?? 0));
  }, 20);
  const { code, stderr } = await finished;
  clearInterval(watch);
  expect(code).toBe(2);
  expect(stderr).toContain("Line 241");
  expect(peakKb).toBeGreaterThan(10_000);
  expect(peakKb).toBeLessThan(MOST_KB);
});

/** The most memory that a process ever held, in kB; 0 when it has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

describe("list", () => {
  const rows = async (...flags: string[]) => {
    const { code, stdout } = await installation.run(["list", "--json", ...flags]);
    expect(code).toBe(0);
    return JSON.parse(stdout) as { instance_id: string; repo: string; unity_bucket: string }[];
  };

  test("shows every instance of a set; core means candidates", async () => {
    expect(await rows("--set", "golden")).toHaveLength(24);
    expect(await rows("--set", "core")).toEqual(await rows("--set", "candidates"));
    expect((await rows()).length).toBe(24 + 59 + 10);
  });

  test("keeps to a repository and an editor", async () => {
    const found = await rows("--repo", "fungus", "--bucket", "2019.4.12f1");
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((row) => `${row.repo} ${row.unity_bucket}`))).toEqual(
      new Set(["fungus 2019.4.12f1"]),
    );
  });

  test("tells a set, a repository or an editor that is not there", async () => {
    for (const [flag, value] of [
      ["--set", "gold"],
      ["--repo", "fungi"],
      ["--bucket", "2017.1.0f1"],
    ] as const) {
      const { code, stderr } = await installation.run(["list", flag, value]);
      expect({ flag, code }).toEqual({ flag, code: 2 });
      expect(stderr).toContain(value);
    }
  });
});
