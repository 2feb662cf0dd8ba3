import { existsSync } from "node:fs";
import path from "node:path";
import { Command, Option } from "commander";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { OFFICIAL_K } from "@/lib/domain/predictions/types";
import { type Intake, inspectPredictions } from "@/lib/services/intake";
import { benchmarkOf, type CommandContext } from "../context";
import { EXIT, inputFailure } from "../exit-codes";
import { storeExperiment } from "../experiment-input";
import { apptainerOption, parseCount, sandboxOf, setOption } from "../options";
import { evaluateHere } from "../predictions-run";
import { problemLines } from "../problems";
import type { SetExitCode } from "../program";
import { openMigrated, workingSandbox } from "../runtime";

type Flags = {
  predictions: string;
  set: BenchmarkSet;
  instances?: string[];
  k: number;
  allowIncomplete?: boolean;
  verified?: boolean | string;
  queueOnly?: boolean;
  apptainer?: boolean;
};

/** `evaluate-predictions`: a JSONL file with one attempt a row; run again, it resumes. */
export function evaluatePredictionsCommand(context: CommandContext, exit: SetExitCode): Command {
  return new Command("evaluate-predictions")
    .description("evaluate a predictions file; running it again resumes")
    .requiredOption("--predictions <file>", "JSON Lines, one attempt a row")
    .addOption(setOption("the set the file was made for").makeOptionMandatory())
    .option("--instances <ids...>", "only these instances, for a smoke test; never official")
    .addOption(
      new Option("--k <k>", "attempts an instance").argParser(parseCount(1, 1000)).default(OFFICIAL_K),
    )
    .option("--allow-incomplete", "accept fewer than k rows an instance; never official")
    .option("--verified [note]", "mark the experiment verified after an official audit, with a reason")
    .addOption(apptainerOption().conflicts("queueOnly"))
    .option("--queue-only", "leave the work to a worker that runs elsewhere")
    .action(async (flags: Flags) => {
      checkFlags(flags);
      const benchmark = benchmarkOf(context);
      const intake = await inspect(context, flags, benchmark);
      const sandbox = flags.queueOnly ? null : await workingSandbox(context, sandboxOf(flags));
      const database = openMigrated(context);
      try {
        const submitted = storeExperiment(database, intake, {
          source: "cli",
          set: flags.set,
          k: flags.k,
          benchmark,
          ...(flags.verified
            ? { verified: { note: typeof flags.verified === "string" ? flags.verified : null } }
            : {}),
        });
        const where = path.join(context.config.runsDir, flags.set, "predictions", submitted.folder);
        if (sandbox === null) {
          context.err.write(`Queued experiment ${submitted.experimentId}\n`);
          return;
        }
        const run = { database, benchmark, sandbox, experimentId: submitted.experimentId };
        await evaluateHere(context, run, { resumed: submitted.status === "resumed", where });
        exit(EXIT.ok);
      } finally {
        database.close();
      }
    });
}

function checkFlags(flags: Flags): void {
  const smoke = flags.instances !== undefined || flags.allowIncomplete === true;
  if (flags.set !== "sample" && flags.k !== OFFICIAL_K && !smoke) {
    throw inputFailure(
      `--set ${flags.set} is always evaluated with --k ${OFFICIAL_K}.`,
      "Use --instances or --allow-incomplete for a smoke test.",
    );
  }
}

async function inspect(
  context: CommandContext,
  flags: Flags,
  benchmark: ReturnType<typeof benchmarkOf>,
): Promise<Intake> {
  if (!existsSync(flags.predictions))
    throw inputFailure(`The predictions file ${flags.predictions} does not exist.`);
  const intake = await inspectPredictions(flags.predictions, benchmark, {
    set: flags.set,
    k: flags.k,
    ...(flags.instances ? { only: flags.instances } : {}),
    ...(flags.allowIncomplete ? { allowIncomplete: true } : {}),
  });
  for (const line of problemLines(intake.warnings, intake.more.warnings))
    context.err.write(`warning:${line}\n`);
  if (intake.status === "accepted") return intake;
  const lines = problemLines(intake.problems, intake.more.problems);
  throw inputFailure(`${flags.predictions} cannot be evaluated; nothing was run.\n${lines.join("\n")}`);
}
