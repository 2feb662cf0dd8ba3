import path from "node:path";
import type { Benchmark, Dataset } from "@/lib/benchmark/dataset";
import { readConfig } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import { type Instance, instanceSchema, repoSchema } from "@/lib/domain/instance";
import type { ReadContext } from "@/lib/services/read/context";
import { TARGET } from "./experiments";

/** Instances `game-1` and `game-2` of the sample set, and `gold-1` and `gold-2` of the golden one. */
export function readContextOf(database: Database | null, dir: string): ReadContext {
  return {
    config: readConfig({ SWE_GAME_BENCH_RUNS_DIR: path.join(dir, "runs") }),
    database,
    benchmark: benchmarkOf(dir),
    problems: [],
  };
}

function benchmarkOf(dir: string): Benchmark {
  const repo = repoSchema.parse({
    name: "Game",
    url: "https://github.com/example/game.git",
    unity_buckets: ["2019.4.36f1"],
  });
  const instances = [
    ...["game-1", "game-2"].map((id) => instanceOf(id, "sample")),
    ...["gold-1", "gold-2"].map((id) => instanceOf(id, "golden")),
  ];
  const dataset: Dataset = { dir, instances, repos: new Map([["game", repo]]), hash: "dataset-1" };
  const entries = instances.map((instance) => [instance.instance_id, { instance, repo, dataset }] as const);
  return { datasets: [dataset], instances: new Map(entries) };
}

function instanceOf(id: string, set: "sample" | "golden"): Instance {
  return instanceSchema.parse({
    instance_id: id,
    repo: "game",
    benchmark_set: set,
    base_sha: "a".repeat(40),
    fix_sha: "b".repeat(40),
    target_files: [TARGET],
    test_class: "Ns.SecretTests",
    test_platform: "EditMode",
    unity_bucket: "2019.4.36f1",
  });
}
