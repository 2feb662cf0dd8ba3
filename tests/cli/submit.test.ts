import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { experiments } from "@/lib/db/schema";
import { countRows } from "@/tests/support/database";
import { type Account, PortalSite } from "@/tests/support/portal-site";
import { Installation, until } from "./support/command";
import { Curl } from "./support/curl";
import { oraclePatch } from "./support/predictions";
import { addedFile, SAMPLE_IDS, sampleFile } from "./support/predictions-files";

const ONE = "sample-packrat-1";

type Told = { id: string; state: string; problems: unknown[]; experiment: { id: string } };

let site: PortalSite;
let alice: Account;
let installation: Installation;
let keyFile: string;
beforeAll(async () => {
  site = new PortalSite();
  await site.start();
  site.worker();
  alice = await site.account("alice");
  installation = new Installation();
  keyFile = path.join(installation.dir, "key");
  writeFileSync(keyFile, `${alice.key}\n`, { mode: 0o600 });
});
afterAll(async () => {
  installation.remove();
  await site.close();
});

function write(name: string, content: string | Buffer): string {
  const file = path.join(installation.dir, name);
  writeFileSync(file, content);
  return file;
}

const args = (file: string, ...more: string[]) => [
  "submit",
  "--predictions",
  file,
  "--set",
  "sample",
  "--url",
  site.url,
  "--api-key-file",
  keyFile,
  ...more,
];

/** One instance with patches that run, all others empty: the whole way in few runs. */
const small = () =>
  sampleFile((id, run) => {
    if (id !== ONE) return null;
    if (run === 1) return oraclePatch(ONE);
    return run === 2 ? addedFile("Assets/Packrat/Idle.cs", ["// nothing that helps"]) : "no patch at all";
  });

test("the key comes from a file or the environment, never from the command line", async () => {
  const file = write("small.jsonl", small());
  const without = await installation.run([
    "submit",
    "--predictions",
    file,
    "--set",
    "sample",
    "--url",
    site.url,
  ]);
  expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("No API key is given.") });
  const argv = await installation.run(args(file, "--api-key", alice.key));
  expect(argv).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown option '--api-key'") });
  const wrong = await installation.run(
    ["submit", "--predictions", file, "--set", "sample", "--url", site.url],
    {
      SWE_GAME_BENCH_API_KEY: `sgb_${"x".repeat(43)}`,
    },
  );
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("not known here") });
  for (const one of [without, argv, wrong]) expect(one.stdout + one.stderr).not.toContain(alice.key);
});

test("an address where nobody answers is a failure with exit code 3", async () => {
  const file = write("small.jsonl", small());
  const away = await installation.run([
    ...args(file).slice(0, 5),
    "--url",
    "http://127.0.0.1:9",
    "--api-key-file",
    keyFile,
  ]);
  expect(away).toMatchObject({ code: 3, stderr: expect.stringContaining("cannot be reached") });
});

test("what is told about a submission is checked before anything is sent", async () => {
  const wrong = await installation.run(args(write("small.jsonl", small()), "--link", "javascript:alert(1)"));
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("--link must be a link that starts with https:// or http://");
});

test("a wrong file is told with every problem by line and field, and queues nothing", async () => {
  const lines = small().split("\n");
  lines[3] = (lines[3] ?? "").replace('"run_id":4', '"run_id":3');
  lines[6] = "{ broken";
  const run = await installation.run(args(write("bad.jsonl", lines.join("\n")), "--yes"));
  expect(run.code).toBe(2);
  expect(run.stderr).toContain("nothing was queued");
  expect(run.stderr).toMatch(/Line 4: run_id 3 occurs twice/);
  expect(run.stderr).toMatch(/Line 7: is not valid JSON/);
  expect(site.database((database) => countRows(database, experiments))).toBe(0);
});

