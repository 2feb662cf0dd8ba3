import { execFileSync } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, root, until } from "./support/command";

const instance = "sample-packrat-1";
const hang = path.join(root, "benchmark/sample/attempts", instance, "hang.patch");
const evaluate = ["evaluate", "--instance-id", instance, "--patch-file", hang];

let installation: Installation;
let other: Installation;
beforeAll(async () => {
  installation = new Installation();
  other = new Installation();
  const validated = await installation.run(["validate", "--instance-id", instance]);
  expect(validated.code).toBe(0);
});
afterAll(() => {
  for (const id of [...installation.containers(), ...other.containers()]) removeContainer(id);
  installation.remove();
  other.remove();
});

function removeContainer(id: string): void {
  execFileSync("docker", ["rm", "-f", id], { stdio: "ignore" });
}

test("what a killed evaluate left running is removed by the next command of its installation, and nothing of the living", async () => {
  const killed = installation.start(evaluate);
  await until("its container", () => installation.containers().length === 1);
  killed.child.kill("SIGKILL");
  await killed.finished;
  const left = installation.containers();
  expect(left).toHaveLength(1);

  await other.run(["prepare", "--instance-id", instance]);
  expect(installation.containers()).toEqual(left);

  const living = installation.start(evaluate);
  await until("the leftover to go", () => !installation.containers().some((id) => left.includes(id)));
  await until("its own container", () => installation.containers().length === 1);
  const lives = installation.containers();
  await installation.run(["prepare", "--instance-id", instance]);
  expect(installation.containers()).toEqual(lives);
  living.child.kill("SIGKILL");
  await living.finished;

  const worker = installation.start(["worker"]);
  await until("a worker to remove it too", () => installation.containers().length === 0);
  worker.child.kill("SIGTERM");
  await worker.finished;
});

test("evaluate whose container is taken away tries once more, and then ends with the machinery's code", async () => {
  const run = installation.start(evaluate);
  const gone = new Set<string>();
  for (const which of ["first", "second"]) {
    const fresh = () => installation.containers().filter((id) => !gone.has(id));
    await until(`the ${which} container`, () => fresh().length === 1);
    for (const id of fresh()) {
      gone.add(id);
      removeContainer(id);
    }
  }
  const { code, stdout, stderr } = await run.finished;
  expect(stderr).toContain("tries once more");
  expect(stderr).toContain("There is no verdict, for our machinery failed");
  expect(stdout).toBe("");
  expect(code).toBe(3);
  expect(installation.containers()).toEqual([]);
});
