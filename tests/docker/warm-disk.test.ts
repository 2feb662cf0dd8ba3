import { afterAll, beforeAll, expect, test } from "vitest";
import { evaluatePatch } from "@/evaluator/evaluate";
import type { EvaluatorDeps } from "@/evaluator/evaluate-types";
import { warmInstance } from "@/evaluator/run/warm-instance";
import type { ImageKeeper, SandboxProvider } from "@/evaluator/sandbox/types";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readOraclePatch } from "@/lib/benchmark/files";
import { type SampleEvaluator, sampleEvaluator } from "./support/sample-evaluator";
import { showing } from "./support/showing";

/** Repository keys of this test alone: no image of anybody else is looked at, let alone removed. */
const PREFIX = `evicted-${process.pid}`;
const MIB = 1024 * 1024;

let kit: SampleEvaluator;
let keeper: ImageKeeper;

beforeAll(async () => {
  kit = await sampleEvaluator();
  const { images } = kit.deps.sandbox;
  if (!images) throw new Error("The Docker provider keeps no images.");
  keeper = ownImages(images);
});
afterAll(async () => {
  for (const name of await names()) await keeper.remove(name);
  await kit?.close();
});

/** The real keeper, narrowed to the images of this test. */
function ownImages(images: ImageKeeper): ImageKeeper {
  return {
    list: async (label) => {
      const listed = await images.list(label);
      if (listed.status !== "listed") return listed;
      return { ...listed, images: listed.images.filter((image) => image.name.includes(PREFIX)) };
    },
    use: (name) => images.use(name),
    remove: (name) => images.remove(name),
    disk: () => images.disk(),
  };
}

async function listed() {
  const result = await keeper.list("swe-game-bench.warm");
  if (result.status !== "listed") throw new Error(result.message);
  return result.images;
}

async function names(): Promise<string[]> {
  return (await listed()).map((image) => image.name).sort();
}

function entry(letter: string): InstanceEntry {
  const from = kit.entry("sample-packrat-1");
  return { ...from, instance: { ...from.instance, repo: `${PREFIX}-${letter}`, timeout_seconds: 120 } };
}
const entries = new Map<string, InstanceEntry>();
function entryOf(letter: string): InstanceEntry {
  const made = entries.get(letter) ?? entry(letter);
  entries.set(letter, made);
  return made;
}

function deps(settings: Partial<EvaluatorDeps["settings"]>): EvaluatorDeps {
  // Each project takes two mebibytes, so that budgets of some mebibytes can tell.
  const sandbox = showing(kit.deps.sandbox, ["import library-large"]);
  const narrowed: SandboxProvider = {
    ...sandbox,
    images: keeper,
  };
  return { ...kit.deps, sandbox: narrowed, settings: { ...kit.deps.settings, ...settings } };
}

async function warmed(letter: string, settings: Partial<EvaluatorDeps["settings"]> = {}): Promise<string> {
  const warm = await warmInstance(deps(settings), { entry: entryOf(letter) });
  if (warm.status !== "warm") throw new Error(JSON.stringify(warm));
  return warm.image;
}

test("an imported project is known with what it takes beyond its editor, and when it was last used", async () => {
  const before = Date.now();
  await warmed("a");
  const [made] = await listed();
  expect(made?.ownBytes).toBeGreaterThan(2 * MIB);
  expect(made?.ownBytes).toBeLessThan(3 * MIB);
  expect(made?.usedAtMs).toBeGreaterThan(before - 60_000);
  await warmed("a");
  const [used] = await listed();
  expect(used?.usedAtMs).toBeGreaterThan(made?.usedAtMs ?? Number.POSITIVE_INFINITY);
});

test("over the budget the least recently used go, not the oldest, and never the one just made", async () => {
  const a = await warmed("a");
  await warmed("b");
  // Used again: now "b" is the one that nobody used for longest.
  await warmed("a");
  const c = await warmed("c", { warmDiskMb: 5 });
  expect(await names()).toEqual([a, c].sort());
  const d = await warmed("d", { warmDiskMb: 1 });
  expect(await names()).toEqual([d]);
});

test("a budget of nothing keeps them all", async () => {
  await warmed("a");
  await warmed("b", { warmDiskMb: 0 });
  expect((await names()).length).toBeGreaterThan(1);
});

test("when the disk is short, imported projects make way, and the failure says the numbers", async () => {
  await warmed("a");
  const result = await warmInstance(deps({ freeDiskMb: 10_000_000 }), { entry: entryOf("d") });
  expect(result).toMatchObject({
    status: "infra",
    reason: "disk",
    message: expect.stringMatching(
      /^\/.* has \d+\.\d GiB free, after \d+ imported projects were removed for it; an evaluation asks for 9765\.6 GiB\.$/,
    ),
    mend: expect.stringContaining("SWE_GAME_BENCH_FREE_DISK_MB"),
  });
  expect(await names()).toEqual([]);
});

test("a short disk is no verdict on a patch", async () => {
  const one = entryOf("a");
  const patch = readOraclePatch(one.dataset, one.instance.instance_id) ?? new Uint8Array();
  const run = await evaluatePatch(deps({ freeDiskMb: 10_000_000 }), {
    entry: one,
    expected: [["any"]],
    patch,
  });
  expect(run).toMatchObject({ status: "infra", reason: "disk" });
});

test("an image that a sandbox stands on is not removed", async () => {
  const image = await warmed("a");
  const spec = { memoryBytes: 64 * MIB, cpus: 1, processes: 50, diskBytes: 64 * MIB };
  const opened = await kit.deps.sandbox.open({
    image,
    limits: spec,
    labels: { ...kit.labels, key: "stands" },
    network: "none",
  });
  if (opened.status !== "open") throw new Error(opened.message);
  expect(await keeper.remove(image)).toEqual({ status: "in-use" });
  await opened.session.close();
  expect(await keeper.remove(image)).toEqual({ status: "removed" });
  expect(await keeper.remove(image)).toEqual({ status: "removed" });
});
