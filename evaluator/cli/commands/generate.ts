import { Command, Option } from "commander";
import { type BaselineFlags, baselineOf, withBaselineOptions } from "../baseline-options";
import { generatePlanned, planRuns, withConfigurationLock } from "../baseline-run";
import { benchmarkOf, type CommandContext } from "../context";
import { EXIT } from "../exit-codes";
import { parseCount, requireInstance } from "../options";
import type { SetExitCode } from "../program";

type Flags = BaselineFlags & { instanceId: string; run: number };

const MAX_RUN = 1000;

/** `generate`: one patch by the baseline agent; nothing is evaluated. */
export function generateCommand(context: CommandContext, exit: SetExitCode): Command {
  const command = new Command("generate")
    .description("let an agent make a patch for one instance, without evaluating it; pass-at-k takes it up")
    .requiredOption("--instance-id <id>", "the instance")
    .addOption(new Option("--run <n>", "which run").argParser(parseCount(1, MAX_RUN)).default(1));
  return withBaselineOptions(command).action(async (flags: Flags) => {
    const benchmark = benchmarkOf(context);
    const entry = requireInstance(benchmark, flags.instanceId);
    const baseline = await baselineOf(context, benchmark, flags);
    const set = entry.instance.benchmark_set;
    const plan = planRuns(context, baseline, [entry], { set, runIds: [flags.run] });
    const finished = await withConfigurationLock(plan.folder, () =>
      generatePlanned(context, baseline, plan, 1),
    );
    const [run] = finished ?? [];
    if (!run) return;
    const { patch, generation } = run;
    const what = patch === null ? `No patch: ${generation.note ?? ""}` : `A patch of ${patch.length} bytes`;
    context.out.write(`${what}\n${plan.runs[0]?.folder ?? plan.folder}\n`);
    exit(patch === null ? EXIT.negative : EXIT.ok);
  });
}
