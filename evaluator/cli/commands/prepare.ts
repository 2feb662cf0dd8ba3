import { Command } from "commander";
import { warmInstance } from "@/evaluator/run/warm-instance";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { benchmarkOf, type CommandContext } from "../context";
import { apptainerOption, chosenInstances, sandboxOf, setOption } from "../options";
import { prepareImages } from "../prepare-images";
import type { SetExitCode } from "../program";
import { asFailure, evaluatorDeps, workingSandbox } from "../runtime";

type Flags = { instanceId?: string; set?: BenchmarkSet; apptainer?: boolean };

/** `prepare`: editor images and imported base projects, ahead of the first evaluation. */
export function prepareCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("prepare")
    .description("get the editor image of an instance and import its base project once")
    .option("--instance-id <id>", "one instance")
    .addOption(setOption("all instances of a set"))
    .addOption(apptainerOption())
    .action(async (flags: Flags) => {
      const benchmark = benchmarkOf(context);
      const entries = chosenInstances(benchmark, flags);
      const sandbox = await workingSandbox(context, sandboxOf(flags));
      await prepareImages(context, entries, sandbox);
      const deps = evaluatorDeps(context, benchmark, sandbox);
      for (const entry of entries) {
        const warm = await warmInstance(deps, { entry, signal: context.signal });
        if (warm.status === "cancelled") return;
        if (warm.status === "infra") throw asFailure(warm);
        const how = warm.made ? `imported in ${(warm.importMs / 1000).toFixed(1)} s` : "already imported";
        context.out.write(`${entry.instance.instance_id}: ${how} (${warm.image})\n`);
      }
    });
}
