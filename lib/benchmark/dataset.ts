import type { BenchmarkSet, Instance, Repo } from "@/lib/domain/instance";
import type { Problem } from "@/lib/domain/problem";

/** A hidden test file: repository path and bytes, `__MAIN_ASMDEF__` not yet resolved. */
export type HiddenTestFile = { path: string; data: Uint8Array };

/** One dataset folder in the documented layout, read and checked. */
export type Dataset = {
  dir: string;
  instances: readonly Instance[];
  repos: ReadonlyMap<string, Repo>;
  /** SHA-256 over the definitions of all instances: what "dataset hash" means on pages. */
  hash: string;
};

export type DatasetLoad =
  | { status: "loaded"; dataset: Dataset }
  | { status: "invalid"; dir: string; problems: Problem[] };

/** All datasets of this installation: the benchmark folder and the bundled sample. */
export type Benchmark = {
  datasets: readonly Dataset[];
  instances: ReadonlyMap<string, InstanceEntry>;
};

/** An instance with what belongs to it. */
export type InstanceEntry = { instance: Instance; repo: Repo; dataset: Dataset };

/** Instances of a set in dataset order. */
export function instancesOfSet(benchmark: Benchmark, set: BenchmarkSet): InstanceEntry[] {
  return [...benchmark.instances.values()].filter((entry) => entry.instance.benchmark_set === set);
}