test("a dry run shows what applies and what does not, and submits nothing", async () => {
  const run = await installation.run(args(write("small.jsonl.gz", gzipSync(small())), "--dry-run"));
  expect(run).toMatchObject({ code: 0 });
  expect(run.stdout).toContain("System       portal-agent, scripted, no temperature");
  expect(run.stdout).toContain("Patches      2 apply, 98 will not run");
  expect(run.stdout).toContain(`${ONE} run 3: patch-malformed`);
  expect(run.stdout).toContain("nothing was queued");
  expect(site.database((database) => database.query.select().from(experiments).all())).toMatchObject([
    { state: "draft" },
  ]);
});

test("without a terminal and without --yes nothing is submitted", async () => {
  const run = await installation.run(args(write("small.jsonl", small())));
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("Add --yes") });
  expect(site.database((database) => database.query.select().from(experiments).all())).toMatchObject([
    { state: "draft" },
  ]);
});

test("submitted and watched: Ctrl-C stops the watching alone, and the same command goes on to the end", async () => {
  const file = write("small.jsonl", small());
  const about = ["--organisation", "Institute", "--logs-url", "https://example.org/logs", "--open-source"];
  const first = installation.start(args(file, "--yes", "--watch", ...about));
  await until("the watching", () => first.output().includes("Attempts: 98 of 100"));
  first.child.kill("SIGINT");
  const stopped = await first.finished;
  expect(stopped.code).toBe(130);
  expect(stopped.stderr).toContain("The evaluation goes on.");
  const second = await installation.run(args(file, "--yes", "--watch"));
  expect(second.stderr + second.stdout + site.log).toContain("submitted before");
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(/Passed +1\n/);
  const [row, ...others] = site.database((database) => database.query.select().from(experiments).all());
  expect(others).toEqual([]);
  expect(row).toMatchObject({ state: "complete", current: true, official: true });
  const page = await (await fetch(`${site.url}/experiments/${row?.id}`)).text();
  expect(page).toContain("portal-agent");
  const report = path.join(
    site.runsDir,
    "sample",
    "predictions",
    row?.folder ?? "",
    "packrat",
    ONE,
    "run3",
    "candidate.patch",
  );
  expect(readFileSync(report, "utf8")).toBe("no patch at all");

  // What maintainers do, on the machine of the site.
  const env = { SWE_GAME_BENCH_DATA_DIR: site.dataDir, SWE_GAME_BENCH_RUNS_DIR: site.runsDir };
  const audit = await installation.run(["audit", "start", row?.id ?? ""], env);
  expect(audit.stdout).toContain("Agreement: 2 of 2 attempts");
  const verified = await installation.run(["verify", row?.id ?? "", "--by", "Marge Maintainer"], env);
  expect(verified).toMatchObject({ code: 0 });
  const board = await (await fetch(`${site.url}/?set=sample`)).text();
  expect(board).toContain(`/experiments/${row?.id}#verification`);
});

