import path from "node:path";
import type { PlannedRun } from "@/evaluator/baseline/generate";
import { generateRuns, type Surveyed, surveyRuns } from "@/evaluator/baseline/generate-all";
import { lockFolder } from "@/evaluator/baseline/lock";
import { ContextError } from "@/evaluator/run/context";
import { GitError } from "@/evaluator/tree/git";
import type { InstanceEntry } from "@/lib/benchmark/dataset";
import { readIssueText } from "@/lib/benchmark/files";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { instanceFolder, passKFolder } from "@/lib/domain/results-folder";
import type { Baseline } from "./baseline-options";
import type { CommandContext } from "./context";
import { infrastructureFailure, inputFailure } from "./exit-codes";
import { createProgress } from "./ui/progress";

export type Plan = { set: BenchmarkSet; folder: string; runs: PlannedRun[] };

/** The one set that instances belong to: results of two sets never stand in one experiment. */
export function setOfInstances(entries: readonly InstanceEntry[], wanted?: BenchmarkSet): BenchmarkSet {
  const [first] = entries;
  if (!first) throw inputFailure("There is no instance to generate patches for.");
  const set = wanted ?? first.instance.benchmark_set;
  const others = entries.filter((entry) => entry.instance.benchmark_set !== set);
  if (others.length === 0) return set;
  const named = (wanted ? others : entries)
    .slice(0, 6)
    .map(({ instance }) => `${instance.instance_id} (${instance.benchmark_set})`);
  throw inputFailure(
    wanted
      ? `Not of the set ${wanted}: ${named.join(", ")}.`
      : `Instances of different sets cannot be mixed: ${named.join(", ")}.`,
    "Run one set at a time.",
  );
}

/** The runs of some instances and their places under `runs/<set>/passk/`. */
export function planRuns(
  context: CommandContext,
  { identity }: Baseline,
  entries: readonly InstanceEntry[],
  of: { set: BenchmarkSet; runIds: readonly number[] },
): Plan {
  const folder = path.join(context.config.runsDir, passKFolder(of.set, identity));
  const issues = new Map(
    entries.map((entry) => [entry, readIssueText(entry.dataset, entry.instance.instance_id)]),
  );
  const without = entries
    .filter((entry) => issues.get(entry) === null)
    .map((entry) => entry.instance.instance_id);
  if (without.length > 0)
    throw inputFailure(
      `No issue text: ${without.slice(0, 6).join(", ")}${without.length > 6 ? ` and ${without.length - 6} more` : ""}.`,
      "`swe-game-bench enrich` fetches issue texts from GitHub.",
    );
  const runs = entries.flatMap((entry) =>
    of.runIds.map((runId) => ({
      entry,
      issue: issues.get(entry) ?? "",
      runId,
      folder: path.join(folder, instanceFolder(entry.instance), `run${runId}`),
    })),
  );
  return { set: of.set, folder, runs };
}

/** Holds the configuration's folder while `work` runs, so that no run is generated twice at the same time. */
export async function withConfigurationLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockFolder(folder);
  if (lock.status === "taken")
    throw infrastructureFailure(
      `${folder} is in use by ${lock.by}.`,
      `Wait for it to end. If nothing runs there any more, remove ${path.join(folder, ".lock")}.`,
    );
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/**
 * Generates what is left of a plan and shows how far it is; null when it was interrupted.
 * @throws CommandFailure when finished runs do not belong here, or agents failed.
 */
export async function generatePlanned(
  context: CommandContext,
  baseline: Baseline,
  plan: Plan,
  workers: number,
): Promise<Surveyed["finished"] | null> {
  const before = await survey(baseline, plan);
  const total = plan.runs.length;
  if (before.left.length > 0) await generateLeft(context, baseline, before, { workers, total });
  if (context.signal.aborted) return null;
  return (await survey(baseline, plan)).finished;
}

async function survey(baseline: Baseline, plan: Plan): Promise<Surveyed> {
  const found = await surveyRuns(baseline.settings, plan.runs);
  if (found.problems.length === 0) return found;
  throw inputFailure(
    found.problems.slice(0, 6).join("\n"),
    "Remove these runs to generate them anew, or give the other system another --agent name, --model or --temperature.",
  );
}

async function generateLeft(
  context: CommandContext,
  { settings }: Baseline,
  { finished, left }: Surveyed,
  { workers, total }: { workers: number; total: number },
): Promise<void> {
  const progress = createProgress(context.err, "Patches");
  let done = finished.length;
  progress.update({ done, total, note: `${settings.agent.name} begins` });
  try {
    const result = await generateRuns(settings, left, {
      workers,
      signal: context.signal,
      onEnd: (run, end) => {
        if (end.status === "cancelled") return;
        if (end.status === "finished") done += 1;
        const what = end.status === "finished" ? end.note : `failed: ${end.message}`;
        progress.update({ done, total, note: `${run.entry.instance.instance_id} run ${run.runId}: ${what}` });
      },
    });
    progress.stop();
    if (context.signal.aborted) {
      context.err.write(`Stopped; ${total - done} runs are left. Run the same command again to go on.\n`);
      return;
    }
    if (result.failed.length > 0) throw failure(result.failed, result.notBegun);
  } catch (error) {
    if (error instanceof GitError || error instanceof ContextError)
      throw infrastructureFailure(error.message, "", error);
    throw error;
  } finally {
    progress.stop();
  }
}

function failure(
  failed: readonly { instanceId: string; runId: number; folder: string; message: string }[],
  notBegun: number,
) {
  const lines = failed
    .slice(0, 6)
    .map(
      ({ instanceId, runId, folder, message }) =>
        `${instanceId} run ${runId}: ${message} ${path.join(folder, "agent.log")}`,
    );
  const rest = notBegun > 0 ? ` ${notBegun} runs were not begun.` : "";
  return infrastructureFailure(
    `The agent failed in ${failed.length} runs, which are no attempts.${rest}\n${lines.join("\n")}`,
    "Mend the cause and run the same command again, or count failures as attempts with --count-failures.",
  );
}
