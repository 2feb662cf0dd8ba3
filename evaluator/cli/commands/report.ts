import path from "node:path";
import { Command } from "commander";
import { writeWhole } from "@/evaluator/dataset/write-whole";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { canonicalTemperature } from "@/lib/domain/temperature";
import { leaderboardReports } from "@/lib/services/reports";
import { benchmarkOf, type CommandContext } from "../context";
import { EXIT, inputFailure } from "../exit-codes";
import { setOption } from "../options";
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
    .option("--temperature <t>", 'only this temperature; "none" for configurations without one')
    .option("--include-incomplete", "also list incomplete experiments, for local diagnostics")
    .action(async (flags: Flags) => {
      const benchmark = benchmarkOf(context);
      const database = openMigrated(context);
      try {
        const reports = leaderboardReports(database, benchmark, {
          scope: { ...flags, temperature: temperatureOf(flags.temperature) },
          includeIncomplete: flags.includeIncomplete ?? false,
        });
        for (const file of reports.files)
          await writeWhole(path.join(context.config.runsDir, file.path), file.text);
        context.out.write(
          `${reports.configurations} configurations, ${reports.leaderboard.entries.length} entries in ${path.join(context.config.runsDir, "leaderboard.json")}\n`,
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

function temperatureOf(flag: string | undefined): string | null | undefined {
  if (flag === undefined) return undefined;
  if (flag === "none") return null;
  const parsed = canonicalTemperature(flag);
  if (!parsed.ok) throw inputFailure(`--temperature ${flag}: ${parsed.message}`);
  return parsed.temperature;
}
