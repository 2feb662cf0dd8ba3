import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attempts, evaluations, events, experiments, jobs } from "@/lib/db/schema";
import { type Account, PortalSite } from "@/tests/support/portal-site";
import { root } from "./support/command";
import { smallDataset } from "./support/dataset";
import { oraclePatch } from "./support/predictions";
import { addedFile, SAMPLE_IDS, sampleFile } from "./support/predictions-files";

const ONE = "sample-packrat-1";
const ATTACKS = path.join(root, "tests/fixtures/attacks");

/** Instances beside the sample's own, so that the set is as large as the golden one: 24 of them. */
const MORE = Array.from({ length: 24 - SAMPLE_IDS.length }, (_, index) => ({
  instance_id: `sample-more-${index + 1}`,
  benchmark_set: "sample",
  issue_number: 10 + index,
}));
const IDS = [...SAMPLE_IDS, ...MORE.map((row) => row.instance_id)];
const ROWS = IDS.length * 10;
const wholeFile = (patch: Parameters<typeof sampleFile>[0], agent?: string) =>
  sampleFile(patch, { ids: IDS, ...(agent ? { agent } : {}) });

let dir: string;
let site: PortalSite;
let alice: Account;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "sgb-queue-"));
  const { env } = await smallDataset(dir, MORE);
  site = new PortalSite({ ...env, SWE_GAME_BENCH_TIMEOUT_SECONDS: "60" });
  await site.start();
  alice = await site.account("alice");
});
afterAll(async () => {
  await site.close();
  rmSync(dir, { recursive: true, force: true });
});

type Submission = {
  id: string;
  state: string;
  experiment: { id: string; checks: { unchecked: number }; progress: { attempts: { done: number } } };
};

async function submission(answer: Response): Promise<Submission> {
  return ((await answer.json()) as { submission: Submission }).submission;
}

const look = async (id: string) => submission(await site.api(alice, `submissions/${id}`));

async function submitted(file: string): Promise<Submission> {
  const { id } = await submission(await site.upload(alice, file));
  return await submission(await site.api(alice, `submissions/${id}/confirm`, { method: "POST" }));
}

async function finished(id: string, seconds = 240): Promise<Submission> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const now = await look(id);
    if (!["queued", "running", "draft"].includes(now.state)) return now;
    if (Date.now() > end)
      throw new Error(`It is still ${JSON.stringify(now.experiment.progress)}.\n${site.log}`);
    await delay(500);
  }
}

/** Everything of the one experiment that must be there once. */
function ledger(experimentId: string) {
  return site.database(({ query }) => {
    const own = query.select().from(attempts).where(eq(attempts.experimentId, experimentId)).all();
    const open = query
      .select()
      .from(jobs)
      .all()
      .filter((job) => !["done", "failed"].includes(job.state));
    return {
      attempts: own.length,
      done: own.filter((one) => one.state === "done").length,
      infra: own.filter((one) => one.outcome === "infra-error").length,
      outcomes: new Set(own.map((one) => one.outcome)),
      unsettled: query
        .select()
        .from(evaluations)
        .all()
        .filter((one) => one.state !== "settled").length,
      openJobs: open.length,
    };
  });
}

const whole = { attempts: ROWS, done: ROWS, infra: 0, unsettled: 0, openJobs: 0 };

test("two workers share one queue; one that is killed in the middle loses nothing and doubles nothing", async () => {
  const [first] = [site.worker(), site.worker()];
  const file = wholeFile((id, run) => {
    if (id !== ONE) return null;
    return run === 1 ? oraclePatch(ONE) : addedFile(`Assets/Packrat/Idle${run}.cs`, [`// ${run}`]);
  });
  const { id, experiment } = await submitted(file);
  const running = () =>
    site.database(({ query }) =>
      query
        .select()
        .from(jobs)
        .all()
        .some((job) => job.kind === "evaluate" && job.state === "claimed"),
    );
  for (let tries = 0; tries < 600 && !running(); tries += 1) await delay(100);
  expect(running()).toBe(true);
  await site.stop(first, "SIGKILL");
  const end = await finished(id);
  expect(end.state).toBe("complete");
  expect(ledger(experiment.id)).toMatchObject(whole);
  site.database(({ query }) => {
    const done = query.select().from(events).where(eq(events.kind, "experiment.finished")).all();
    expect(done).toHaveLength(1);
    expect(
      query
        .select()
        .from(evaluations)
        .all()
        .filter((one) => one.role === "candidate"),
    ).toHaveLength(9);
  });
});

