import { Command } from "commander";
import { benchmarkOf, type CommandContext } from "../context";
import { lookAtDataset } from "../dataset-seen";
import { apptainerOption, sandboxOf } from "../options";
import type { SetExitCode } from "../program";
import { openMigrated, selectedSandbox } from "../runtime";
import { workerLine } from "../ui/worker-line";
import { workHere } from "../work";

/** `worker`: does what is queued until it is stopped. The site's own worker is this command. */
export function workerCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("worker")
    .description("check patches and run evaluations from the queue until stopped")
    .addOption(apptainerOption())
    .action(async (flags: { apptainer?: boolean }) => {
      const benchmark = benchmarkOf(context);
      const database = openMigrated(context);
      const { log } = context;
      try {
        lookAtDataset(context, database);
        await workHere(context, {
          database,
          benchmark,
          sandbox: selectedSandbox(context, sandboxOf(flags)),
          withoutRunsFolder: "wait",
          onProgress: (event) => {
            const line = workerLine(event);
            if (line !== null) context.out.write(`${line}\n`);
            if (event.type !== "evaluation-line") log.debug(event, event.type);
          },
        });
      } finally {
        database.close();
      }
      // Being stopped is how a worker ends.
      exit(0);
    });
}
