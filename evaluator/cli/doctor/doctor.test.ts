import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type Seen, startService } from "@/evaluator/dataset/testing/http-service";
import { loadBenchmark } from "@/lib/benchmark/load";
import { KNOWN_VARIABLES, readConfig } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import { type Check, checkLines, mustBeMended } from "./check";
import { checkDatasets } from "./dataset";
import { checkDocker } from "./docker";
import { checkGithub } from "./network";
import { checkSettings, editDistance } from "./settings";
import { checkDatabase, checkDataFolder, checkLicence } from "./state";
import { checkGit, checkNode, compareVersions } from "./tools";

const ROOT = path.resolve(import.meta.dirname, "../../..");
let dir: string;
let stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "doctor-"));
});
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
  rmSync(dir, { recursive: true, force: true });
});

async function service(answer: (request: Seen, earlier: number) => Answer | "hang up") {
  const started = await startService(answer);
  stops.push(started.stop);
  return started;
}

test.each([
  ["20.11.1", "fail"],
  ["20.12.0", "ok"],
  ["22.9.0", "ok"],
  ["23.0.0", "fail"],
])("Node %s is %s by the range of package.json", (version, status) => {
  expect(checkNode(ROOT, version).status).toBe(status);
});

test("versions are compared as numbers", () => {
  expect(compareVersions("2.9.1", "2.31")).toBeLessThan(0);
  expect(compareVersions("2.31", "2.31.0")).toBe(0);
});

test("git that is not there, or too old, is told with what to install", async () => {
  expect((await checkGit()).status).toBe("ok");
  const old = path.join(dir, "git");
  writeFileSync(old, "#!/bin/sh\necho git version 2.20.1\n", { mode: 0o755 });
  expect(await checkGit(old)).toMatchObject({ status: "fail", message: expect.stringContaining("2.20.1") });
  expect(await checkGit(path.join(dir, "none"))).toMatchObject({
    status: "fail",
    mend: expect.stringContaining("apt-get"),
  });
});

test("unknown variables with our prefix, and near misses of the others, are told with what was meant", () => {
  const found = checkSettings(
    {
      file: ["SWE_GAME_BENCH_TIMEOUT_SECOND", "LICENCE_PATH", "OPENAI_API_KEY", "LICENSE_PATH"],
      environment: [
        "SWE_MODEL_TEMP",
        "SWE_GAME_BENCH_XYZZY_NOTHING_LIKE_IT",
        "SWE_AGENT_CONFIG",
        "HOME",
        "PATH",
      ],
    },
    KNOWN_VARIABLES,
  );
  expect(found.status).toBe("warn");
  expect(found.message).toContain(
    "SWE_GAME_BENCH_TIMEOUT_SECOND (.env), meant SWE_GAME_BENCH_TIMEOUT_SECONDS?",
  );
  expect(found.message).toContain("LICENCE_PATH (.env), meant LICENSE_PATH?");
  expect(found.message).toContain("SWE_GAME_BENCH_XYZZY_NOTHING_LIKE_IT (the environment)");
  expect(found.message).not.toMatch(/OPENAI|SWE_AGENT|HOME|XYZZY\w+ \(the environment\), meant/);
  expect(checkSettings({ file: [], environment: [...KNOWN_VARIABLES] }, KNOWN_VARIABLES).status).toBe("ok");
});

test("the distance of two names counts single letters", () => {
  expect(editDistance("LICENCE", "LICENSE")).toBe(1);
  expect(editDistance("", "abc")).toBe(3);
  expect(editDistance("abc", "abc")).toBe(0);
});

test("a database that is missing, current, of another schema, damaged or no database is told apart", () => {
  const file = path.join(dir, "a.sqlite");
  const check = () => checkDatabase({ databaseFile: file, root: ROOT });
  expect(check().status).toBe("note");
  const database = openDatabase(file);
  database.connection.exec("create table other (id integer)");
  expect(check()).toMatchObject({ status: "warn", mend: expect.stringContaining("migrate") });
  migrateDatabase(database, path.join(ROOT, "drizzle"));
  expect(check().status).toBe("ok");
  database.close();
  writeFileSync(file, "this is no database, and long enough to look like one ".repeat(100));
  expect(check()).toMatchObject({ status: "fail", mend: expect.stringContaining("backup") });
});