test("the site killed in the middle of an evaluation stops no work, and shows all of it when it is back", async () => {
  const file = wholeFile(
    (id, run) =>
      id === ONE && run < 4 ? addedFile(`Assets/Packrat/More${run}.cs`, [`// more ${run}`]) : null,
    "site-killed",
  );
  const { id } = await submitted(file);
  await site.stop(site.server, "SIGKILL");
  await delay(2000);
  await site.start();
  const end = await finished(id);
  expect(end.state).toBe("complete");
  expect(ledger(end.experiment.id)).toMatchObject(whole);
});

test("a submission of 240 hostile patches, sent twice, ends with an outcome and a reason for each, and no failure of ours", async () => {
  // Patches that hold a run up to its limits are tried one by one elsewhere.
  const slow =
    /hangs|fills|floods|forks|takes-memory|outlives|overflows|claims|late|ends-watcher|stops-watcher/;
  const names = readdirSync(ATTACKS).filter((name) => !slow.test(name));
  const hostile = names.map((name) => readFileSync(path.join(ATTACKS, name), "utf8"));
  const written = [
    "diff --git a/../../etc/passwd b/../../etc/passwd\nnew file mode 100644\n--- /dev/null\n+++ b/../../etc/passwd\n@@ -0,0 +1 @@\n+x\n",
    "diff --git a/.git/hooks/post-checkout b/.git/hooks/post-checkout\nnew file mode 100755\n--- /dev/null\n+++ b/.git/hooks/post-checkout\n@@ -0,0 +1 @@\n+touch /tmp/owned\n",
    "diff --git a/Assets/link b/Assets/link\nnew file mode 120000\n--- /dev/null\n+++ b/Assets/link\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n",
    addedFile("Library/ArtifactDB", ["x"]),
    `${"@@ -1 +1 @@\n".repeat(5000)}`,
    "\u0000\u001b[2J\u202ereversed",
    addedFile("Assets/<script>alert(1)</script>.cs", ["// <img src=x onerror=alert(1)>"]),
  ];
  // All but the last never run: only one instance needs its gate shown.
  const refusedAtOnce = written.slice(0, -1);
  const texts = [...hostile, ...written];
  const file = wholeFile((id, run) => {
    if (id !== ONE) return refusedAtOnce[run % refusedAtOnce.length] ?? null;
    return texts[(run * 3) % texts.length] ?? null;
  }, "<img src=x onerror=alert(1)>");
  expect(file.trim().split("\n")).toHaveLength(240);
  const [{ id, experiment }, again] = await Promise.all([submitted(file), submitted(file)]);
  expect(again.id).toBe(id);
  const end = await finished(id, 400);
  const { outcomes, ...counts } = ledger(experiment.id);
  expect(counts).toMatchObject({ ...whole, attempts: 240, done: 240 });
  expect([...outcomes]).toEqual(expect.arrayContaining(["patch-refused", "patch-malformed"]));
  expect({ state: end.state, infra: counts.infra }).toEqual({ state: "complete", infra: 0 });
  const own = site.database(({ query }) =>
    query.select().from(attempts).where(eq(attempts.experimentId, experiment.id)).all(),
  );
  expect(new Set(own.map((one) => `${one.instanceId} ${one.runId}`)).size).toBe(240);
  expect(own.filter((one) => !one.reason?.trim())).toEqual([]);
  const page = await (await fetch(`${site.url}/experiments/${experiment.id}`)).text();
  expect(page).not.toContain("<img src=x");
  const row = site.database(({ query }) =>
    query.select().from(experiments).where(eq(experiments.id, experiment.id)).get(),
  );
  expect(row?.folder).toMatch(/^[a-z0-9._-]+$/);
});
