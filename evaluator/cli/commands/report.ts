import path from "node:path";
import { Command } from "commander";
import { writeWhole } from "@/evaluator/write-whole";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { leaderboardReports, type ReportScope } from "@/lib/services/reports";
import { benchmarkOf, type CommandContext } from "../context";
import { EXIT, inputFailure } from "../exit-codes";
import { parseTemperature, setOption } from "../options";
import type { SetExitCode } from "../program";
import { openMigrated } from "../runtime";

type Flags = {
  set?: BenchmarkSet;
  agent?: string;
  model?: string;
  temperature?: string;
  includeIncomplete?: boolean;
};

/** `report`: the leaderboard files, per configuration and global, from the settled attempts. */
export function reportCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("report")
    .description("write runs/leaderboard.{json,csv} and one report a configuration")
    .addOption(setOption("only configurations of this set"))
    .option("--agent <name>", "only this agent's configurations")
    .option("--model <name>", "only this model's configurations")
    .option(
      "--temperature <t>",
      'only this temperature, or "none"; without --model that of SWE_MODEL, else of gpt-5.2',
    )
    .option("--include-incomplete", "also list incomplete experiments, for local diagnostics")
    .action(async (flags: Flags) => {
      const benchmark = benchmarkOf(context);
      const database = openMigrated(context);
      try {
        const reports = leaderboardReports(database, benchmark, {
          scope: scopeOf(context, flags),
          includeIncomplete: flags.includeIncomplete ?? false,
        });
        for (const file of reports.files)
          await writeWhole(path.join(context.config.runsDir, file.path), file.text);
        const { configurations, leaderboard, leftOut } = reports;
        const index = path.join(context.config.runsDir, "leaderboard.json");
        const why =
          leftOut > 0
            ? `${leftOut} not listed: incomplete, or not of a whole set; --include-incomplete lists them.\n`
            : "";
        context.out.write(
          `${configurations} configurations, ${leaderboard.entries.length} entries in ${index}\n${why}`,
        );
        if (reports.configurations === 0 && (flags.model || flags.agent || flags.temperature)) {
          throw inputFailure("No experiment matches these flags.", "Run `report` without them to see all.");
        }
        exit(EXIT.ok);
      } finally {
        database.close();
      }
    });
}

/**
 * All configurations, unless flags choose some. A temperature alone names one of the configured model, as in
 * the other commands that take both; a model alone means all its temperatures.
 */
function scopeOf({ config }: CommandContext, { set, agent, model, temperature }: Flags): ReportScope {
  const of = { set, agent, model };
  if (temperature === undefined) return of;
  return {
    ...of,
    model: model ?? config.model.name,
    temperature: parseTemperature(temperature, "--temperature"),
  };
}
