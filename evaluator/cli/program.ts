import { Command } from "commander";
import { HARNESS_VERSION } from "@/lib/domain/version";
import { accountCommand } from "./commands/account";
import { auditCommand } from "./commands/audit";
import { dockerCommand } from "./commands/docker";
import { doctorCommand } from "./commands/doctor";
import { enrichCommand } from "./commands/enrich";
import { evaluateCommand } from "./commands/evaluate";
import { evaluatePredictionsCommand } from "./commands/evaluate-predictions";
import { generateCommand } from "./commands/generate";
import { listCommand } from "./commands/list";
import { maintainerCommand } from "./commands/maintainer";
import { migrateCommand } from "./commands/migrate";
import { oracleCommand } from "./commands/oracle";
import { passAtKCommand } from "./commands/pass-at-k";
import { prepareCommand } from "./commands/prepare";
import { reportCommand } from "./commands/report";
import { sampleCommand } from "./commands/sample";
import { submitCommand } from "./commands/submit";
import { testsCommand } from "./commands/tests";
import { validateCommand } from "./commands/validate";
import { unverifyCommand, verifyCommand } from "./commands/verify";
import { workerCommand } from "./commands/worker";
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
    prepareCommand(context, exit),
    evaluateCommand(context, exit),
    validateCommand(context, exit),
    workerCommand(context, exit),
    evaluatePredictionsCommand(context, exit),
    generateCommand(context, exit),
    passAtKCommand(context, exit),
    submitCommand(context, exit),
    reportCommand(context, exit),
    sampleCommand(context, exit),
    migrateCommand(context, exit),
    enrichCommand(context, exit),
    oracleCommand(context, exit),
    testsCommand(context, exit),
    dockerCommand(context, exit),
    doctorCommand(context, exit),
    accountCommand(context, exit),
    maintainerCommand(context, exit),
    auditCommand(context, exit),
    verifyCommand(context, exit),
    unverifyCommand(context, exit),
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
