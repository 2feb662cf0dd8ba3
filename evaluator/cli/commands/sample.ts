import { readdirSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { OFFICIAL_K } from "@/lib/domain/predictions/types";
import { inspectPredictions } from "@/lib/services/intake";
import { benchmarkOf, type CommandContext } from "../context";
import { inputFailure } from "../exit-codes";
import { storeExperiment } from "../experiment-input";
import { problemLines } from "../problems";
import type { SetExitCode } from "../program";
import { openMigrated } from "../runtime";

/** `sample`: queues the bundled predictions of the sample set; what is queued or done already stays. */
export function sampleCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("sample")
    .description("queue the bundled predictions of the sample set for the worker")
    .action(async () => {
      const benchmark = benchmarkOf(context);
      const folder = path.join(context.config.sampleDir, "predictions");
      const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
      const database = openMigrated(context);
      try {
        for (const name of files.sort()) {
          const intake = await inspectPredictions(path.join(folder, name), benchmark, {
            set: "sample",
            k: OFFICIAL_K,
          });
          if (intake.status === "rejected") {
            throw inputFailure(
              `${name} is not valid.\n${problemLines(intake.problems, intake.more.problems).join("\n")}`,
            );
          }
          const stored = storeExperiment(database, intake, {
            source: "sample",
            set: "sample",
            k: OFFICIAL_K,
            benchmark,
          });
          const word = stored.left === 0 ? "done already" : `${stored.left} attempts to evaluate`;
          context.out.write(`${name}: ${word}\n`);
        }
      } finally {
        database.close();
      }
    });
}
