import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Seen, startService } from "@/evaluator/dataset/testing/http-service";
import { Installation, root, until } from "./support/command";
import { smallDataset } from "./support/dataset";
import { oraclePatch } from "./support/predictions";

const one = "sample-packrat-1";
const crlf = "sample-packrat-3";
const KEY = "sk-test-0123456789abcdef";
const agents = path.join(root, "tests/cli/support/agents");
const instances = JSON.parse(readFileSync(path.join(root, "benchmark/sample/instances.json"), "utf8"));
const row = instances.find((instance: { instance_id: string }) => instance.instance_id === one);

let installation: Installation;
beforeAll(() => {
  installation = new Installation();
});
afterAll(() => installation.remove());

const inside = (name: string) => path.join(installation.dir, name);
const passk = (...parts: string[]) => path.join(installation.runs, "sample", "passk", ...parts);
/** Every file below the installation that holds a text. */
const holding = (text: string) => {
  try {
    return execFileSync("grep", ["-rlF", text, installation.dir], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
};

const isAlive = (pid: string) =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

describe("any agent by a command", () => {
  const calls = () => readFileSync(inside("calls"), "utf8").trim().split("\n");
  const command = () =>
    [
      `'${process.execPath}' '${agents}/scripted.mjs' --repo {workspace} --issue {issue_file} --out {output_dir}`,
      `--run {run} --calls ${inside("calls")} --hang ${inside("hang")} --fail ${inside("fail")}`,
      `--file Assets/Packrat/Items/Satchel.cs --probe ${row.fix_sha},${row.base_sha}`,
    ].join(" ");
  const args = (...more: string[]) => [
    "pass-at-k",
    ...["--instances", one, "--k", "3", "--model", "none", "--agent", "scripted"],
    ...["--agent-command", command()],
    ...more,
  ];
  const folder = () => passk(readdirSync(passk())[0] ?? "", "packrat", one);
  const generation = (run: number) =>
    JSON.parse(readFileSync(path.join(folder(), `run${run}`, "generation.json"), "utf8"));
  const env = { TEST_API_KEY: KEY, GITHUB_TOKEN: "ghp_0123456789abcdef", REPO_MIRROR_DIR: "" };

  test("Ctrl-C or a closed terminal ends the agent and all it started with 130, and no finished run is generated twice", async () => {
    writeFileSync(inside("hang"), "");
    const { child, finished } = installation.start(args("--generate-only"), env);
    await until("the hanging agent", () => readFileSync(inside("hang"), "utf8").includes("\n"));
    child.kill("SIGINT");
    const stopped = await finished;
    expect([stopped.code, stopped.stderr]).toEqual([
      130,
      expect.stringContaining("Stopped; 2 runs are left."),
    ]);
    for (const pid of readFileSync(inside("hang"), "utf8").trim().split(" "))
      expect(isAlive(pid)).toBe(false);
    expect(existsSync(path.join(folder(), "run2", "generation.json"))).toBe(false);
    expect(calls()).toEqual(["1", "2"]);

    const closed = installation.start(args("--generate-only"), env);
    await until("the agent again", () => readFileSync(inside("hang"), "utf8").trim().includes("\n"));
    closed.child.stdout?.destroy();
    closed.child.stderr?.destroy();
    closed.child.kill("SIGHUP");
    expect((await closed.finished).code).toBe(130);
    for (const pid of readFileSync(inside("hang"), "utf8").trim().split(/\s+/))
      expect(isAlive(pid)).toBe(false);

    rmSync(inside("hang"));
    const resumed = await installation.run(args("--generate-only"), env);
    expect([resumed.code, resumed.stdout]).toEqual([
      0,
      expect.stringContaining("3 of 3 runs are generated\n"),
    ]);
    expect(calls()).toEqual(["1", "2", "2", "2", "3"]);
    expect([1, 2, 3].map((run) => generation(run).patch_bytes > 0)).toEqual([true, false, true]);
  });

  test("an agent sees the base in one commit and the issue, and neither the answer nor what leads to it", () => {
    const seen = JSON.parse(readFileSync(path.join(folder(), "run1", "trajectory", "seen.json"), "utf8"));
    expect(seen.commits).toEqual(["Base"]);
    for (const status of seen.probes) expect(status).not.toBe(0);
    expect(seen.issue).toBe(readFileSync(path.join(root, `benchmark/sample/issues/${one}.txt`), "utf8"));
    expect(seen.beside).toEqual(["issue.txt", "packrat"]);
    expect(seen.files.filter((file: string) => /InjectedPRTests|oracle/i.test(file))).toEqual([]);
    expect(seen.files).toContain("Assets/Packrat/Items/Satchel.cs");
    const names = Object.keys(seen.env).filter((name) =>
      /GITHUB|BENCH_DATA|BENCH_RUNS|MIRROR|npm_/.test(name),
    );
    expect(names).toEqual([]);
    expect(seen.env.TEST_API_KEY).toBe("[hidden]");
  });

  test("the same command then evaluates the runs like any predictions, and writes both reports", async () => {
    const run = await installation.run(args(), env);
    expect(run.stdout).toContain("3 of 3 attempts have an outcome");
    expect(run.code).toBe(0);
    expect(calls()).toHaveLength(5);
    const report = JSON.parse(readFileSync(path.join(folder(), "../..", "pass_at_k_report.json"), "utf8"));
    expect(report).toMatchObject({
      agent: "scripted",
      model: "none",
      temperature: null,
      official: false,
      instances: [{ instance_id: one, pass_bits: [1, 0, 0], metrics: { "pass@1": 1 / 3, "pass@3": 1 } }],
    });
    const details = readFileSync(path.join(folder(), "../..", "pass_at_k_details.json"), "utf8");
    expect(JSON.parse(details).instances[0].runs.map((each: { outcome: string }) => each.outcome)).toEqual([
      "passed",
      "patch-empty",
      "failed",
    ]);
    expect(readdirSync(path.join(folder(), "run1"))).toEqual([
      "agent.log",
      "attempt.json",
      "candidate.patch",
      "evaluation",
      "generation.json",
      "trajectory",
    ]);
    expect(readFileSync(path.join(folder(), "run1", "agent.log"), "utf8")).toBe("working with [hidden]\n");
    expect(holding(KEY)).toBe("");
    expect((await installation.run(args(), env)).stderr).toContain("Resuming");
  });

  test("runs of another command, and a patch that was changed by hand, are never counted with them", async () => {
    const other = args().map((word) => word.replace("--file", "--run {run} --file"));
    const mixed = await installation.run(other, env);
    expect([mixed.code, mixed.stderr]).toEqual([
      2,
      expect.stringMatching(/run1 was generated by another command/),
    ]);
    appendFileSync(path.join(folder(), "run1", "candidate.patch"), "\n");
    const changed = await installation.run(args(), env);
    expect([changed.code, changed.stderr]).toEqual([
      2,
      expect.stringMatching(/not the patch that was generated/),
    ]);
    expect(calls()).toHaveLength(5);
  });

  test("an agent that fails makes no attempts, unless failures count", async () => {
    writeFileSync(inside("fail"), "");
    const failing = args("--generate-only")
      .map((word) => (word === "scripted" ? "failing" : word))
      .concat("--k", "5");
    const failed = await installation.run(failing, env);
    expect(failed.code).toBe(3);
    expect(failed.stderr).toMatch(/failed in 3 runs, which are no attempts. 2 runs were not begun/);
    expect(failed.stderr).toMatch(/run 1: The agent ended with code 3\. .*agent\.log/);
    const counted = await installation.run([...failing, "--count-failures"], env);
    expect([counted.code, counted.stdout]).toEqual([0, expect.stringContaining("5 of 5 runs are generated")]);
    rmSync(inside("fail"));
  });
});

describe("an agent with a model", () => {
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    service = await startService(({ headers }: Seen) => {
      if (headers.authorization !== `Bearer ${KEY}`) return { code: 401, body: { error: { message: "no" } } };
      const content = `This should do it:\n\n\`\`\`diff\n${oraclePatch(one)}\`\`\`\n`;
      return {
        body: {
          id: "chatcmpl-1",
          object: "chat.completion",
          choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
        },
      };
    });
  });
  afterAll(() => service.stop());

  test("is told model and temperature, really asks the endpoint, and its answer passes the hidden tests", async () => {
    const command = `'${process.execPath}' '${agents}/model.mjs' {issue_file} {patch_file} {model} {temperature}`;
    const env = { OPENAI_BASE_URL: `${service.url}/v1`, OPENAI_API_KEY: KEY, SWE_MODEL: "lab/Model_X:1" };
    const run = await installation.run(
      ["pass-at-k", "--instances", one, "--k", "1", "--agent-command", command, "--agent", "asker"],
      env,
    );
    expect([run.stderr, run.code]).toEqual([expect.stringContaining("Attempts: 1 of 1"), 0]);
    expect(service.seen.map((seen) => `${seen.method} ${seen.path}`)).toEqual(["POST /v1/chat/completions"]);
    const asked = JSON.parse(service.seen[0]?.body ?? "");
    expect(asked).toMatchObject({ model: "lab/Model_X:1", temperature: 0.4 });
    expect(asked.messages[1].content).toContain("Items vanish when a stack is nearly full");
    const [folder = ""] = readdirSync(passk()).filter((name) => name.startsWith("asker_"));
    expect(folder).toMatch(/^asker_lab-model-x-1_t0\.4_[0-9a-f]{16}$/);
    expect(installation.json("sample", "passk", folder, "pass_at_k_report.json")).toMatchObject({
      instances: [{ instance_id: one, pass_bits: [1] }],
    });
    const kept = path.join(passk(folder), "packrat", one, "run1");
    expect(readFileSync(path.join(kept, "candidate.patch"), "utf8")).toBe(oraclePatch(one));
    expect(readFileSync(path.join(kept, "agent.log"), "utf8")).toContain("200 with key [hidden]");
    expect(holding(KEY)).toBe("");
  });
});

