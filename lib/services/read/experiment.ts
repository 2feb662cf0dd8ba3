import type { InstanceEntry } from "@/lib/benchmark/dataset";
import type { Reader } from "@/lib/domain/access";
import { breakdown } from "@/lib/domain/breakdown";
import { isCounted } from "@/lib/domain/experiment";
import { experimentHref, instanceHref } from "@/lib/domain/links";
import { submissionFunnel } from "@/lib/domain/submission-funnel";
import type { ExperimentView, HistoryEntry, Rate } from "@/lib/domain/views";
import { type ReadContext, readContext } from "./context";
import { instanceGrid } from "./grid";
import { leaderboardEntries } from "./leaderboard";
import { type Measured, measure } from "./measure";
import { readProgress } from "./progress";
import { readProvenance } from "./provenance";
import {
  type CellRow,
  cellsOfExperiments,
  type ExperimentRow,
  experimentFor,
  experimentsOfSlug,
  type SubmissionRow,
} from "./queries";
import { isStandin } from "./standin";
import { submissionFacts } from "./submission-facts";

/** Everything the page of one experiment shows; null when there is none that this reader may read. */
export function readExperiment(
  id: string,
  reader: Reader,
  context: ReadContext = readContext(),
): ExperimentView | null {
  const found = context.database && experimentFor(context.database.query, id, reader);
  if (!found || !context.database) return null;
  const { experiment, submission } = found;
  const cells = cellsOfExperiments(context.database.query, [experiment]).get(id) ?? [];
  const measured = measure(experiment, cells);
  const { counts, metrics } = measured;
  const rate = (estimate: Rate["estimate"], hits: number): Rate => ({ estimate, hits, of: counts.instances });
  return {
    id,
    slug: experiment.slug,
    set: experiment.set,
    k: experiment.k,
    agent: experiment.agent,
    model: experiment.model,
    temperature: experiment.temperature,
    standin: isStandin(context, experiment.set),
    official: experiment.official,
    state: experiment.state,
    current: experiment.current,
    complete: metrics.complete,
    verified: verifiedView(experiment),
    createdAt: experiment.createdAt,
    rank: rankOf(context, experiment),
    score: measured.score,
    parseable: rate(measured.parseable, counts.parseable),
    fileHit: rate(measured.fileHit, counts.fileHit),
    fileHitAny: rate(measured.fileHitAny, counts.fileHitAny),
    passAt: measured.passAt,
    passAll: rate(measured.passAll, counts.passAll),
    counts,
    attempts: attemptTotals(cells, metrics.coverage.expectedAttempts),
    funnel: submissionFunnel(cells),
    ...breakdowns(context, measured),
    grid: instanceGrid(experiment.instanceIds, cells, instanceHref),
    provenance: readProvenance(context, experiment, submission),
    submission: submissionFacts(submission),
    history: readHistory(context, found, reader),
    progress: readProgress(context.database, experiment),
  };
}

function verifiedView(experiment: ExperimentRow): ExperimentView["verified"] {
  const { verified, verifiedAt, verifiedBy, verifiedNote, verifiedEvidence } = experiment;
  return verified ? { at: verifiedAt, by: verifiedBy, note: verifiedNote, evidence: verifiedEvidence } : null;
}

function rankOf(context: ReadContext, experiment: ExperimentRow): ExperimentView["rank"] {
  const rows = leaderboardEntries(experiment.set, context);
  const ranked = rows.filter((row) => row.rank !== null);
  const own = ranked.find((row) => row.experimentId === experiment.id);
  return own?.rank ? { rank: own.rank, of: ranked.length, tieGroup: own.tieGroup } : null;
}

function attemptTotals(cells: readonly CellRow[], expected: number): ExperimentView["attempts"] {
  const evaluations = new Set(cells.flatMap((cell) => (cell.evaluationId ? [cell.evaluationId] : [])));
  const counted = cells.filter(isCounted);
  return {
    counted: counted.length,
    passed: counted.filter((cell) => cell.outcome === "passed").length,
    expected,
    evaluations: evaluations.size,
    infra: cells.filter((cell) => cell.outcome === "infra-error").length,
  };
}

/** The metrics of the instances of each repository, and of each editor. */
function breakdowns(context: ReadContext, { metrics }: Measured) {
  const by = (nameOf: (entry: InstanceEntry) => string) =>
    breakdown(metrics.instances, metrics.k, (id) => {
      const entry = context.benchmark.instances.get(id);
      return entry ? nameOf(entry) : "no longer in the dataset";
    });
  return {
    repositories: by(({ repo }) => repo.name),
    editors: by(({ instance }) => instance.unity_bucket),
  };
}

type Shown = { experiment: ExperimentRow; submission: SubmissionRow };

/** All submissions of the same system that the reader may read, newest first. */
function readHistory(context: ReadContext, shown: Shown, reader: Reader): HistoryEntry[] {
  if (context.database === null) return [];
  const { set, slug } = shown.experiment;
  const entries = experimentsOfSlug(context.database.query, set, slug, reader).filter(
    ({ experiment }) => experiment.state !== "draft" || experiment.id === shown.experiment.id,
  );
  const cells = cellsOfExperiments(
    context.database.query,
    entries.map(({ experiment }) => experiment),
  );
  return entries.map(({ experiment, submission }) => {
    const { metrics } = measure(experiment, cells.get(experiment.id) ?? []);
    return {
      experimentId: experiment.id,
      href: experimentHref(experiment.id),
      createdAt: experiment.createdAt,
      fileSha256: submission.fileSha256,
      sameSubmitter: submission.userId === shown.submission.userId,
      score: metrics.score,
      coverage: {
        done: metrics.coverage.countedAttempts,
        expected: metrics.coverage.expectedAttempts,
      },
      current: experiment.current,
      shown: experiment.id === shown.experiment.id,
    };
  });
}
