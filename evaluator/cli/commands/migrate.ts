import { Command } from "commander";
import type { CommandContext } from "../context";
import { lookAtDataset } from "../dataset-seen";
import type { SetExitCode } from "../program";
import { openMigrated } from "../runtime";

/** `migrate`: brings the database to the newest schema before site and worker start. */
export function migrateCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("migrate").description("create or update the database").action(() => {
    const database = openMigrated(context);
    try {
      lookAtDataset(context, database);
    } finally {
      database.close();
    }
    context.out.write(`The database ${context.config.databaseFile} is up to date.\n`);
  });
}
