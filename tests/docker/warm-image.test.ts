import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evaluateOracle } from "@/evaluator/evaluate";
import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import { warmInstance } from "@/evaluator/run/warm-instance";
import type { SandboxProvider } from "@/evaluator/sandbox/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readHiddenTests } from "@/lib/benchmark/files";
import { textsInImage } from "./support/image-bytes";
import { ownTree } from "./support/own-tree";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";

let kit: SampleEvaluator;
let entry: InstanceEntry;
let image: string;

beforeAll(async () => {
  kit = await sampleEvaluator();
  entry = ownTree(kit.entry("sample-packrat-1"), "ë");
  image = await warmed(kit.deps);
});
afterAll(async () => {
  if (image) await kit.engine.docker.getImage(image).remove({ force: true });
  await kit?.close();
});

async function warmed(deps: EvaluatorDeps): Promise<string> {
  const warm = await warmInstance(deps, { entry });
  if (warm.status !== "warm") throw new Error(JSON.stringify(warm));
  return warm.image;
}

/** The real provider, with a count of the sandboxes it opens. */
function counting(provider: SandboxProvider): { sandbox: SandboxProvider; opened: () => number } {
  let count = 0;
  const sandbox: SandboxProvider = {
    kind: provider.kind,
    probe: () => provider.probe(),
    image: (name) => provider.image(name),
    reap: (labels) => provider.reap(labels),
    open: (spec) => {
      count += 1;
      return provider.open(spec);
    },
  };
  return { sandbox, opened: () => count };
}

test("an image that is there is found by what it is made from, and nothing is imported again", async () => {
  const { sandbox, opened } = counting(kit.deps.sandbox);
  const again = await warmInstance({ ...kit.deps, sandbox }, { entry });
  expect(again).toMatchObject({ status: "warm", image, made: false });
  expect(opened()).toBe(0);
});

test("an image that another process takes away before it is opened is made and used once more", async () => {
  const { sandbox, opened } = counting(kit.deps.sandbox);
  const open: SandboxProvider["open"] = async (spec) => {
    if (opened() === 0) await kit.engine.docker.getImage(image).remove({ force: true });
    return await sandbox.open(spec);
  };
  const result = await evaluateOracle({ ...kit.deps, sandbox: { ...sandbox, open } }, { entry });
  expect(result).toMatchObject({ status: "oracle", run: { warm: { image, made: true } } });
  // In vain, for the import, and for the run.
  expect(opened()).toBe(3);
});

test("all that need an image at the same time wait for one import", async () => {
  await kit.engine.docker.getImage(image).remove({ force: true });
  const { sandbox, opened } = counting(kit.deps.sandbox);
  const results = await Promise.all([1, 2, 3].map(() => warmInstance({ ...kit.deps, sandbox }, { entry })));
  expect(results).toMatchObject([1, 2, 3].map(() => ({ status: "warm" })));
  expect(opened()).toBe(1);
});

test("whoever is cancelled stops at once, be it the one that imports or one that waits, and the rest go on", async () => {
  await kit.engine.docker.getImage(image).remove({ force: true });
  const cancels = [new AbortController(), new AbortController()];
  const three = [...cancels.map((cancel) => cancel.signal), undefined].map((signal) =>
    warmInstance(kit.deps, { entry, ...(signal ? { signal } : {}) }),
  );
  for (const cancel of cancels) cancel.abort();
  const [first, second, third] = await Promise.all(three);
  expect([first?.status, second?.status, third?.status]).toEqual(["cancelled", "cancelled", "warm"]);
});

test("no layer of the image holds the licence or a hidden test, and its labels say what it is made from", async () => {
  const licence = readFileSync(
    path.join(kit.deps.settings.sampleDir, "editor/licence/Unity_lic.ulf"),
    "utf8",
  );
  const data = /DeveloperData Value="([^"]+)"/.exec(licence)?.[1] ?? "";
  const test = readHiddenTests(entry.dataset, entry.instance.instance_id).find(({ path: file }) =>
    file.endsWith(".cs"),
  );
  const hidden = Buffer.from(test?.data ?? "")
    .toString("utf8")
    .slice(100, 200);
  expect([data.length > 10, hidden.length]).toEqual([true, 100]);
  // Text of the project itself is there, so the search does find things.
  expect(await textsInImage(kit.engine.docker, image, [data, hidden, "public class Satchel"])).toEqual([
    "public class Satchel",
  ]);
  const found = await kit.deps.sandbox.image(image);
  expect(found.status === "found" && Object.keys(found.labels)).toEqual(
    expect.arrayContaining(["swe-game-bench.warm.tree", "swe-game-bench.warm.editor"]),
  );
});

test("a project that the editor will not open for want of a licence is told as that", async () => {
  const empty = mkdtempSync(path.join(tmpdir(), "no-licence-"));
  const deps = { ...kit.deps, settings: { ...kit.deps.settings, sampleDir: empty } };
  const result = await evaluateOracle(deps, { entry });
  expect(result).toMatchObject({
    status: "infra",
    reason: "licence",
    mend: expect.stringContaining("LICENSE_PATH"),
  });
  rmSync(empty, { recursive: true });
});