test("by curl alone: an account, a bad file, a good one to its end, and a maintainer audits and verifies it", async () => {
  const carol = new Curl(installation.dir, site.url, "carol");
  const account = { name: "Carol", username: "carol", email: "carol@example.org", password: "correct horse" };
  expect(await carol.submit("/sign-up", "Make the account", account)).toMatchObject({ status: 303 });
  const made = await carol.submit("/account", "Make a key", { keyName: "curl", days: "30" });
  const key = /sgb_[A-Za-z0-9_-]{43}/.exec(made.body)?.[0] ?? "";
  const api = async (address: string, ...args: string[]) => {
    const { status, body } = await carol.send(
      `/api/v1/submissions${address}`,
      ...["-H", `Authorization: Bearer ${key}`],
      ...args,
    );
    return { status, ...(JSON.parse(body) as { submission: Told }) };
  };
  const send = (name: string, content: string) =>
    api(`?set=sample&name=${name}`, "-X", "POST", "-T", carol.file(name, content));

  const bad = await send("bad.jsonl", small().replace('"run_id":4', '"run_id":3'));
  expect(bad).toMatchObject({ status: 201, submission: { state: "invalid" } });
  expect(JSON.stringify(bad.submission.problems)).toContain("run_id 3 occurs twice");
  const { submission } = await send("good.jsonl", small());
  expect(submission.state).toBe("draft");
  expect(await api(`/${submission.id}/confirm`, "-X", "POST")).toMatchObject({ status: 200 });
  // The stream ends with the last news there can be.
  const bearer = ["-H", `Authorization: Bearer ${key}`];
  const news = await carol.send(`/api/v1/submissions/${submission.id}/events`, "-N", ...bearer);
  expect(news.body).toContain('"state":"complete"');
  const { experiment } = (await api(`/${submission.id}`)).submission;
  const attempt = await carol.send(`/experiments/${experiment.id}/${ONE}/1`);
  expect(attempt.body).toMatch(/passed/);
  const csv = await carol.send(`/api/v1/experiments/${experiment.id}/attempts?format=csv`);
  expect(csv.body.trim().split("\n")).toHaveLength(101);

  const marge = new Curl(installation.dir, site.url, "marge");
  const { email, password } = await site.account("marge", "maintainer");
  expect(await marge.submit("/sign-in", "Sign in", { login: email, password })).toMatchObject({
    status: 303,
  });
  const desk = `/maintain/experiments/${experiment.id}`;
  const experimentId = experiment.id;
  const audit = await marge.submit(desk, "Start an audit", { experimentId, share: "100", seed: "" });
  expect(audit.location).toMatch(/\/maintain\/audits\/[0-9a-f-]+$/);
  const auditPage = new URL(audit.location).pathname;
  for (let tries = 0; tries < 240; tries += 1) {
    if ((await marge.send(auditPage)).body.includes("Full agreement")) break;
    await delay(500);
  }
  expect((await marge.send(auditPage)).body).toContain("2 of 2 attempts");
  const auditId = auditPage.split("/").at(-1) ?? "";
  await marge.submit(desk, "Mark verified", { experimentId, auditId, reason: "" });
  const row = site.database((database) =>
    database.query.select().from(experiments).where(eq(experiments.id, experimentId)).get(),
  );
  expect(row).toMatchObject({ verified: true, verifiedBy: "marge" });
  expect((await carol.send("/?set=sample")).body).toContain(`/experiments/${experimentId}#verification`);
});

test("the API does what the pages do: upload, preview, confirm, hide, show, withdraw", async () => {
  const patch = addedFile("Assets/Packrat/Other.cs", ["// by curl"]);
  const body = sampleFile((id, run) => (id === SAMPLE_IDS[1] && run === 1 ? patch : null), {
    agent: "by-curl",
  });
  const uploaded = await site.upload(alice, body);
  expect(uploaded.status).toBe(201);
  const { submission } = (await uploaded.json()) as { submission: { id: string } };
  const act = async (action: string, told: unknown = {}) => {
    const answer = await site.api(alice, `submissions/${submission.id}/${action}`, {
      method: "POST",
      body: JSON.stringify(told),
    });
    return { status: answer.status, ...((await answer.json()) as { submission?: { state: string } }) };
  };
  expect(await act("confirm", { link: "ftp://example.org" })).toMatchObject({ status: 400 });
  expect(await act("confirm", { organisation: "Institute" })).toMatchObject({ status: 200 });
  expect(await act("hide")).toMatchObject({ status: 200 });
  const list = (await (await site.api(alice, "submissions")).json()) as {
    submissions: { id: string; visibility: string }[];
  };
  expect(list.submissions[0]).toMatchObject({ id: submission.id, visibility: "hidden" });
  expect(await act("show")).toMatchObject({ status: 200 });
  expect(await act("withdraw", { reason: "By mistake." })).toMatchObject({
    submission: { state: "withdrawn" },
  });
  expect(await act("cancel")).toMatchObject({ status: 409 });
  expect(await act("explode")).toMatchObject({ status: 404 });
});
