import { Command } from "commander";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { benchmarkOf, type CommandContext } from "../context";
import { datasetInstances, showDatasetWork } from "../dataset-work";
import { inputFailure } from "../exit-codes";
import { setOption } from "../options";
import type { SetExitCode } from "../program";

type Flags = { set?: BenchmarkSet; force?: boolean };

/** `tests`: hidden tests of the instances whose fix brought its own. */
export function testsCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("tests")
    .description("take hidden tests from the fix commits into tests/<id>/, for instances with test_paths")
    .argument("[ids...]", "instances; default: all with test_paths")
    .addOption(setOption("only this set"))
    .option("--force", "take tests that are there already once more")
    .addHelpText(
      "after",
      "\nRepositories come from REPO_MIRROR_DIR, or are cloned once into the data folder.",
    )
    .action(async (ids: string[], flags: Flags) => {
      const chosen = datasetInstances(benchmarkOf(context), ids, flags.set);
      // Asked for by name, an instance without test_paths is told; among all of them it is passed over.
      const entries =
        ids.length > 0 ? chosen : chosen.filter((entry) => entry.instance.test_paths !== undefined);
      if (entries.length === 0)
        throw inputFailure(
          "None of these instances has test_paths.",
          "Hidden tests of the others are written by hand (docs/dataset.md).",
        );
      const [{ takeHiddenTests }, { mirrorAccess }] = await Promise.all([
        import("@/evaluator/dataset/hidden-tests"),
        import("@/evaluator/dataset/mirror-access"),
      ]);
      const settings = { mirrorOf: mirrorAccess(context.config), force: flags.force ?? false };
      exit(
        await showDatasetWork(context, "tests", entries.length, (watcher) =>
          takeHiddenTests(entries, settings, watcher, context.signal),
        ),
      );
    });
}
