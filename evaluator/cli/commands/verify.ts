import { Command } from "commander";
import type { Database } from "@/lib/db/client";
import { auditsOf } from "@/lib/db/queries/audits";
import { MIN_REASON } from "@/lib/domain/audit";
import { type MarkResult, unverifyExperiment, verifyExperiment } from "@/lib/services/audit/verify";
import { withDatabase } from "../accounts";
import type { CommandContext } from "../context";
import { CommandFailure, EXIT, inputFailure } from "../exit-codes";
import { EXPERIMENT, requireExperiment } from "../experiment-choice";
import type { SetExitCode } from "../program";
import { COMMAND_LINE } from "./audit";

type Flags = { audit?: string; reason?: string; by?: string };

const BY = ["--by <name>", "name that the public reads beside the mark"] as const;

/** `verify`: marks an experiment verified, on an audit or a written reason. */
export function verifyCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("verify")
    .description("mark an experiment verified, on an audit that agrees in full or for a written reason")
    .argument(...EXPERIMENT)
    .option("--audit <id>", "the audit it rests on; without it the latest complete one")
    .option(
      "--reason <text>",
      `why, when no audit agrees in full; published, at least ${MIN_REASON} characters`,
    )
    .option(...BY)
    .action((text: string, { audit, reason, by }: Flags) =>
      withDatabase(context, (database) => {
        const { id } = requireExperiment(database, text);
        const auditId = audit ?? latestComplete(database, id);
        const grounds = { ...(auditId ? { auditId } : {}), ...(reason ? { reason } : {}) };
        check(verifyExperiment(database, id, grounds, { actor: actorOf(by) }), id);
        context.out.write(`Experiment ${id} is verified.\n`);
      }),
    );
}

/** `unverify`: takes the mark back. */
export function unverifyCommand(context: CommandContext, _exit: SetExitCode): Command {
  return new Command("unverify")
    .description("take the verified mark of an experiment back")
    .argument(...EXPERIMENT)
    .requiredOption("--reason <text>", `why; published, at least ${MIN_REASON} characters`)
    .option(...BY)
    .action((text: string, { reason, by }: Flags) =>
      withDatabase(context, (database) => {
        const { id } = requireExperiment(database, text);
        check(unverifyExperiment(database, id, reason ?? "", { actor: actorOf(by) }), id);
        context.out.write(`Experiment ${id} is no longer verified.\n`);
      }),
    );
}

function actorOf(name: string | undefined) {
  return name?.trim() ? { ...COMMAND_LINE, name: name.trim().slice(0, 80) } : COMMAND_LINE;
}

function latestComplete(database: Database, experimentId: string): string | undefined {
  return auditsOf(database.query, experimentId).find((one) => one.state === "complete")?.id;
}

function check(result: MarkResult, id: string): void {
  if (result.status === "done") return;
  const mend = `swe-game-bench audit status ${id} shows what an audit found; --reason "…" writes a reason.`;
  if (result.negative) throw new CommandFailure(EXIT.negative, result.message, mend);
  throw inputFailure(result.message, result.field ? mend : "");
}