test("the data folder is told with its space, also before it is made", async () => {
  const check = await checkDataFolder(path.join(dir, "not", "yet"));
  expect(check.message).toMatch(/not\/yet, \d+\.\d GiB free/);
});

test("no licence limits what can be done, a wrong one must be mended", () => {
  expect(checkLicence(path.join(dir, "none")).status).toBe("warn");
  mkdirSync(path.join(dir, "licence"));
  writeFileSync(path.join(dir, "licence", "Unity_lic.ulf"), "");
  expect(checkLicence(path.join(dir, "licence"))).toMatchObject({
    status: "fail",
    message: expect.stringContaining("empty"),
  });
  expect(checkLicence(path.join(ROOT, "benchmark/sample/editor/licence")).status).toBe("ok");
});

const limits = (limit: number) => ({
  body: { resources: { core: { limit, remaining: limit - 1, reset: 1 } }, rate: {} },
});
const never = new AbortController().signal;

test("GitHub is asked for its limit, with the token in a header and in no message", async () => {
  const { url, seen } = await service(() => limits(5000));
  const check = await checkGithub({ githubApiUrl: `${url}/`, githubToken: "ghp_x" }, never);
  expect(check).toMatchObject({ status: "ok", message: "4999 of 5000 requests left this hour" });
  expect(seen[0]).toMatchObject({ path: "/rate_limit", headers: { authorization: "Bearer ghp_x" } });
  const plain = await service(() => limits(60));
  expect(await checkGithub({ githubApiUrl: plain.url, githubToken: undefined }, never)).toMatchObject({
    status: "ok",
    mend: expect.stringContaining("GITHUB_TOKEN"),
  });
});

test.each([
  [{ code: 401, body: { message: "Bad credentials" } }, "fail", /GITHUB_TOKEN/],
  [{ body: "<html>" }, "warn", /no rate limit/],
  ["hang up" as const, "warn", /could not be reached/],
])("GitHub that answers %j is %s", async (answer, status, words) => {
  const { url } = await service(() => answer);
  const check = await checkGithub({ githubApiUrl: url, githubToken: "ghp_x" }, never);
  expect(check).toMatchObject({ status, message: expect.stringMatching(words) });
  expect(JSON.stringify(check)).not.toContain("ghp_x");
});

function dataset(): void {
  const row = (id: string, set: string, more = {}) => ({
    instance_id: id,
    repo: "game",
    benchmark_set: set,
    base_sha: "a".repeat(40),
    fix_sha: "b".repeat(40),
    target_files: ["A.cs"],
    unity_bucket: id === "g-1" ? "2019.4.36f1" : "2020.1.5f1",
    ...more,
  });
  const rows = [
    row("g-1", "golden", { test_paths: ["T.cs"] }),
    row("g-2", "golden", { test_paths: ["T.cs"] }),
    row("c-1", "candidates"),
  ];
  writeFileSync(path.join(dir, "instances.json"), JSON.stringify(rows));
  writeFileSync(
    path.join(dir, "repos.yaml"),
    "game:\n  name: Game\n  url: https://example.invalid/g.git\n  unity_buckets: ['2019.4.36f1', '2020.1.5f1']\n",
  );
}
const put = (file: string) => {
  mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
  writeFileSync(path.join(dir, file), "x\n");
};
const load = () => loadBenchmark({ benchmarkDir: dir, sampleDir: path.join(dir, "none") });
const byId = (checks: readonly Check[], id: string) => checks.find((check) => check.id === id);

