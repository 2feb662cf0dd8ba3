import path from "node:path";
import { Command } from "commander";
import type { Dataset } from "@/lib/benchmark/dataset";
import type { Repo } from "@/lib/domain/instance";
import { benchmarkOf, type CommandContext } from "../context";
import { infrastructureFailure, inputFailure } from "../exit-codes";
import type { SetExitCode } from "../program";

type ShellFlags = { repo: string; bucket: string };

/** `docker generate` and `docker shell`: standing editor containers to look around in. */
export function dockerCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("docker")
    .description("editor containers to look around in: generate, shell")
    .addCommand(generateCommand(context))
    .addCommand(shellCommand(context, exit));
}

function generateCommand(context: CommandContext): Command {
  return new Command("generate")
    .description("write docker/compose.generated.yml of the dataset from its repos.yaml")
    .action(async () => {
      const { config } = context;
      const dataset = benchmarkOf(context).datasets.find((one) => one.dir === config.benchmarkDir);
      if (!dataset)
        throw inputFailure(
          `There is no dataset in ${config.benchmarkDir}.`,
          "Set BENCHMARK_DIR to a folder with instances.json and repos.yaml.",
        );
      const { generateDocker } = await import("@/evaluator/dataset/docker/generate");
      const made = await generateDocker(dataset, config);
      const where = path.relative(process.cwd(), made.composeFile) || made.composeFile;
      context.out.write(`${where}: ${made.services} editors${made.changed ? "" : ", unchanged"}.\n`);
      if (made.dockerfileWritten) context.out.write("The folder had no Dockerfile; ours was put there.\n");
    });
}

function shellCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("shell")
    .description("open a shell in the container of an editor")
    .requiredOption("--repo <key>", "repository, as in repos.yaml")
    .requiredOption("--bucket <editor>", "Unity editor, such as 2019.4.36f1")
    .argument("[command...]", "run this instead of a shell (after --)")
    .addHelpText(
      "after",
      `
Enters the standing container of the compose file when it runs, else a throw-away container of the editor
image. The exit code is the shell's own.`,
    )
    .action(async (command: string[], flags: ShellFlags) => {
      const { repo } = requireEditor(benchmarkOf(context).datasets, flags);
      const [
        { openShell },
        { editorImageName },
        { editorKind },
        { findLicence, licencePlace },
        { containerName },
      ] = await Promise.all([
        import("../docker-shell"),
        import("@/evaluator/unity/images"),
        import("@/evaluator/unity/limits"),
        import("@/evaluator/unity/licence"),
        import("@/evaluator/dataset/docker/compose"),
      ]);
      const licence = findLicence(licencePlace(editorKind(repo), context.config));
      const end = await openShell({
        container: containerName(flags.repo, flags.bucket),
        image: editorImageName(repo, flags.bucket, context.config),
        licenceFile: licence.status === "found" ? licence.file : null,
        command,
        terminal: process.stdin.isTTY === true && context.out.isTTY === true,
      });
      if (end.status === "unavailable") throw infrastructureFailure(end.message, end.mend);
      exit(end.code);
    });
}

/** The repository and bucket, or a message that names those there are. */
function requireEditor(datasets: readonly Dataset[], flags: ShellFlags): { repo: Repo } {
  const repos = new Map(datasets.flatMap((dataset) => [...dataset.repos]));
  const repo = repos.get(flags.repo);
  if (!repo)
    throw inputFailure(`There is no repository "${flags.repo}".`, `Known: ${[...repos.keys()].join(", ")}.`);
  if (!repo.unity_buckets.includes(flags.bucket))
    throw inputFailure(
      `${flags.repo} has no editor "${flags.bucket}".`,
      `Its editors: ${repo.unity_buckets.join(", ")}.`,
    );
  return { repo };
}
