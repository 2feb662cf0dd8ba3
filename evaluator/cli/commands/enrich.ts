import { Command } from "commander";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { benchmarkOf, type CommandContext } from "../context";
import { datasetInstances, showDatasetWork } from "../dataset-work";
import { setOption } from "../options";
import type { SetExitCode } from "../program";

type Flags = { set?: BenchmarkSet; force?: boolean };

/** `enrich`: issue texts from GitHub, title and body only. */
export function enrichCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("enrich")
    .description("fetch issue texts from GitHub into issues/<id>.txt (title and body only, images described)")
    .argument("[ids...]", "instances; default: all but the sample")
    .addOption(setOption("only this set"))
    .option("--force", "fetch texts that are there already once more")
    .addHelpText(
      "after",
      `
GITHUB_TOKEN raises GitHub's limit from 60 to 5000 issues an hour. Images are described by the endpoint
in SWE_GAME_BENCH_VISION_URL; without one each becomes "[image]". A stopped run goes on where it was.`,
    )
    .action(async (ids: string[], flags: Flags) => {
      const entries = datasetInstances(benchmarkOf(context), ids, flags.set);
      const { enrichIssues } = await import("@/evaluator/dataset/issue/enrich");
      const { config, signal } = context;
      const settings = {
        github: { apiUrl: config.githubApiUrl, token: config.githubToken },
        vision: config.vision,
        force: flags.force ?? false,
      };
      exit(
        await showDatasetWork(context, "enrich", entries.length, (watcher) =>
          enrichIssues(entries, settings, watcher, signal),
        ),
      );
    });
}
