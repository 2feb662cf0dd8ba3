import path from "node:path";
import { isSynthetic } from "@/lib/db/synthetic";
import { HARNESS_VERSION } from "@/lib/domain/version";
import type { SiteView } from "@/lib/domain/views";
import { type ReadContext, readContext } from "./context";
import { readStatus } from "./status";

/** Head and foot of every page. */
export function readSite(context: ReadContext = readContext()): SiteView {
  return {
    harnessVersion: HARNESS_VERSION,
    datasetHashes: context.benchmark.datasets.map((dataset) => ({
      name: path.basename(dataset.dir),
      hash: dataset.hash,
    })),
    problems: [...context.problems],
    synthetic: context.database !== null && isSynthetic(context.database),
    status: readStatus(context),
  };
}
