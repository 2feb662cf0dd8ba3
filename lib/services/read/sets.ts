import { instancesOfSet } from "@/lib/benchmark/dataset";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { SetTab } from "@/lib/domain/views";
import { type ReadContext, readContext } from "./context";
import { readTabs } from "./tabs";

/** The sets, each with the hash of the dataset that its instances come from. */
export function readSets(
  context: ReadContext = readContext(),
): { tab: SetTab; datasetHash: string | null }[] {
  return readTabs(context).map((tab) => ({
    tab,
    datasetHash: instancesOfSet(context.benchmark, tab.set)[0]?.dataset.hash ?? null,
  }));
}

/** The instances of each set by id: what a predictions file is checked against. */
export function readSetIds(context: ReadContext = readContext()): Record<BenchmarkSet, string[]> {
  const ids = (set: BenchmarkSet) =>
    instancesOfSet(context.benchmark, set).map(({ instance }) => instance.instance_id);
  return { golden: ids("golden"), candidates: ids("candidates"), sample: ids("sample") };
}
