import { Command, InvalidArgumentError, Option } from "commander";
import type { Database } from "@/lib/db/client";
import { auditById, auditsOf, rerunIds } from "@/lib/db/queries/audits";
import { type Actor, isShare } from "@/lib/domain/audit";
import { visibleJson } from "@/lib/domain/visible-text";
import { type AuditReport, auditReport } from "@/lib/services/audit/agreement";
import { cancelAudit } from "@/lib/services/audit/cancel";
import { startAudit } from "@/lib/services/audit/start";
import { withDatabase } from "../accounts";
import { auditExit, auditLines } from "../audit-text";
import { benchmarkOf, type CommandContext } from "../context";
import { inputFailure } from "../exit-codes";
import { EXPERIMENT, requireExperiment } from "../experiment-choice";
import { apptainerOption, sandboxOf } from "../options";
import type { SetExitCode } from "../program";
import { openMigrated, workingSandbox } from "../runtime";
import { createProgress } from "../ui/progress";
import { workHere } from "../work";

export const COMMAND_LINE: Actor = { id: "cli", name: "the command line of this installation" };

/** `audit start|status|cancel`: an independent second run of what an experiment rests on. */
export function auditCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("audit")
    .description("run an experiment's evaluations a second time, without the cache: start, status, cancel")
    .addHelpText(
      "after",
      "\nAn audit changes no outcome. `verify` rests on one that agrees in full.\n" +
        "Exit codes: 0 all agree, or it still runs; 1 outcomes differ; 3 some could not be run again.",
    )
    .addCommand(startCommand(context, exit))
    .addCommand(statusCommand(context, exit))
    .addCommand(cancelCommand(context));
}

type StartFlags = { share: number; seed?: string; queueOnly?: boolean; apptainer?: boolean };

function startCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("start")
    .description("run all evaluations of an experiment again, or a share of them; same images, no cache")
    .argument(...EXPERIMENT)
    .addOption(
      new Option("--share <share>", "of the distinct evaluations: above 0, at most 1")
        .argParser(parseShare)
        .default(1),
    )
    .option("--seed <text>", "draws the share; told and kept when it is not given")
    .addOption(apptainerOption().conflicts("queueOnly"))
    .option("--queue-only", "leave the work to a worker that runs elsewhere")
    .action(async (text: string, flags: StartFlags) => {
      const sandbox = flags.queueOnly ? null : await workingSandbox(context, sandboxOf(flags));
      const database = openMigrated(context);
      try {
        const { id: experimentId } = requireExperiment(database, text);
        const { share, seed } = flags;
        const request = { experimentId, share, actor: COMMAND_LINE, ...(seed ? { seed } : {}) };
        const result = startAudit(database, request);
        if (result.status === "refused") throw inputFailure(result.message, result.mend);
        const { auditId, runs, of } = result;
        context.err.write(`Audit ${auditId}: ${runs} of ${of} evaluations are run again\n`);
        if (sandbox === null) return;
        await workAudit(context, database, { auditId, sandbox });
        show(context, exit, requireReport(database, auditId));
      } finally {
        database.close();
      }
    });
}

function statusCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("status")
    .description("show the latest audit of an experiment: progress, agreement, every disagreement")
    .argument(...EXPERIMENT)
    .option("--json", "as JSON")
    .action((text: string, flags: { json?: boolean }) =>
      withDatabase(context, (database) => {
        const report = latestReport(database, text);
        if (!flags.json) return show(context, exit, report);
        context.out.write(`${visibleJson(report)}\n`);
        exit(auditExit(report));
      }),
    );
}

function cancelCommand(context: CommandContext): Command {
  return new Command("cancel")
    .description("stop the running audit of an experiment; what ran is kept")
    .argument(...EXPERIMENT)
    .action((text: string) =>
      withDatabase(context, (database) => {
        const { audit } = latestReport(database, text);
        const result = cancelAudit(database, audit.id, COMMAND_LINE);
        if (result.status !== "cancelled")
          throw inputFailure(`The audit is ${audit.state}: nothing to cancel.`);
        context.out.write(`Audit ${audit.id} is cancelled; ${result.left} evaluations were left.\n`);
      }),
    );
}

function parseShare(value: string): number {
  const share = Number(value);
  if (value.trim() === "" || !isShare(share))
    throw new InvalidArgumentError("Must be above 0 and at most 1.");
  return share;
}

/** Works on the second runs of one audit alone, until it is over or the command is interrupted. */
async function workAudit(
  context: CommandContext,
  database: Database,
  { auditId, sandbox }: { auditId: string; sandbox: Awaited<ReturnType<typeof workingSandbox>> },
): Promise<void> {
  const progress = createProgress(context.err, "Attempts");
  const update = (note: string) => {
    const { agreement, runs } = requireReport(database, auditId);
    const total = runs.reduce((sum, run) => sum + run.runIds.length, 0);
    progress.update({ done: total - agreement.waiting, total, note });
  };
  update("queued");
  try {
    await workHere(context, {
      database,
      benchmark: benchmarkOf(context),
      sandbox,
      only: { evaluationIds: rerunIds(database.query, auditId) },
      until: () => auditById(database.query, auditId)?.state !== "running",
      onProgress: (event) => {
        if (event.type === "evaluation-started") update(`running ${event.instanceId}`);
        if (event.type === "evaluation-settled") update(`${event.instanceId} ${event.outcome}`);
      },
    });
  } finally {
    progress.stop();
  }
  if (context.signal.aborted)
    context.err.write("Stopped; any worker goes on with it, and `audit cancel` ends it.\n");
}

function requireReport(database: Database, auditId: string): AuditReport {
  const report = auditReport(database.query, auditId);
  if (report === null) throw new Error(`Audit ${auditId} is gone from the database.`);
  return report;
}

function latestReport(database: Database, text: string): AuditReport {
  const { id } = requireExperiment(database, text);
  const [latest] = auditsOf(database.query, id);
  if (latest) return requireReport(database, latest.id);
  throw inputFailure(`Experiment ${id} has no audit.`, `Start one: swe-game-bench audit start ${id}`);
}

function show(context: CommandContext, exit: SetExitCode, report: AuditReport): void {
  context.out.write(`${auditLines(report).join("\n")}\n`);
  exit(auditExit(report));
}
