import { Command } from "commander";
import { KNOWN_VARIABLES, setVariables } from "@/lib/config";
import { visibleJson } from "@/lib/domain/visible-text";
import { benchmarkOf, type CommandContext } from "../context";
import { type Check, checker, checkLines, mustBeMended } from "../doctor/check";
import { CommandFailure, EXIT } from "../exit-codes";
import type { SetExitCode } from "../program";
import { selectedSandbox } from "../runtime";

/** `doctor`: looks at everything that this installation needs, and says what to do. */
export function doctorCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("doctor")
    .description(
      "check git, Node, Docker, disk, licence, images, network, dataset and database, with what to do",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExit code 0 when nothing must be mended, 1 otherwise. ✓ fine, · for information, ! limits what can be done, ✗ must be mended.",
    )
    .action(async (flags: { json?: boolean }) => {
      const checks = await examine(context);
      const failed = mustBeMended(checks);
      if (flags.json) context.out.write(`${visibleJson({ ok: !failed, checks })}\n`);
      else
        context.out.write(
          `${checkLines(checks)}\n\n${failed ? "Something must be mended: see ✗." : "Nothing must be mended."}\n`,
        );
      exit(failed ? EXIT.negative : EXIT.ok);
    });
}

async function examine(context: CommandContext): Promise<Check[]> {
  const { config, signal } = context;
  const [tools, docker, settings, dataset, state, network] = await Promise.all([
    import("../doctor/tools"),
    import("../doctor/docker"),
    import("../doctor/settings"),
    import("../doctor/dataset"),
    import("../doctor/state"),
    import("../doctor/network"),
  ]);
  const { benchmark, problem } = readDatasets(context);
  const [git, command, apptainer, engine, folder, github] = await Promise.all([
    tools.checkGit(),
    tools.checkDockerCommand(),
    tools.checkApptainer(() => selectedSandbox(context, "apptainer").probe()),
    docker.checkDocker(config, benchmark),
    state.checkDataFolder(config.dataDir),
    network.checkGithub(config, signal),
  ]);
  return [
    tools.checkNode(config.root),
    git,
    ...engine,
    command,
    apptainer,
    folder,
    state.checkDatabase(config),
    state.checkLicence(config.licencePath),
    github,
    settings.checkSettings(setVariables(), KNOWN_VARIABLES),
    ...(benchmark === null ? [problem] : dataset.checkDatasets(benchmark)),
  ];
}

function readDatasets(context: CommandContext) {
  const say = checker("dataset", "Dataset");
  try {
    return { benchmark: benchmarkOf(context), problem: say("ok", "") };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { benchmark: null, problem: say("fail", error.message, "Mend the files that are named.") };
  }
}
