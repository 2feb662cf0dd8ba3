import { instancesOfSet } from "@/lib/benchmark/dataset";
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
