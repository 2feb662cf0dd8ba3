import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, until } from "./support/command";
import { oraclePatch, tenRows, writeRows, wrongPatch } from "./support/predictions";

const one = "sample-packrat-1";
let installation: Installation;
beforeAll(() => {
  installation = new Installation();
});
afterAll(() => installation.remove());

/** Evaluations in work, seen from outside; 0 while there is no database yet. */
function running(): number {
  try {
    return installation.rows("select id from evaluations where state = 'running'").length;
  } catch {
    return 0;
  }
}

const smoke = (file: string, ...more: string[]) => [
  "evaluate-predictions",
  "--predictions",
  file,
  "--set",
  "sample",
  "--instances",
  one,
  ...more,
];

test("a wrong file is refused before any work, with every problem by line and field", async () => {
  const rows = tenRows(one, [oraclePatch(one)]);
  const broken: unknown[] = rows.map((row) => ({ ...row }));
  broken[3] = { ...rows[3], run_id: 3 };
  broken[5] = { ...rows[5], agent: "Other" };
  broken[7] = { ...rows[7], model_patch: undefined };
  const run = await installation.run([
    "evaluate-predictions",
    "--predictions",
    writeRows(installation.dir, broken, "broken.jsonl"),
    "--set",
    "sample",
  ]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain("nothing was run");
  expect(run.stderr).toMatch(/run_id 3/);
  expect(run.stderr).toMatch(/agent/);
  expect(run.stderr).toMatch(/Line 8.*model_patch/);
  expect(run.stderr).toContain("sample-tidewater-1");
  expect(existsSync(path.join(installation.data, "swe-game-bench.sqlite"))).toBe(false);
});

test("golden and candidates refuse any k but 10", async () => {
  const file = writeRows(installation.dir, tenRows(one, [null]), "k.jsonl");
  const run = await installation.run([
    "evaluate-predictions",
    "--predictions",
    file,
    "--set",
    "golden",
    "--k",
    "5",
  ]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain("--k 10");
});

test("Ctrl-C stops cleanly with 130 and leaves no container, and the next run finishes what is left", async () => {
  const rows = tenRows(one, [
    oraclePatch(one),
    wrongPatch("Assets/Packrat/A.cs"),
    wrongPatch("Assets/Packrat/B.cs"),
    null,
    "no patch at all",
  ]);
  const file = writeRows(installation.dir, rows);
  const first = installation.start(smoke(file));
  await until("the first evaluation", () => running() > 0);
  first.child.kill("SIGINT");
  const stopped = await first.finished;
  expect(stopped.code).toBe(130);
  expect(stopped.stderr).toMatch(/attempts are left/);
  expect(installation.containers()).toEqual([]);

  const second = await installation.run(smoke(file));
  expect(second.stderr).toContain("Resuming");
  expect(second.stdout).toContain("10 of 10 attempts have an outcome");
  expect(second.stdout).toContain("No Score: not every instance of the set has its ten rows.");
  expect(second.stdout).toContain(
    "Over what was evaluated: parseable@10 1.000, filehit@10 1.000, pass@10 1.000",
  );
  expect(second.stdout).toContain("2 of 10 attempts passed; 1 of 1 instances solved");
  expect(second.code).toBe(0);

  const outcomes = installation.rows(
    "select outcome, count(*) as n from attempts group by outcome order by outcome",
  );
  expect(outcomes).toEqual([
    { outcome: "failed", n: 4 },
    { outcome: "passed", n: 2 },
    { outcome: "patch-empty", n: 2 },
    { outcome: "patch-malformed", n: 2 },
  ]);
  // Two texts for two trees beside the gate's own two runs: equal trees are run once.
  expect(
    installation.rows("select role, count(*) as n from evaluations group by role order by role"),
  ).toEqual([
    { role: "base", n: 1 },
    { role: "candidate", n: 2 },
    { role: "oracle", n: 1 },
  ]);
});

test("each attempt has its patch, and the reports give every run its bit", async () => {
  const folder = path.join(installation.runs, "sample", "predictions");
  const [experiment] = readdirSync(folder);
  const patch = readFileSync(
    path.join(folder, experiment ?? "", "packrat", one, "run1", "candidate.patch"),
    "utf8",
  );
  expect(patch).toBe(oraclePatch(one));
  const report = installation.json("sample", "predictions", experiment ?? "", "pass_at_k_report.json");
  expect(report).toMatchObject({
    agent: "test-agent",
    temperature: null,
    official: false,
    verified: false,
    score: null,
    instances: [{ instance_id: one, attempts: 10, passed: 2, pass_bits: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0] }],
  });
  const details = installation.json("sample", "predictions", experiment ?? "", "pass_at_k_details.json");
  expect(JSON.stringify(details)).toContain('"patch_application":"malformed"');
});

test("the global index leaves a smoke test out unless asked for incomplete ones", async () => {
  expect((await installation.run(["report"])).code).toBe(0);
  expect(installation.json("leaderboard.json")).toMatchObject({ entries: [] });
  await installation.run(["report", "--include-incomplete"]);
  expect(installation.json("leaderboard.json")).toMatchObject({
    entries: [{ agent: "test-agent", rank: null, score: null }],
  });
  const csv = readFileSync(path.join(installation.runs, "leaderboard.csv"), "utf8");
  expect(csv.split("\n")).toHaveLength(3);
});
