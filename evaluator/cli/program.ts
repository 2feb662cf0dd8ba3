import { Command } from "commander";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { dockerCommand } from "./commands/docker";
import { enrichCommand } from "./commands/enrich";
import { listCommand } from "./commands/list";
import { oracleCommand } from "./commands/oracle";
import { testsCommand } from "./commands/tests";
import type { CommandContext } from "./context";

export type SetExitCode = (code: number) => void;

/** All commands; each file under `commands/` adds one. */
export function createProgram(context: CommandContext, exit: SetExitCode): Command {
  const program = new Command("swe-game-bench")
    .description("An executable benchmark for automated program repair on Unity games.")
    .version(`harness ${HARNESS_VERSION}`)
    .showHelpAfterError("(--help shows the flags)")
    .showSuggestionAfterError()
    .helpCommand(true);
  const commands = [
    listCommand(context, exit),
    enrichCommand(context, exit),
    oracleCommand(context, exit),
    testsCommand(context, exit),
    dockerCommand(context, exit),
  ];
  for (const command of commands) program.addCommand(command);
  program.exitOverride();
  inherit(program);
  return program;
}

/** Commands made elsewhere take over the program's settings, and so do theirs. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.exitOverride().copyInheritedSettings(parent);
    inherit(command);
  }
}
