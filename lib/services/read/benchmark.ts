import { statSync } from "node:fs";
import path from "node:path";
import type { Benchmark } from "@/lib/benchmark/dataset";
import { DatasetError, loadBenchmark } from "@/lib/benchmark/load";
import type { Config } from "@/lib/config";
import { problemText } from "@/lib/domain/problem";

export type BenchmarkRead = { benchmark: Benchmark; problems: string[]; stamp: string };

const EMPTY: Benchmark = { datasets: [], instances: new Map() };

/** Reads the dataset folders again only when their definition files changed. */
export function readBenchmark(config: Config, last: BenchmarkRead | null): BenchmarkRead {
  const stamp = stampOf([config.benchmarkDir, config.sampleDir]);
  if (last?.stamp === stamp) return last;
  try {
    return { benchmark: loadBenchmark(config), problems: [], stamp };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const problems = error.loads.flatMap((load) => load.problems.map((problem) => problemText(problem)));
    return { benchmark: EMPTY, problems, stamp };
  }
}

function stampOf(dirs: readonly string[]): string {
  const files = dirs.flatMap((dir) => [path.join(dir, "instances.json"), path.join(dir, "repos.yaml")]);
  return files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? "missing").join(" ");
}
