import type { WorkItem, WorkWatcher } from "@/evaluator/dataset/work";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import { instancesOfSet } from "@/lib/benchmark/dataset";
import type { BenchmarkSet } from "@/lib/domain/instance";
import type { CommandContext } from "./context";
import { CommandFailure, EXIT, inputFailure } from "./exit-codes";
import { selectInstances } from "./options";
import { createProgress } from "./ui/progress";

/** Chosen instances, those of a set, or everything but the sample, whose files are kept in git. */
export function datasetInstances(
  benchmark: Benchmark,
  ids: readonly string[],
  set: BenchmarkSet | undefined,
): InstanceEntry[] {
  if (ids.length > 0 && set !== undefined)
    throw inputFailure(
      "Give instances or --set, not both.",
      "Without either, golden and candidates are done.",
    );
  if (ids.length > 0) return selectInstances(benchmark, ids, "golden");
  const chosen = set
    ? instancesOfSet(benchmark, set)
    : [...benchmark.instances.values()].filter((entry) => entry.instance.benchmark_set !== "sample");
  if (chosen.length === 0)
    throw inputFailure(
      `The dataset has no instances${set ? ` of the set ${set}` : ""}.`,
      "Is BENCHMARK_DIR the right folder? `swe-game-bench list` shows what there is.",
    );
  return chosen;
}

/** Runs one of the dataset commands with its progress, tells every failure, and answers the exit code. */
export async function showDatasetWork(
  context: CommandContext,
  title: string,
  total: number,
  work: (watcher: WorkWatcher) => Promise<WorkItem[]>,
): Promise<number> {
  const progress = createProgress(context.err, title);
  try {
    const items = await work({
      finished: ({ instanceId, outcome }, done) =>
        progress.update({
          done,
          total,
          note: `${instanceId} ${outcome.status === "failed" ? "failed" : outcome.note}`,
        }),
      said: (text) => progress.line(text),
    });
    progress.stop();
    return conclude(context, items, total);
  } finally {
    progress.stop();
  }
}

function conclude(context: CommandContext, items: readonly WorkItem[], total: number): number {
  const count = (status: WorkItem["outcome"]["status"]) =>
    items.filter((item) => item.outcome.status === status).length;
  const failed = items.flatMap(({ instanceId, outcome }) =>
    outcome.status === "failed" ? [{ instanceId, ...outcome }] : [],
  );
  const open = total - items.length;
  const parts = [
    `${count("written")} written`,
    `${count("kept")} kept`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(open > 0 ? [`${open} not begun`] : []),
  ];
  context.out.write(`${parts.join(", ")}.\n`);
  for (const { instanceId, message, mend } of failed)
    context.err.write(`${instanceId}: ${message}${mend === "" ? "" : ` ${mend}`}\n`);
  if (context.signal.aborted) throw new CommandFailure(EXIT.interrupted, "Stopped. Run it again to go on.");
  if (failed.some((item) => item.kind === "infrastructure")) return EXIT.infrastructure;
  return failed.length > 0 ? EXIT.negative : EXIT.ok;
}
