import { Command, Option } from "commander";
import type { Benchmark, InstanceEntry } from "@/lib/benchmark/dataset";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { OFFICIAL_K } from "@/lib/domain/predictions/types";
import { type BaselineFlags, baselineOf, withBaselineOptions } from "../baseline-options";
import { generatePlanned, planRuns, setOfInstances, withConfigurationLock } from "../baseline-run";
import { benchmarkOf, type CommandContext } from "../context";
import { EXIT, inputFailure } from "../exit-codes";
import { storeGenerated } from "../experiment-input";
import {
  apptainerOption,
  chosenInstances,
  parseCount,
  sandboxOf,
  selectInstances,
  setOption,
} from "../options";
import { evaluateHere } from "../predictions-run";
import type { SetExitCode } from "../program";
import { openMigrated, workingSandbox } from "../runtime";

type Flags = BaselineFlags & {
  set?: BenchmarkSet;
  instances?: string[];
  k: number;
  workers: number;
  generateOnly?: boolean;
  apptainer?: boolean;
};

const MAX_WORKERS = 256;

/** `pass-at-k`: k independent patches an instance by the baseline agent, evaluated like any predictions. */
export function passAtKCommand(context: CommandContext, exit: SetExitCode): Command {
  const command = new Command("pass-at-k")
    .description("generate and evaluate k independent patches an instance; running it again resumes")
    .addOption(setOption("all instances of a set"))
    .option("--instances <ids...>", "only these instances, of one set; never official")
    .addOption(new Option("--k <k>", "runs an instance").argParser(parseCount(1, 1000)).default(OFFICIAL_K))
    .addOption(
      new Option("--workers <n>", "agents at a time; evaluations follow SWE_GAME_BENCH_WORKERS")
        .argParser(parseCount(1, MAX_WORKERS))
        .default(1),
    )
    .addOption(apptainerOption())
    .option("--generate-only", "leave the evaluation to a later run of the same command without this flag");
  return withBaselineOptions(command).action(async (flags: Flags) => {
    const benchmark = benchmarkOf(context);
    const entries = entriesOf(benchmark, flags);
    const set = setOfInstances(entries, flags.set);
    const baseline = await baselineOf(context, benchmark, flags);
    const runIds = Array.from({ length: flags.k }, (_, index) => index + 1);
    const plan = planRuns(context, baseline, entries, { set, runIds });
    // Asked before hours of generation, not after.
    const sandbox = flags.generateOnly ? null : await workingSandbox(context, sandboxOf(flags));
    await withConfigurationLock(plan.folder, async () => {
      const runs = await generatePlanned(context, baseline, plan, flags.workers);
      if (runs === null) return;
      if (sandbox === null) {
        context.out.write(`${runs.length} of ${plan.runs.length} runs are generated\n${plan.folder}\n`);
        return;
      }
      const database = openMigrated(context);
      try {
        const { identity } = baseline;
        const instanceIds = entries.map((entry) => entry.instance.instance_id);
        const stored = storeGenerated(database, runs, {
          identity,
          set,
          k: flags.k,
          instanceIds,
          whole: flags.instances === undefined,
          benchmark,
        });
        const run = { database, benchmark, sandbox, experimentId: stored.experimentId };
        await evaluateHere(context, run, { resumed: stored.status === "resumed", where: plan.folder });
        exit(EXIT.ok);
      } finally {
        database.close();
      }
    });
  });
}

/** Instances in dataset order, whatever the order of the flags: the same choice is the same experiment. */
function entriesOf(benchmark: Benchmark, { set, instances }: Flags): InstanceEntry[] {
  if (instances === undefined) {
    if (set === undefined) throw inputFailure("Name a set with --set or instances with --instances.");
    return chosenInstances(benchmark, { set });
  }
  const chosen = new Set(selectInstances(benchmark, instances, set ?? "golden"));
  return [...benchmark.instances.values()].filter((entry) => chosen.has(entry));
}
