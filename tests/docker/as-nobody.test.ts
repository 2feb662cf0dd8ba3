import { afterAll, beforeAll, expect, test } from "vitest";
import type { SandboxSession } from "@/evaluator/sandbox/types";
import { editorImageName } from "@/evaluator/unity/images";
import { runLimits } from "@/evaluator/unity/limits";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";

let kit: SampleEvaluator;
let session: SandboxSession;

beforeAll(async () => {
  kit = await sampleEvaluator();
  const { instance, repo } = kit.entry("sample-packrat-1");
  const opened = await kit.deps.sandbox.open({
    image: editorImageName(repo, instance.unity_bucket, kit.deps.settings),
    limits: runLimits(instance, repo, kit.deps.settings).sandbox,
    labels: { ...kit.labels, key: "as-nobody" },
    network: "none",
  });
  if (opened.status !== "open") throw new Error(opened.message);
  session = opened.session;
});
afterAll(async () => {
  await session?.close();
  await kit?.close();
});

async function sh(script: string, asNobody = false): Promise<string> {
  const { output } = await session.exec({
    argv: ["/bin/sh", "-c", script],
    timeoutSeconds: 100,
    outputLimit: 10_000,
    asNobody,
  });
  return Buffer.concat([output.head, output.tail]).toString();
}

test("a command run as nobody has no rights, and the sandbox's own root can neither stop nor kill it", async () => {
  const sleeping = sh("id -u; exec sleep 3", true);
  const killed = await sh(
    'sleep 1; cd /proc; for p in [0-9]*; do if grep -aq "^sleep.3" $p/cmdline; then kill -STOP $p || echo refused; kill -9 $p || echo refused; fi; done 2>/dev/null',
  );
  expect(killed.trim().split("\n")).toEqual(["refused", "refused"]);
  expect((await sleeping).trim()).toBe("65534");
});

test("what is not asked for as nobody runs as the image's own account", async () => {
  expect((await sh("id -u")).trim()).toBe("0");
});
