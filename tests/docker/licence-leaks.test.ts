import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeArtifacts } from "@/evaluator/artifacts";
import { evaluatePatch } from "@/evaluator/evaluate";
import type { EvaluatorDeps, RunResult } from "@/evaluator/evaluate-types";
import { warmInstance } from "@/evaluator/run/warm-instance";
import { findLicence } from "@/evaluator/unity/licence";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { textsInImage } from "./support/image-bytes";
import { ownTree } from "./support/own-tree";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";
import { showing } from "./support/showing";

/** Of the form of a real one: a serial behind four bytes, machine bindings, a signature over several lines. */
const SERIAL = "F4-ZQXW-KJHV-MNPR-TTUV-9Q8W";
const LICENCE = `<?xml version="1.0" encoding="UTF-8"?>
<root>
  <License id="Terms">
    <DeveloperData Value="${Buffer.from(`\u0001\u0000\u0000\u0000${SERIAL}`).toString("base64")}"/>
    <SerialMasked Value="F4-ZQXW-KJHV-MNPR-TTUV-XXXX"/>
    <SerialHash Value="8c1f0ad3e5b7a9901122334455667788aabbccdd"/>
    <MachineBindings>
      <Binding Key="1" Value="576562626572264761624c6552aa5501"/>
      <Binding Key="2" Value="576562626572264761624c6552aa5502"/>
    </MachineBindings>
    <MachineID Value="b25lTWFjaGluZUlkT2ZUaGlzVGVzdA=="/>
  </License>
  <Signature>
    <DigestValue>q1w2e3r4t5z6u7i8o9p0asdfghj=</DigestValue>
    <SignatureValue>
      MIIBfirstLineOfTheSignature0123456789abcdefghijklmnop
      MIIBsecondLineOfTheSignature123456789abcdefghijklmnop
    </SignatureValue>
  </Signature>
</root>
`;

let kit: SampleEvaluator;
let deps: EvaluatorDeps;
let dir: string;
let entry: InstanceEntry;
let secrets: string[];
let image: string;

/** Everything that could be seen of the sandboxes while they ran. */
const seen: string[] = [];
const lines: string[] = [];

beforeAll(async () => {
  kit = await sampleEvaluator();
  dir = mkdtempSync(path.join(tmpdir(), "licence-leaks-"));
  mkdirSync(path.join(dir, "editor/licence"), { recursive: true });
  writeFileSync(path.join(dir, "editor/licence/Unity_lic.ulf"), LICENCE);
  const licence = findLicence(path.join(dir, "editor/licence"));
  if (licence.status !== "found") throw new Error(licence.message);
  secrets = licence.secrets;
  deps = {
    ...kit.deps,
    sandbox: showing(kit.deps.sandbox, ["import licence-told", "run licence-told"]),
    settings: { ...kit.deps.settings, sampleDir: dir },
  };
  // The import is part of what is looked at.
  const own = ownTree(kit.entry("sample-packrat-1"), "é");
  entry = { ...own, instance: { ...own.instance, timeout_seconds: 120 } };
});
afterAll(async () => {
  if (image) await kit.engine.docker.getImage(image).remove({ force: true });
  rmSync(dir, { recursive: true, force: true });
  await kit?.close();
});

/** Settings, programs with their arguments and environments, of all sandboxes of this test. */
async function look(): Promise<void> {
  const { docker } = kit.engine;
  const owner = `${kit.labels.owner}`;
  for (const info of await docker.listContainers({ all: true })) {
    if (!Object.values(info.Labels).includes(owner)) continue;
    const container = docker.getContainer(info.Id);
    const inspected = await container.inspect();
    seen.push(JSON.stringify([info, inspected, await container.top({ ps_args: "axeww -o pid,args" })]));
    for (const id of inspected.ExecIDs ?? []) seen.push(JSON.stringify(await docker.getExec(id).inspect()));
    // The engine itself keeps no log of what is printed.
    expect(inspected.HostConfig.LogConfig?.Type).toBe("none");
  }
}

function told(text: string): string[] {
  return secrets.filter((secret) => text.includes(secret));
}

test("the serial in both forms, machine bindings and every line of the signature are known as secrets", () => {
  expect(secrets).toEqual(
    expect.arrayContaining([
      SERIAL,
      SERIAL.slice(0, -4),
      "576562626572264761624c6552aa5502",
      "MIIBsecondLineOfTheSignature123456789abcdefghijklmnop",
    ]),
  );
});

test("an import whose editor tells its licence leaves nothing of it, in lines or in any layer", async () => {
  const looks: Promise<void>[] = [];
  const warm = await warmInstance(deps, {
    entry,
    onLine: (line) => {
      lines.push(line);
      if (line.startsWith("Unity Editor version")) looks.push(look());
    },
  });
  if (warm.status !== "warm") throw new Error(JSON.stringify(warm));
  image = warm.image;
  await Promise.all(looks);
  expect(warm.made).toBe(true);
  expect(lines.join("\n")).toContain('<DeveloperData Value="[licence]"/>');
  expect(told(lines.join("\n"))).toEqual([]);
  // The project itself is found in the layers, so the search does find things.
  expect(await textsInImage(kit.engine.docker, image, [...secrets, "public class Satchel"])).toEqual([
    "public class Satchel",
  ]);
});

test("a run whose editor and whose code tell it leaves nothing of it in any artefact", async () => {
  const patch = readFileSync(path.join(import.meta.dirname, "../fixtures/attacks/tells-licence.patch"));
  const looks: Promise<void>[] = [];
  const run = await evaluatePatch(deps, {
    entry,
    expected: [["any"]],
    patch,
    onLine: (line) => {
      lines.push(line);
      if (line.startsWith("Unity Editor version")) looks.push(look());
    },
  });
  if (run.status !== "graded") throw new Error(JSON.stringify(run));
  await Promise.all(looks);
  const folder = path.join(dir, "artefacts");
  await writeArtifacts(folder, { entry, evaluation: run, patch });
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  expect(files).toHaveLength(4);
  const [, results = "", , log = ""] = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(path.join(folder, name), "utf8"));
  for (const text of [log, results]) expect(text).toContain('<DeveloperData Value="[licence]"/>');
  expect(files.flatMap(told)).toEqual([]);
  expect(told(JSON.stringify(withoutBytes(run)))).toEqual([]);
  expect(told(lines.join("\n"))).toEqual([]);
});

/** The result as whatever stores it would see it. */
function withoutBytes(run: RunResult): unknown {
  return { ...run, runs: run.runs.map(({ observation }) => ({ ...observation, xml: `${observation.xml}` })) };
}

test("no argument, environment or label of any sandbox held it", () => {
  const everything = seen.join("\n");
  for (const known of ["-runTests", "-quit", "HOME=/root", "UNITY_PATH=/opt/unity"])
    expect(everything).toContain(known);
  expect(seen.flatMap(told)).toEqual([]);
});

test("the editor image does not hold the sample's own licence either", async () => {
  const own = findLicence(path.join(kit.deps.settings.sampleDir, "editor/licence"));
  if (own.status !== "found") throw new Error(own.message);
  const name = entry.repo.editor_image?.replace("{bucket}", entry.instance.unity_bucket) ?? "";
  expect(
    await textsInImage(
      kit.engine.docker,
      name,
      own.secrets.filter((one) => one.length >= 8),
    ),
  ).toEqual([]);
});
