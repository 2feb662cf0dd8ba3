import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, root, until } from "./support/command";
import { tenRows, writeRows } from "./support/predictions";

const instance = "sample-packrat-1";
let installation: Installation;
let command: string[];
beforeAll(() => {
  installation = new Installation();
  const hang = readFileSync(path.join(root, "benchmark/sample/attempts", instance, "hang.patch"), "utf8");
  const file = writeRows(installation.dir, tenRows(instance, [hang]));
  command = ["evaluate-predictions", "--predictions", file, "--set", "sample", "--instances", instance];
});
afterAll(() => installation.remove());

function isRunning(): boolean {
  try {
    const rows = installation.rows(
      "select 1 from evaluations where state = 'running' and role = 'candidate'",
    );
    return rows.length > 0;
  } catch {
    return false;
  }
}

test("evaluate-predictions whose runs folder becomes a file ends with 3, one message and nothing failed", async () => {
  const run = installation.start(command);
  await until("the attempt to run", isRunning);
  rmSync(installation.runs, { recursive: true, force: true });
  writeFileSync(installation.runs, "");
  const { code, stderr } = await run.finished;
  expect(stderr).toMatch(/^The runs folder .* cannot be used: .*$/m);
  expect(stderr).not.toMatch(/^\s+at |"stack"/m);
  expect(code).toBe(3);
  expect(installation.rows("select state, tries from jobs where state = 'claimed' or tries > 0")).toEqual([]);
  expect(installation.containers()).toEqual([]);
  rmSync(installation.runs);
});

test("evaluate-predictions whose database is removed ends with 3 and says so, and leaves no container", async () => {
  const run = installation.start(command);
  await until("the attempt to run", isRunning);
  for (const tail of ["", "-wal", "-shm"])
    rmSync(path.join(installation.data, `swe-game-bench.sqlite${tail}`), { force: true });
  const { code, stderr } = await run.finished;
  expect(stderr).toMatch(
    /^The database .* was removed while it was in use, so nothing more can be stored\.$/m,
  );
  expect(code).toBe(3);
  expect(installation.containers()).toEqual([]);
});
