import type { BenchmarkSet } from "./instance";

/** How a set is named where people read. */
export const SET_LABELS: Record<BenchmarkSet, string> = {
  golden: "Golden",
  candidates: "Candidates",
  sample: "Sample",
};
