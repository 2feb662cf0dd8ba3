import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { startService } from "@/evaluator/dataset/testing/http-service";
import { DockerEngine } from "@/evaluator/sandbox/docker/engine";
import { ensureStandinImages } from "@/evaluator/unity/standin-image";
import { Installation, root } from "./support/command";
import { type SmallDataset, smallDataset } from "./support/dataset";

let installation: Installation;
let dataset: SmallDataset;
beforeAll(async () => {
  installation = new Installation();
  dataset = await smallDataset(installation.dir);
});
afterAll(() => installation.remove());

test("docker generate writes the compose file and a Dockerfile, the same each time", async () => {
  const first = await installation.run(["docker", "generate"], dataset.env);
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(/compose\.generated\.yml: 3 editors\.\n.*Dockerfile/);
  const file = path.join(dataset.dir, "docker/compose.generated.yml");
  const text = readFileSync(file, "utf8");
  expect(Object.keys(parse(text).services)).toEqual([
    "game-2019.4.36f1",
    "game-2018.4.36f1",
    "lost-2019.4.36f1",
  ]);
  const second = await installation.run(["docker", "generate"], dataset.env);
  expect(second.stdout).toContain("3 editors, unchanged.");
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("docker shell runs a command in the container of the stand-in editor and hands on its exit code", async () => {
  const connected = DockerEngine.connect({});
  if (connected.status === "wrong") throw new Error(connected.message);
  const editorDir = path.join(root, "benchmark", "sample", "editor");
  const built = await ensureStandinImages({
    docker: connected.engine.docker,
    buckets: ["2019.4.36f1"],
    editorDir,
  });
  expect(built.status).not.toBe("failed");
  const shell = ["docker", "shell", "--repo", "packrat", "--bucket", "2019.4.36f1", "--"];
  const version = await installation.run([...shell, "cat", "/opt/unity/version"]);
  expect([version.code, version.stdout]).toEqual([0, "2019.4.36f1\n"]);
  const licence = await installation.run([
    ...shell,
    "sh",
    "-c",
    "cat /root/.local/share/unity3d/Unity/Unity_lic.ulf >/dev/null && exit 9",
  ]);
  expect(licence.code).toBe(9);
});

test.each([
  [["docker", "shell"], 2, /required option '--repo <key>'/],
  [
    ["docker", "shell", "--repo", "nope", "--bucket", "1"],
    2,
    /There is no repository "nope"\.\nKnown: game, lost/,
  ],
  [
    ["docker", "shell", "--repo", "game", "--bucket", "2030.1.1f1"],
    2,
    /Its editors: 2019\.4\.36f1, 2018\.4\.36f1/,
  ],
  [
    ["docker", "shell", "--repo", "game", "--bucket", "2018.4.36f1"],
    3,
    /image .*2018\.4\.36f1.* is not on this machine\.\n.*docker pull/,
  ],
  [["docker", "nope"], 2, /unknown command 'nope'/],
])("%j exits %i and says why", async (args, code, words) => {
  const result = await installation.run(args, dataset.env);
  expect(result.stderr).toMatch(words);
  expect(result.code).toBe(code);
});

test("docker shell without the docker command says what to install, and without an engine what to start", async () => {
  const shell = ["docker", "shell", "--repo", "game", "--bucket", "2019.4.36f1"];
  const noCommand = await installation.run(shell, { ...dataset.env, PATH: "/nonexistent" });
  expect(noCommand.code).toBe(3);
  expect(noCommand.stderr).toContain("docker command was not found");
  const noEngine = await installation.run(shell, { ...dataset.env, DOCKER_HOST: "unix:///nonexistent.sock" });
  expect(noEngine.code).toBe(3);
  expect(noEngine.stderr).toMatch(/does not answer.*\n.*DOCKER_HOST/);
});

test("docker generate without a dataset says which setting names one", async () => {
  const empty = path.join(installation.dir, "empty");
  mkdirSync(empty, { recursive: true });
  const result = await installation.run(["docker", "generate"], { BENCHMARK_DIR: empty });
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("BENCHMARK_DIR");
});

type Check = { id: string; status: string; message: string; mend: string };
async function doctor(env: Record<string, string>) {
  const result = await installation.run(["doctor", "--json"], { ...dataset.env, ...env });
  const report = JSON.parse(result.stdout) as { ok: boolean; checks: Check[] };
  return {
    code: result.code,
    ok: report.ok,
    check: (id: string) => report.checks.find((check) => check.id === id),
  };
}

test("doctor tells what is there, what is missing and what was mistyped, and exits 0 when nothing must be mended", async () => {
  const github = await startService(() => ({ body: { resources: { core: { limit: 60, remaining: 59 } } } }));
  try {
    const { code, ok, check } = await doctor({
      GITHUB_API_URL: github.url,
      SWE_GAME_BENCH_WORKER: "2",
      LICENSE_PATH: path.join(installation.dir, "none"),
    });
    expect([code, ok]).toEqual([0, true]);
    expect(check("git")?.status).toBe("ok");
    expect(check("docker")?.message).toMatch(/^\d+\.\d+/);
    expect(check("github")).toMatchObject({ status: "ok", message: expect.stringContaining("59 of 60") });
    expect(check("settings")?.message).toContain(
      "SWE_GAME_BENCH_WORKER (the environment), meant SWE_GAME_BENCH_WORKERS?",
    );
    expect(check("licence")?.status).toBe("warn");
    expect(check("set-golden")?.mend).toContain("swe-game-bench enrich --set golden");
    expect(check("set-sample")?.status).toBe("ok");
  } finally {
    await github.stop();
  }
});

test("doctor exits 1 when there is no engine, and as text says what to do below the line", async () => {
  const env = {
    ...dataset.env,
    DOCKER_HOST: "unix:///nonexistent.sock",
    GITHUB_API_URL: "http://127.0.0.1:9",
  };
  const result = await installation.run(["doctor"], env);
  expect(result.code).toBe(1);
  expect(result.stdout).toMatch(/^✗ Docker engine .*\n +→ Start Docker/m);
  expect(result.stdout).toMatch(/^! GitHub .*could not be reached/m);
  expect(result.stdout).toContain("Something must be mended");
});

test("doctor tells a dataset that cannot be read instead of ending with it", async () => {
  const broken = path.join(installation.dir, "broken");
  mkdirSync(broken, { recursive: true });
  writeFileSync(path.join(broken, "instances.json"), "{}");
  const { code, check } = await doctor({ BENCHMARK_DIR: broken, GITHUB_API_URL: "http://127.0.0.1:9" });
  expect(code).toBe(1);
  expect(check("dataset")).toMatchObject({
    status: "fail",
    message: expect.stringContaining("must hold a list of instances"),
  });
});

test.each(["oracle", "tests", "enrich", "docker", "docker generate", "docker shell", "doctor"])(
  "%s --help says what it does",
  async (command) => {
    const result = await installation.run([...command.split(" "), "--help"]);
    expect(result.code).toBe(0);
    expect(result.stdout).toContain(`Usage: swe-game-bench ${command}`);
    expect(result.stdout.length).toBeGreaterThan(150);
  },
);