describe("SWE-agent", () => {
  const calls = () =>
    readFileSync(inside("sweagent-calls"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  let env: Record<string, string>;
  beforeAll(() => {
    const bin = inside("bin");
    mkdirSync(bin);
    cpSync(path.join(agents, "repairs.mjs"), path.join(bin, "repairs.mjs"));
    cpSync(path.join(agents, "sweagent.mjs"), path.join(bin, "sweagent.mjs"));
    writeFileSync(
      path.join(bin, "sweagent"),
      `#!/bin/sh\nexec '${process.execPath}' '${bin}/sweagent.mjs' "$@"\n`,
      {
        mode: 0o755,
      },
    );
    env = {
      PATH: `${bin}:${process.env.PATH}`,
      OPENAI_API_KEY: KEY,
      TEST_CALLS: inside("sweagent-calls"),
      TEST_FILE: "Assets/Packrat/Trading/Market.cs",
      SWE_MODEL: "",
      SWE_MODEL_TEMPERATURE: "",
    };
  });

  test("gets its documented flags; its patch is judged with the line endings that the file has", async () => {
    const made = await installation.run(["generate", "--instance-id", crlf], env);
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^A patch of \d+ bytes/)]);
    const [{ argv, cwd }] = calls();
    const value = (name: string) => argv.find((word: string) => word.startsWith(`--${name}=`))?.split("=")[1];
    expect(argv.slice(0, 3)).toEqual(["run", "--config", path.join(root, "benchmark/configs/sweagent.yaml")]);
    expect(argv.filter((word: string) => word === "--config")).toHaveLength(1);
    expect(value("agent.model.name")).toBe("gpt-5.2");
    expect(value("agent.model.temperature")).toBe("0.4");
    expect(value("problem_statement.id")).toBe(crlf);
    expect(path.basename(value("env.repo.path"))).toBe("packrat");
    expect(path.basename(value("problem_statement.path"))).toBe("issue.txt");
    expect(value("env.repo.path").startsWith(`${cwd}/`)).toBe(true);

    const run = await installation.run(["pass-at-k", "--instances", crlf, "--k", "1"], env);
    expect([run.stderr, run.code]).toEqual([expect.stringContaining(`${crlf} passed`), 0]);
    expect(calls()).toHaveLength(1);
    const folder = passk("gpt-5.2_t0.4", "packrat", crlf, "run1");
    expect(JSON.parse(readFileSync(path.join(folder, "generation.json"), "utf8"))).toMatchObject({
      agent: "SWE-agent",
      patch_source: "swe-agent",
      line_endings_restored: true,
      secrets_hidden: true,
    });
    expect(readdirSync(path.join(folder, "trajectory", crlf)).sort()).toEqual(
      ["config.yaml", ...["info.log", "patch", "pred", "traj"].map((end) => `${crlf}.${end}`)].sort(),
    );
    expect(holding(KEY)).toBe("");
  });

  test("without a temperature gets the configuration for that, and a null patch is an attempt without one", async () => {
    const run = await installation.run(["generate", "--instance-id", crlf, "--temperature", "none"], env);
    expect([run.code, run.stdout]).toEqual([1, expect.stringContaining("SWE-agent submitted nothing.")]);
    const { argv } = calls().at(-1);
    expect(argv.join(" ")).toContain("configs/sweagent-no-temperature.yaml");
    expect(argv.join(" ")).not.toContain("agent.model.temperature");
    expect(existsSync(passk("gpt-5.2_no-temperature", "packrat", crlf, "run1", "generation.json"))).toBe(
      true,
    );
  });

  test("report refreshes one configuration under its documented name and keeps all in the index", async () => {
    const args = ["report", "--temperature", "0.4", "--set", "sample", "--include-incomplete"];
    const run = await installation.run(args, { SWE_MODEL: "gpt-5.2" });
    expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^1 configurations, 3 entries/)]);
    expect(readdirSync(path.join(installation.runs, "reports", "sample"))).toEqual(["gpt-5.2_t0.4"]);
    expect(installation.json("reports", "sample", "gpt-5.2_t0.4", "leaderboard.json")).toMatchObject({
      agent: "SWE-agent",
      model: "gpt-5.2",
      temperature: "0.4",
      instances: [{ instance_id: crlf, passed: 1 }],
    });
    expect(existsSync(path.join(installation.runs, "reports/sample/gpt-5.2_t0.4/leaderboard.csv"))).toBe(
      true,
    );
    const all = await installation.run(["report", "--include-incomplete"], { SWE_MODEL: "gpt-5.2" });
    expect(all.stdout).toMatch(/^3 configurations, 3 entries/);
    const none = await installation.run(["report", "--temperature", "0.9"], { SWE_MODEL: "gpt-5.2" });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("No experiment matches")]);
  });
});

