import { Command } from "commander";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { benchmarkOf, type CommandContext } from "../context";
import { datasetInstances, showDatasetWork } from "../dataset-work";
import { inputFailure } from "../exit-codes";
import { setOption } from "../options";
import type { SetExitCode } from "../program";

type Flags = { instanceId?: string[]; set?: BenchmarkSet; check?: boolean; force?: boolean };

/** `oracle`: the developers' fixes, restricted to the target files, from git history. */
export function oracleCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("oracle")
    .description("make oracle_patches/<id>.patch from git history, each proven to give the fix byte for byte")
    .option("--instance-id <ids...>", "only these instances; default: all but the sample")
    .addOption(setOption("only this set"))
    .option("--force", "write patches anew that are there and proven")
    .option("--check", "prove the patches that are there and write nothing")
    .addHelpText(
      "after",
      "\nRepositories come from REPO_MIRROR_DIR, or are cloned once into the data folder.",
    )
    .action(async (flags: Flags) => {
      if (flags.check && flags.force)
        throw inputFailure("--check writes nothing and --force writes: give one of them.");
      const entries = datasetInstances(benchmarkOf(context), flags.instanceId ?? [], flags.set);
      const [{ regenerateOracles }, { mirrorAccess }] = await Promise.all([
        import("@/evaluator/dataset/oracle"),
        import("@/evaluator/dataset/mirror-access"),
      ]);
      const settings = {
        mirrorOf: mirrorAccess(context.config),
        check: flags.check ?? false,
        force: flags.force ?? false,
      };
      exit(
        await showDatasetWork(context, "oracle", entries.length, (watcher) =>
          regenerateOracles(entries, settings, watcher, context.signal),
        ),
      );
    });
}
