import { isCounted } from "@/lib/domain/experiment";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { attemptHref, experimentHref } from "@/lib/domain/links";
import type { LeaderboardRow, LeaderboardView } from "@/lib/domain/views";
import { type ReadContext, readContext } from "./context";
import { instanceGrid } from "./grid";
import { type Measured, measure, rankMeasured } from "./measure";
import { type CellRow, cellsOfExperiments, type ExperimentRow, publicExperiments } from "./queries";
import { defaultSet, readTabs } from "./tabs";

/** The leaderboard of a set; without a set, of the first one that has results. */
export function readLeaderboard(
  set: BenchmarkSet | undefined,
  context: ReadContext = readContext(),
): LeaderboardView {
  const tabs = readTabs(context);
  const shown = set ?? defaultSet(tabs);
  return { set: shown, tabs, rows: leaderboardRows(shown, context) };
}

/** Ranked rows of a set, unsorted. */
export function leaderboardRows(set: BenchmarkSet, context: ReadContext): LeaderboardRow[] {
  if (context.database === null) return [];
  const experiments = publicExperiments(context.database.query, set);
  const cells = cellsOfExperiments(context.database.query, experiments);
  const measured = experiments.map((experiment) => {
    const own = cells.get(experiment.id) ?? [];
    return { id: experiment.id, experiment, cells: own, measured: measure(experiment, own) };
  });
  const ranks = rankMeasured(measured);
  return measured.map((one) => ({ ...toRow(one), ...(ranks.get(one.id) ?? { rank: null, tieGroup: null }) }));
}

type System = { experiment: ExperimentRow; cells: readonly CellRow[]; measured: Measured };

function toRow({ experiment, cells, measured }: System): Omit<LeaderboardRow, "rank" | "tieGroup"> {
  const { metrics } = measured;
  const counted = cells.filter(isCounted);
  const open = experiment.state === "queued" || experiment.state === "running";
  return {
    experimentId: experiment.id,
    href: experimentHref(experiment.id),
    set: experiment.set,
    k: experiment.k,
    agent: experiment.agent,
    model: experiment.model,
    temperature: experiment.temperature,
    score: measured.score,
    parseable: measured.parseable,
    fileHit: measured.fileHit,
    passAtK: measured.passAt.at(-1) ?? null,
    passAt1: measured.passAt[0] ?? null,
    counts: measured.counts,
    attempts: {
      counted: counted.length,
      passed: counted.filter((cell) => cell.outcome === "passed").length,
    },
    coverage: {
      done: metrics.coverage.countedAttempts,
      expected: metrics.coverage.expectedAttempts,
      running: cells.filter((cell) => cell.running && cell.outcome === null).length,
    },
    verified: experiment.verified,
    complete: metrics.complete,
    stalled: !metrics.complete && !open,
    createdAt: experiment.createdAt,
    strip: instanceGrid(experiment.instanceIds, cells, (id) => attemptHref(experiment.id, id, 1)),
  };
}
