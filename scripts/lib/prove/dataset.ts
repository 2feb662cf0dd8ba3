import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { takeHiddenTests } from "@/evaluator/dataset/hidden-tests";
import type { MirrorAccess } from "@/evaluator/dataset/mirror-access";
import { regenerateOracles } from "@/evaluator/dataset/oracle";
import type { WorkItem } from "@/evaluator/dataset/work";
import { DIFF } from "@/evaluator/tree/bare";
import { buildContext } from "@/evaluator/tree/context";
import { lookUp } from "@/evaluator/tree/diff";
import { mustGit } from "@/evaluator/tree/git";
import { loadHook } from "@/evaluator/tree/hook";
import { findMirror } from "@/evaluator/tree/mirror";
import { oraclePatch } from "@/evaluator/tree/oracle";
import { mirrorObjects } from "@/evaluator/tree/quarantine";
import { storeOf } from "@/evaluator/tree/store";
import { toBytes } from "@/evaluator/tree/tree-object";
import type { Mirror, TreeContext } from "@/evaluator/tree/types";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { readHiddenTests, readOraclePatch } from "@/lib/benchmark/files";
import { loadBenchmark } from "@/lib/benchmark/load";
import type { OracleTexts } from "./damage";

/** Repositories of a dataset that lie in the folder of mirrors, and those that do not. */
export async function mirrorsThere(benchmark: Benchmark, mirrorDir: string) {
  const repos = new Map([...benchmark.instances.values()].map((entry) => [entry.instance.repo, entry.repo]));
  const there = new Map<string, Mirror>();
  const absent: string[] = [];
  for (const [repoKey, repo] of repos) {
    const gitDir = await findMirror(mirrorDir, { repoKey, repo });
    if (gitDir === null) absent.push(repoKey);
    else there.set(repoKey, { gitDir });
  }
  return { there, absent };
}

/** A dataset folder of its own with the instances of some repositories and nothing made yet. */
export function copyDataset(from: string, to: string, repoKeys: ReadonlySet<string>): Benchmark {
  const rows: unknown = JSON.parse(readFileSync(path.join(from, "instances.json"), "utf8"));
  const list = (Array.isArray(rows) ? rows : (rows as { instances: unknown[] }).instances) as {
    repo: string;
  }[];
  mkdirSync(to, { recursive: true });
  writeFileSync(
    path.join(to, "instances.json"),
    JSON.stringify(list.filter((row) => repoKeys.has(row.repo))),
  );
  writeFileSync(path.join(to, "repos.yaml"), readFileSync(path.join(from, "repos.yaml")));
  return loadBenchmark({ benchmarkDir: to, sampleDir: path.join(to, "no-sample") });
}

export type Made = { oracles: WorkItem[]; tests: WorkItem[] };

/** Makes oracle patches and hidden tests by the code of the commands. */
export async function makeFiles(
  entries: readonly InstanceEntry[],
  mirrors: ReadonlyMap<string, Mirror>,
  say: (text: string) => void,
): Promise<Made> {
  const mirrorOf: MirrorAccess = async ({ instance }) => ({
    status: "ready",
    mirror: mirrorOfKey(mirrors, instance.repo),
  });
  const watch = (what: string) => ({
    finished: (_item: WorkItem, done: number, total: number) => {
      if (done % 20 === 0 || done === total) say(`${what}: ${done} of ${total}`);
    },
  });
  const oracles = await regenerateOracles(entries, { mirrorOf, check: false, force: true }, watch("oracle"));
  const own = entries.filter((entry) => entry.instance.test_paths !== undefined);
  const tests = await takeHiddenTests(own, { mirrorOf, force: true }, watch("tests"));
  return { oracles, tests };
}

/** Contexts with the hidden tests that there are; without any, a patch can still be checked. */
export function contexts(
  mirrors: ReadonlyMap<string, Mirror>,
): (entry: InstanceEntry) => Promise<TreeContext> {
  const known = new Map<string, Promise<TreeContext>>();
  return async (entry) => {
    const id = entry.instance.instance_id;
    const made = known.get(id) ?? contextOf(entry, mirrorOfKey(mirrors, entry.instance.repo));
    known.set(id, made);
    return await made;
  };
}

async function contextOf(entry: InstanceEntry, mirror: Mirror): Promise<TreeContext> {
  const { instance, repo, dataset } = entry;
  const hook = await loadHook(entry);
  const made = await buildContext({
    mirror,
    instance,
    repo,
    hiddenTests: readHiddenTests(dataset, instance.instance_id),
    oraclePatch: readOraclePatch(dataset, instance.instance_id),
    ...(hook ? { hook } : {}),
  });
  if (made.status === "ready") return made.ctx;
  throw new Error(made.message, { cause: made.cause });
}

/** What the damages of one instance are made from. */
export async function oracleTexts(
  entry: InstanceEntry,
  mirrors: ReadonlyMap<string, Mirror>,
): Promise<OracleTexts> {
  const { instance, dataset } = entry;
  const mirror = mirrorOfKey(mirrors, instance.repo);
  const store = await storeOf(mirror);
  const { base_sha, fix_sha, target_files } = instance;
  const base = await store.treeOf(base_sha);
  const existing: string[] = [];
  for (const target of target_files)
    if (await lookUp(mirrorObjects(store), base, toBytes(target))) existing.push(target);
  const bare = [...DIFF, "-r", "-U0", base, await store.treeOf(fix_sha), "--", ...target_files];
  return {
    patch: textOf(readOraclePatch(dataset, instance.instance_id) ?? new Uint8Array(), instance.instance_id),
    reversed: textOf(
      await oraclePatch(mirror, { base_sha: fix_sha, fix_sha: base_sha, target_files }),
      instance.instance_id,
    ),
    withoutContext: textOf(await mustGit(bare, store.gitOptions({})), instance.instance_id),
    existing,
  };
}

/** Predictions are JSON, so a patch with bytes that are no UTF-8 cannot be handed in. */
function textOf(bytes: Uint8Array, instanceId: string): string {
  const text = Buffer.from(bytes).toString("utf8");
  if (!Buffer.from(text).equals(bytes))
    throw new Error(`${instanceId}: the oracle patch is not UTF-8, which JSON cannot carry.`);
  return text;
}

function mirrorOfKey(mirrors: ReadonlyMap<string, Mirror>, repoKey: string): Mirror {
  const mirror = mirrors.get(repoKey);
  if (mirror === undefined || !existsSync(mirror.gitDir))
    throw new Error(`There is no mirror of ${repoKey}.`);
  return mirror;
}
