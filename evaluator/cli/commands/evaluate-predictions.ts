import path from "node:path";
import { Command, Option } from "commander";
import type { Database } from "@/lib/db/client";
import { experimentById } from "@/lib/db/queries/experiments";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { OFFICIAL_K } from "@/lib/domain/predictions/types";
import { verifyExperiment } from "@/lib/services/audit/verify";
import { type Intake, inspectPredictions } from "@/lib/services/intake";
import { benchmarkOf, type CommandContext } from "../context";
import { EXIT, inputFailure } from "../exit-codes";
import { storeExperiment } from "../experiment-input";
import { requireFile } from "../input-file";
import { apptainerOption, parseCount, sandboxOf, setOption } from "../options";
import { evaluateHere } from "../predictions-run";
import { problemLines } from "../problems";
import type { SetExitCode } from "../program";
import { openMigrated, workingSandbox } from "../runtime";
import { COMMAND_LINE } from "./audit";

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
    .addOption(
      new Option(
        "--verified [note]",
        "mark the experiment verified after an official audit, with a reason",
      ).conflicts("queueOnly"),
    )
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
        });
        const where = path.join(context.config.runsDir, flags.set, "predictions", submitted.folder);
        if (sandbox === null) {
          context.err.write(`Queued experiment ${submitted.experimentId}\n`);
          return;
        }
        const run = { database, benchmark, sandbox, experimentId: submitted.experimentId };
        const verify = () => verifyHere(context, database, submitted.experimentId, flags.verified);
        await evaluateHere(context, run, { resumed: submitted.status === "resumed", where, verify });
        exit(EXIT.ok);
      } finally {
        database.close();
      }
    });
}

/** Marks a complete experiment, once; the mark says that no audit of this installation stands behind it. */
function verifyHere(
  context: CommandContext,
  database: Database,
  experimentId: string,
  flag: Flags["verified"],
): void {
  if (!flag || experimentById(database.query, experimentId)?.verified) return;
  const note = typeof flag === "string" ? ` ${flag.trim()}` : "";
  const reason = `Marked with \`evaluate-predictions --verified\`.${note}`;
  const result = verifyExperiment(database, experimentId, { reason }, { actor: COMMAND_LINE });
  if (result.status === "refused") throw inputFailure(result.message);
  context.err.write("The experiment is marked verified.\n");
}

function checkFlags(flags: Flags): void {
  if (flags.instances?.some((id) => id.trim() === ""))
    throw inputFailure("--instances names a blank instance id.", "Name ids, or leave the flag out.");
  const smoke = flags.instances !== undefined || flags.allowIncomplete === true;
  if (flags.set !== "sample" && flags.k !== OFFICIAL_K && !smoke) {
    throw inputFailure(
      `--set ${flags.set} is always evaluated with --k ${OFFICIAL_K}.`,
      "Use --instances or --allow-incomplete for a smoke test.",
    );
  }
}

/** Ways to a smoke test that were not taken yet. */
function smokeTests(flags: Flags): string | undefined {
  const ways = [
    ...(flags.instances ? [] : ["of some instances add --instances <ids>"]),
    ...(flags.allowIncomplete ? [] : ["with fewer rows an instance add --allow-incomplete"]),
  ];
  return ways.length === 0 ? undefined : `For a smoke test ${ways.join("; ")}.`;
}

async function inspect(
  context: CommandContext,
  flags: Flags,
  benchmark: ReturnType<typeof benchmarkOf>,
): Promise<Intake> {
  requireFile(flags.predictions, "The predictions file");
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
  throw inputFailure(
    `${flags.predictions} cannot be evaluated; nothing was run.\n${lines.join("\n")}`,
    smokeTests(flags),
  );
}
