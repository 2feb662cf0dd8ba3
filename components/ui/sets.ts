import type { BenchmarkSet } from "@/lib/domain/instance";
import { SET_LABELS } from "@/lib/domain/set-labels";

/** How a set is named on pages. */
export const SET_NAMES = SET_LABELS;

export const SET_SENTENCES: Record<BenchmarkSet, string> = {
  golden:
    "The curated set: real issues of open-source Unity projects, with hidden tests that pass only with a fix.",
  candidates: "The pool of candidates: more real issues of the same projects.",
  sample:
    "Small game projects made for this benchmark, run by a stand-in for the Unity editor. They show that everything works; they say nothing about repairing real games.",
};