test("each set tells what it lacks and the command that brings it", () => {
  dataset();
  put("issues/g-1.txt");
  put("oracle_patches/g-1.patch");
  put("tests/g-1/Assets/T.cs");
  const checks = checkDatasets(load());
  expect(byId(checks, "set-golden")).toMatchObject({
    status: "warn",
    message: "2 instances: 1 issue texts, 1 oracle patches, 1 with hidden tests",
    mend: "swe-game-bench enrich --set golden; swe-game-bench oracle --set golden; swe-game-bench tests --set golden.",
  });
  expect(byId(checks, "set-candidates")?.mend).toContain("by hand");
  expect(byId(checks, "set-sample")).toMatchObject({ status: "fail" });
  for (const id of ["g-2", "c-1"])
    for (const file of [`issues/${id}.txt`, `oracle_patches/${id}.patch`, `tests/${id}/T.cs`]) put(file);
  expect(byId(checkDatasets(load()), "set-golden")?.status).toBe("ok");
});

const INFO = {
  ServerVersion: "20.10.24",
  OSType: "linux",
  NCPU: 2,
  Driver: "overlay2",
  DriverStatus: [["Backing Filesystem", "extfs"]],
  DockerRootDir: "/nowhere",
  MemoryLimit: true,
  SwapLimit: true,
  PidsLimit: true,
  CpuCfsQuota: true,
  SecurityOptions: ["name=seccomp,profile=default"],
};

async function engine(registry: (name: string) => Answer) {
  const { url, seen } = await service(({ path: asked }) => {
    if (/\/info$/.test(asked)) return { body: INFO };
    if (asked.includes("/images/") && asked.includes("2019.4.36f1"))
      return { body: { Id: "sha256:1", Size: 5, Config: { Labels: {} } } };
    if (asked.includes("/distribution/")) return registry(decodeURIComponent(asked));
    return { code: 404, body: { message: "no such image" } };
  });
  const config = readConfig(
    { DOCKER_HOST: url.replace("http:", "tcp:"), SWE_GAME_BENCH_DATA_DIR: dir },
    ROOT,
  );
  return { config, seen };
}

test("an engine that answers is told, with the images it has and those that the registry has", async () => {
  dataset();
  const { config } = await engine(() => ({ body: { Descriptor: { digest: "sha256:2" } } }));
  const checks = await checkDocker(config, load());
  expect(byId(checks, "docker")).toMatchObject({
    status: "ok",
    message: expect.stringContaining("20.10.24"),
  });
  expect(byId(checks, "docker-disk")?.status).toBe("note");
  expect(byId(checks, "unity-images")).toMatchObject({
    status: "note",
    message: "1 of 2 here; the registry has the others.",
  });
});

test("a tag that the registry does not have is named, and a registry out of reach is told as that", async () => {
  dataset();
  const unknown = await engine(() => ({
    code: 404,
    body: { message: "manifest unknown: manifest unknown" },
  }));
  expect(byId(await checkDocker(unknown.config, load()), "unity-images")).toMatchObject({
    status: "warn",
    message: expect.stringContaining("has no unityci/editor:ubuntu-2020.1.5f1-base-3"),
  });
  const offline = await engine(() => ({
    code: 500,
    body: { message: "dial tcp: lookup registry: no such host" },
  }));
  expect(byId(await checkDocker(offline.config, load()), "unity-images")?.message).toContain(
    "cannot be asked",
  );
});

test("no engine is one failed check and nothing else", async () => {
  const config = readConfig({ DOCKER_HOST: `unix://${dir}/none.sock`, SWE_GAME_BENCH_DATA_DIR: dir }, ROOT);
  expect(await checkDocker(config, null)).toMatchObject([
    { id: "docker", status: "fail", mend: expect.stringContaining("DOCKER_HOST") },
  ]);
});

test("lines stand in columns with what to do below, and only a failed check must be mended", () => {
  const check = (title: string, status: Check["status"], mend = ""): Check => ({
    id: title,
    title,
    status,
    message: "message",
    mend,
  });
  const checks = [check("git", "ok"), check("licence", "warn", "Do this.")];
  expect(checkLines(checks)).toBe("✓ git      message\n! licence  message\n           → Do this.");
  expect(mustBeMended(checks)).toBe(false);
  expect(mustBeMended([...checks, check("disk", "fail")])).toBe(true);
});
