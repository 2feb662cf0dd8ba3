import { instancesOfSet } from "@/lib/benchmark/dataset";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { ReadContext } from "./context";

/** Sample numbers come from the stand-in editor, and so may those of any repository marked so. */
export function isStandin(context: ReadContext, set: BenchmarkSet): boolean {
  return set === "sample" || instancesOfSet(context.benchmark, set).some((entry) => entry.repo.standin);
}
