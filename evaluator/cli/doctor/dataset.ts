import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { instancesOfSet } from "@/lib/benchmark/dataset";
import { readHiddenTests, readIssueText, readOraclePatch } from "@/lib/benchmark/files";
import { BENCHMARK_SETS, type BenchmarkSet } from "@/lib/domain/instance";
import { type Check, checker } from "./check";

/** What is there of each set: issue texts, oracle patches and hidden tests. */
export function checkDatasets(benchmark: Benchmark): Check[] {
  return BENCHMARK_SETS.map((set) => checkSet(set, instancesOfSet(benchmark, set)));
}

function checkSet(set: BenchmarkSet, entries: readonly InstanceEntry[]): Check {
  const say = checker(`set-${set}`, `Set ${set}`);
  if (entries.length === 0)
    return say(
      set === "sample" ? "fail" : "warn",
      "no instances",
      set === "sample" ? "Restore benchmark/sample from git." : "Is BENCHMARK_DIR the right folder?",
    );
  const lacking = {
    issues: without(
      entries,
      ({ dataset, instance }) => readIssueText(dataset, instance.instance_id) !== null,
    ),
    oracles: without(
      entries,
      ({ dataset, instance }) => readOraclePatch(dataset, instance.instance_id) !== null,
    ),
    tests: without(
      entries,
      ({ dataset, instance }) => readHiddenTests(dataset, instance.instance_id).length > 0,
    ),
  };
  const mends = [
    lacking.issues.length > 0 ? `swe-game-bench enrich --set ${set}` : "",
    lacking.oracles.length > 0 ? `swe-game-bench oracle --set ${set}` : "",
    lacking.tests.some((entry) => entry.instance.test_paths) ? `swe-game-bench tests --set ${set}` : "",
    lacking.tests.some((entry) => !entry.instance.test_paths)
      ? "write the other hidden tests by hand (docs/dataset.md)"
      : "",
  ].filter((mend) => mend !== "");
  const have = (what: string, list: readonly InstanceEntry[]) => `${entries.length - list.length} ${what}`;
  const message = `${entries.length} instances: ${have("issue texts", lacking.issues)}, ${have("oracle patches", lacking.oracles)}, ${have("with hidden tests", lacking.tests)}`;
  if (mends.length === 0) return say("ok", message);
  return say(
    set === "sample" ? "fail" : "warn",
    message,
    set === "sample" ? "Restore benchmark/sample from git." : `${mends.join("; ")}.`,
  );
}

function without(entries: readonly InstanceEntry[], has: (entry: InstanceEntry) => boolean): InstanceEntry[] {
  return entries.filter((entry) => !has(entry));
}
