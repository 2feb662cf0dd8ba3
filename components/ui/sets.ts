import type { BenchmarkSet } from "@/lib/domain/instance";

/** How a set is named on pages. */
export const SET_NAMES: Record<BenchmarkSet, string> = {
  golden: "Golden",
  candidates: "Candidates",
  sample: "Sample",
};

export const SET_SENTENCES: Record<BenchmarkSet, string> = {
  golden: "Issues of open-source Unity projects whose hidden tests were checked by hand.",
  candidates: "More issues of the same projects, in the pool from which golden ones are chosen.",
  sample:
    "Small game projects made for this benchmark, run by a stand-in for the Unity editor. They show that everything works; they say nothing about repairing real games.",
};