describe("wrong calls", () => {
  test.each([
    [["pass-at-k"], /Name a set with --set or instances/],
    [["pass-at-k", "--set", "everything"], /Known sets: golden, candidates, sample/],
    [["pass-at-k", "--instances", "fungus-879", "nothing-1"], /Unknown instances: nothing-1/],
    [["pass-at-k", "--set", "sample", "--k", "0"], /whole number from 1/],
    [["generate", "--instance-id", "nothing-1"], /no instance "nothing-1"/],
    [["generate", "--instance-id", one, "--agent-command", "agent {workspace}"], /would not see the issue/],
    [["generate", "--instance-id", one, "--agent-command", "a {issue_file} | b"], /no shell is started/],
    [["generate", "--instance-id", one, "--agent-command", "a {issue_file}"], /--model must say which/],
    [["generate", "--instance-id", one, "--temperature", "hot"], /--temperature is "hot", not a number/],
    [["generate", "--instance-id", one, "--agent-config", "/nowhere.yaml"], /nowhere\.yaml does not exist/],
  ])("%j ends with 2 and one clear message", async (args, message) => {
    const run = await installation.run(args);
    expect(run.stderr).toMatch(message);
    expect(run.code).toBe(2);
  });

  test("a missing program is told with what to install, before anything is done", async () => {
    const env = { PATH: path.dirname(process.execPath) };
    const swe = await installation.run(["pass-at-k", "--set", "sample"], env);
    expect([swe.code, swe.stderr]).toEqual([
      3,
      expect.stringMatching(/program sweagent was not found.*\n.*pip install.*--agent-command/),
    ]);
    const own = [
      "pass-at-k",
      "--set",
      "sample",
      "--model",
      "m",
      "--agent-command",
      "no-such-agent {issue_file}",
    ];
    expect((await installation.run(own, env)).stderr).toMatch(/no-such-agent was not found/);
  });

  test("core means candidates, and instances of two sets are never mixed", async () => {
    const { env } = await smallDataset(installation.dir);
    const command = ["--model", "m", "--agent-command", "true {issue_file}"];
    const mixed = await installation.run(["pass-at-k", "--instances", "game-1", "game-2", ...command], env);
    expect([mixed.code, mixed.stderr]).toEqual([
      2,
      expect.stringContaining("different sets cannot be mixed: game-1 (golden), game-2 (candidates)."),
    ]);
    const other = await installation.run(
      ["pass-at-k", "--set", "core", "--instances", "game-1", ...command],
      env,
    );
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining("Not of the set candidates: game-1 (golden)"),
    ]);
    const core = await installation.run(["pass-at-k", "--set", "core", ...command], env);
    expect([core.code, core.stderr]).toEqual([2, expect.stringMatching(/No issue text: game-2\.\n.*enrich/)]);
  });
});
