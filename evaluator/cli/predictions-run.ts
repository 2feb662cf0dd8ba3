import path from "node:path";
import type { SandboxProvider } from "@/evaluator/sandbox/types";
import type { WorkerEvent } from "@/evaluator/worker/progress";
import { writeWhole } from "@/evaluator/write-whole";
import type { Benchmark } from "@/lib/benchmark/dataset";
import type { Database } from "@/lib/db/client";
import { buildPassAtKReport } from "@/lib/domain/report/pass-at-k";
import { loadExperimentResult } from "@/lib/services/experiment-result";
import { type ExperimentProgress, experimentProgress, isOver } from "@/lib/services/progress";
import { experimentReportFiles } from "@/lib/services/reports";
import type { CommandContext } from "./context";
import { infrastructureFailure } from "./exit-codes";
import { createProgress } from "./ui/progress";
import { scoreLines } from "./ui/score-lines";
import { retryLine } from "./ui/worker-line";
import { workHere } from "./work";

type Run = { database: Database; benchmark: Benchmark; sandbox: SandboxProvider; experimentId: string };

/**
 * What follows once an experiment is stored: it is worked off here, its reports are written, and people are
 * told how it ended. An interrupted one is left for the next run of the same command.
 */
export async function evaluateHere(
  context: CommandContext,
  run: Run,
  { resumed, where, verify }: { resumed: boolean; where: string; verify?: () => void },
): Promise<void> {
  context.err.write(`${resumed ? "Resuming" : "Created"} experiment ${run.experimentId}\n`);
  const { attempts, state, failures } = await finishExperiment(context, run);
  // Before the reports, which say it.
  if (state === "complete") verify?.();
  await writeExperimentReports(context, run);
  if (context.signal.aborted) {
    const left = attempts.total - attempts.done;
    context.err.write(`Stopped; ${left} attempts are left. Run the same command again to go on.\n`);
    return;
  }
  const result = loadExperimentResult(run.database.query, run.experimentId, run.benchmark, {
    withoutTests: true,
  });
  const scores = result ? scoreLines(buildPassAtKReport(result)) : [];
  const ended = `${attempts.done - attempts.infra} of ${attempts.total} attempts have an outcome`;
  context.out.write([ended, ...scores, where, ""].join("\n"));
  const missing = attempts.infra + attempts.total - attempts.done;
  if (state !== "complete" && missing > 0) {
    const why = failures.length > 0 ? failures.join("\n") : "attempt.json of each says why.";
    throw infrastructureFailure(
      `${missing} attempts could not be judged because our machinery failed.`,
      `${why}\nMend it and run the same command again.`,
    );
  }
}

/** Works on one experiment until it is over or the command is interrupted, and shows how far it is. */
async function finishExperiment(
  context: CommandContext,
  run: Run,
): Promise<ExperimentProgress & { failures: string[] }> {
  const { database, experimentId } = run;
  const progress = createProgress(context.err, "Attempts");
  const show = (note: string) => {
    const now = experimentProgress(database, experimentId);
    if (now) progress.update({ done: now.attempts.done, total: now.attempts.total, note });
  };
  const failures = new Set<string>();
  show("queued");
  try {
    await workHere(context, {
      database,
      benchmark: run.benchmark,
      sandbox: run.sandbox,
      only: { experimentId },
      until: () => isOver(progressOf(database, experimentId)),
      onProgress: (event) => {
        if (event.type === "job-failed") failures.add(event.reason);
        const note = noteOf(event);
        if (note !== null) show(note);
      },
    });
  } finally {
    progress.stop();
  }
  return { ...progressOf(database, experimentId), failures: [...failures] };
}

/** Writes the experiment's reports; gives their paths. */
async function writeExperimentReports(context: CommandContext, run: Omit<Run, "sandbox">): Promise<string[]> {
  const files = experimentReportFiles(run.database, run.experimentId, run.benchmark);
  for (const file of files) await writeWhole(path.join(context.config.runsDir, file.path), file.text);
  return files.map((file) => path.join(context.config.runsDir, file.path));
}

function progressOf(database: Database, experimentId: string): ExperimentProgress {
  const progress = experimentProgress(database, experimentId);
  if (!progress) throw new Error(`Experiment ${experimentId} is gone from the database.`);
  return progress;
}

function noteOf(event: WorkerEvent): string | null {
  switch (event.type) {
    case "checked":
      return "checking patches";
    case "planned":
      return `${event.attached} attempts wait for a run, ${event.cached} share one that is done`;
    case "evaluation-started":
      return `running ${event.instanceId} (${event.role})`;
    case "evaluation-settled":
      return `${event.instanceId} ${event.role === "candidate" ? "" : `${event.role} `}${event.outcome}`;
    case "evaluation-retry":
      return retryLine(event);
    case "ability":
      return event.canEvaluate ? event.note : `waiting: ${event.note}`;
    default:
      return null;
  }
}
