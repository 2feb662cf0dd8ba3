import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, until } from "./support/command";
import { oraclePatch, tenRows, writeRows, wrongPatch } from "./support/predictions";

const one = "sample-packrat-1";
let installation: Installation;
let experiment: string;

beforeAll(async () => {
  installation = new Installation();
  const patches = [
    oraclePatch(one),
    wrongPatch("Assets/Packrat/A.cs"),
    wrongPatch("Assets/Packrat/B.cs"),
    null,
  ];
  const file = writeRows(installation.dir, tenRows(one, patches));
  const args = ["--predictions", file, "--set", "sample", "--instances", one];
  const run = await installation.run(["evaluate-predictions", ...args]);
  if (run.code !== 0) throw new Error(run.stderr);
  experiment = String(installation.rows("select id from experiments")[0]?.id);
});
afterAll(() => installation.remove());

const reruns = (state: string) =>
  installation.rows(
    `select e.id from evaluations e join audit_runs r on r.rerun_id = e.id where e.state = '${state}'`,
  ).length;
const outcomes = () =>
  installation.rows("select instance_id, run_id, outcome, evaluation_id from attempts order by id");

test("an audit in real containers survives a worker that is killed, and agrees with itself", async () => {
  const published = outcomes();
  const started = await installation.run(["audit", "start", experiment, "--queue-only"]);
  expect(started).toMatchObject({ code: 0 });
  // The oracle's tree and two others; the null patch needs no run.
  expect(started.stderr).toContain("3 of 3 evaluations");
  const again = await installation.run(["audit", "start", experiment, "--queue-only"]);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain("An audit of this experiment runs since");

  const env = { SWE_GAME_BENCH_WORKERS: "1" };
  const first = installation.start(["worker"], env);
  await until(
    "a second run under way in a container",
    () => reruns("running") > 0 && installation.containers().length > 0,
  );
  first.child.kill("SIGKILL");
  await first.finished;
  const killed = await installation.run(["audit", "status", experiment]);
  expect(killed).toMatchObject({ code: 0 });
  expect(killed.stdout).toContain("Still to run");
  expect((await installation.run(["verify", experiment])).code).toBe(2);

  const second = installation.start(["worker"], env);
  await until(
    "the end of the audit",
    () => installation.rows("select id from audits where state = 'complete'").length > 0,
  );
  second.child.kill("SIGTERM");
  expect((await second.finished).code).toBe(130);
  const done = await installation.run(["audit", "status", experiment]);
  expect(done.stdout).toContain("Agreement: 8 of 8 attempts");
  expect(done.stdout).toContain("Decided by the patch alone, so there is nothing to run: 2 attempts");
  expect(done.code).toBe(0);
  expect(outcomes()).toEqual(published);
  expect(reruns("settled")).toBe(3);
  const pinned = installation.rows(
    "select distinct b.image_digest = a.image_digest as same from audit_runs r join evaluations a on a.id = r.evaluation_id join evaluations b on b.id = r.rerun_id",
  );
  expect(pinned).toEqual([{ same: 1 }]);
  expect(installation.containers()).toEqual([]);
});

test("verify takes the audit, by a prefix of the experiment's id, and keeps its evidence", async () => {
  const run = await installation.run(["verify", experiment.slice(0, 8), "--by", "Ada Maintainer"]);
  expect(run).toMatchObject({ code: 0, stdout: `Experiment ${experiment} is verified.\n` });
  const [row] = installation.rows("select verified, verified_by, verified_evidence from experiments");
  expect(row).toMatchObject({ verified: 1, verified_by: "Ada Maintainer" });
  expect(JSON.parse(String(row?.verified_evidence))).toMatchObject({
    audit: { agreed: 8, compared: 8, share: 1 },
  });
});

test("unverify asks for a reason that says something", async () => {
  expect((await installation.run(["unverify", experiment])).code).toBe(2);
  const short = await installation.run(["unverify", experiment, "--reason", "oops"]);
  expect(short).toMatchObject({ code: 2 });
  expect(short.stderr).toContain("at least 20 characters");
  const reason = ["--reason", "The logs of the agent show the hidden tests."];
  expect((await installation.run(["unverify", experiment, ...reason])).code).toBe(0);
  expect((await installation.run(["unverify", experiment, ...reason])).code).toBe(2);
  expect(installation.rows("select kind from changes order by id")).toEqual([
    { kind: "verified" },
    { kind: "unverified" },
  ]);
});

test("an outcome that differs ends audit and verify with 1, and is told with both folders", async () => {
  const share = ["--share", "0.34", "--seed", "s"];
  const run = await installation.run(["audit", "start", experiment, ...share]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("34 % of the runs, seed s");
  // What is published is made to differ from what the second runs say.
  installation.change("update attempts set outcome = 'crashed' where outcome in ('passed', 'failed')");
  const status = await installation.run(["audit", "status", experiment]);
  expect(status.code).toBe(1);
  expect(status.stdout).toMatch(/crashed first, (passed|failed) again/);
  expect(status.stdout).toMatch(/second: evaluations\//);
  const verify = await installation.run(["verify", experiment]);
  expect(verify.code).toBe(1);
  expect(verify.stderr).toContain("0 of ");
});

test("evaluate-predictions --verified marks through the same service, without an audit", async () => {
  const file = writeRows(installation.dir, tenRows(one, [null]), "empty.jsonl");
  const args = ["--predictions", file, "--set", "sample", "--instances", one];
  const queued = await installation.run(["evaluate-predictions", ...args, "--queue-only", "--verified"]);
  expect(queued.code).toBe(2);
  const run = await installation.run(["evaluate-predictions", ...args, "--verified", "audited by hand"]);
  expect(run).toMatchObject({ code: 0 });
  const [row] = installation.rows(
    "select verified_note, verified_evidence from experiments where verified = 1",
  );
  expect(row?.verified_note).toContain("audited by hand");
  expect(JSON.parse(String(row?.verified_evidence))).not.toHaveProperty("audit");
  expect(installation.rows("select kind from changes order by id").map((one_) => one_.kind)).toHaveLength(3);
});

test("cancel ends a queued audit, and a second cancel says that there is nothing to cancel", async () => {
  const empty = await installation.run(["audit", "start", experiment, "--queue-only"]);
  expect(empty.code).toBe(0);
  const cancelled = await installation.run(["audit", "cancel", experiment]);
  expect(cancelled.stdout).toContain("3 evaluations were left");
  expect((await installation.run(["audit", "cancel", experiment])).code).toBe(2);
});
