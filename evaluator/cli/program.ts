import { Command } from "commander";
import { HARNESS_VERSION } from "@/lib/domain/version";
import type { CommandContext } from "./context";

export type SetExitCode = (code: number) => void;

type Make = (context: CommandContext, exit: SetExitCode) => Command;

/** Each command's module, in the order of the help. They are heavy: only the one that is asked for is loaded. */
const COMMANDS: Record<string, () => Promise<Make>> = {
  list: async () => (await import("./commands/list")).listCommand,
  workspace: async () => (await import("./commands/workspace")).workspaceCommand,
  prepare: async () => (await import("./commands/prepare")).prepareCommand,
  evaluate: async () => (await import("./commands/evaluate")).evaluateCommand,
  validate: async () => (await import("./commands/validate")).validateCommand,
  worker: async () => (await import("./commands/worker")).workerCommand,
  "evaluate-predictions": async () =>
    (await import("./commands/evaluate-predictions")).evaluatePredictionsCommand,
  generate: async () => (await import("./commands/generate")).generateCommand,
  "pass-at-k": async () => (await import("./commands/pass-at-k")).passAtKCommand,
  submit: async () => (await import("./commands/submit")).submitCommand,
  report: async () => (await import("./commands/report")).reportCommand,
  sample: async () => (await import("./commands/sample")).sampleCommand,
  migrate: async () => (await import("./commands/migrate")).migrateCommand,
  enrich: async () => (await import("./commands/enrich")).enrichCommand,
  oracle: async () => (await import("./commands/oracle")).oracleCommand,
  tests: async () => (await import("./commands/tests")).testsCommand,
  docker: async () => (await import("./commands/docker")).dockerCommand,
  doctor: async () => (await import("./commands/doctor")).doctorCommand,
  account: async () => (await import("./commands/account")).accountCommand,
  maintainer: async () => (await import("./commands/maintainer")).maintainerCommand,
  audit: async () => (await import("./commands/audit")).auditCommand,
  verify: async () => (await import("./commands/verify")).verifyCommand,
  unverify: async () => (await import("./commands/verify")).unverifyCommand,
};

/** The program with the command that `name` names; with all of them when it names none, as for the help. */
export async function createProgram(
  context: CommandContext,
  exit: SetExitCode,
  name: string | undefined,
): Promise<Command> {
  const program = new Command("swe-game-bench")
    .description("An executable benchmark for automated program repair on Unity games.")
    .version(`harness ${HARNESS_VERSION}`)
    .showHelpAfterError("(--help shows the flags)")
    .showSuggestionAfterError()
    .helpCommand(true);
  const asked = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const makes = await Promise.all((asked ? [asked] : Object.values(COMMANDS)).map((load) => load()));
  for (const make of makes) program.addCommand(make(context, exit));
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
