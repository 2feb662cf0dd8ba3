import type * as z from "zod";
import type { BreakdownGroup } from "@/lib/domain/breakdown";
import type { ChangeView } from "@/lib/domain/changes";
import { type ChartData, chartRows } from "@/lib/domain/charts";
import type { BenchmarkSet } from "@/lib/domain/instance";
import { flakeRate, gateWord, passedShare } from "@/lib/domain/instance-order";
import type { InstanceRow, InstanceView } from "@/lib/domain/instance-views";
import { apiHref, badgeHref, experimentHref, leaderboardHref } from "@/lib/domain/links";
import { namedMetrics } from "@/lib/domain/report/parts";
import type { Estimate, ExperimentView, LeaderboardRow, SetTab } from "@/lib/domain/views";
import type {
  changeJsonSchema,
  chartJsonSchema,
  experimentJsonSchema,
  experimentLineJsonSchema,
  instanceJsonSchema,
  instanceLineJsonSchema,
  leaderboardEntryJsonSchema,
  setJsonSchema,
} from "./schemas";

/** Views in the form of the API. `origin` has no slash at its end. The numbers are those that pages round. */

export type SetJson = z.infer<typeof setJsonSchema>;
export type LeaderboardEntryJson = z.infer<typeof leaderboardEntryJsonSchema>;
export type ExperimentLineJson = z.infer<typeof experimentLineJsonSchema>;
export type ExperimentJson = z.infer<typeof experimentJsonSchema>;
export type InstanceLineJson = z.infer<typeof instanceLineJsonSchema>;
export type InstanceJson = z.infer<typeof instanceJsonSchema>;
export type ChangeJson = z.infer<typeof changeJsonSchema>;
export type ChartJson = z.infer<typeof chartJsonSchema>;

export const isoOf = (at: number) => new Date(at).toISOString();
export const isoOrNull = (at: number | null) => (at === null ? null : isoOf(at));
export const editorOf = (standin: boolean) => (standin ? ("stand-in" as const) : ("unity" as const));

export function setJson(tab: SetTab, datasetHash: string | null, origin: string): SetJson {
  const { set, instances, gated, experiments } = tab;
  const editor = editorOf(set === "sample");
  return {
    set,
    url: origin + leaderboardHref(set),
    editor,
    instances,
    gated,
    experiments,
    dataset_hash: datasetHash,
  };
}

export function leaderboardEntryJson(row: LeaderboardRow, origin: string): LeaderboardEntryJson {
  const estimates = {
    [`parseable@${row.k}`]: row.parseable,
    [`filehit@${row.k}`]: row.fileHit,
    "pass@1": row.passAt1,
    [`pass@${row.k}`]: row.passAtK,
  };
  return {
    set: row.set,
    editor: editorOf(row.set === "sample"),
    rank: row.rank,
    tie_group: row.tieGroup,
    experiment_id: row.experimentId,
    url: origin + row.href,
    agent: row.agent,
    model: row.model,
    temperature: row.temperature,
    k: row.k,
    ...resultsJson(row.score, estimates),
    instances: row.counts.instances,
    instances_solved: row.counts.solved,
    attempts_counted: row.attempts.counted,
    attempts_passed: row.attempts.passed,
    attempts_expected: row.coverage.expected,
    complete: row.complete,
    verified: row.verified,
    submitted_at: isoOf(row.createdAt),
    organisation: row.organisation,
    open_source: row.openSource,
    cost_usd: row.cost?.usd ?? null,
    cost_attempts: row.cost?.given ?? 0,
    project_url: row.links.project,
    logs_url: row.links.logs,
  };
}

function resultsJson(score: Estimate | null, estimates: Record<string, Estimate | null>) {
  const named = Object.entries(estimates);
  const intervals = [["score", score] as const, ...named].flatMap(([name, one]) =>
    one ? [[name, { low: one.low, high: one.high }] as const] : [],
  );
  return {
    score: score?.value ?? null,
    metrics: score && Object.fromEntries(named.map(([name, one]) => [name, one?.value ?? null])),
    intervals_95: score && Object.fromEntries(intervals),
  };
}

export function chartJson(set: BenchmarkSet, chart: ChartData): ChartJson {
  const { id, title, note, columns, omitted } = chart;
  return { set, chart: id, title, note, columns, rows: chartRows(chart), omitted };
}

/** What the list of experiments and the page of one have in common. */
export type ExperimentFacts = {
  id: string;
  set: BenchmarkSet;
  standin: boolean;
  agent: string;
  model: string;
  temperature: string | null;
  k: number;
  state: ExperimentLineJson["state"];
  official: boolean;
  current: boolean;
  verified: boolean;
  withdrawn: boolean;
  fileSha256: string;
  datasetHash: string;
  harnessVersion: string;
  createdAt: number;
  finishedAt: number | null;
};

export function experimentLineJson(one: ExperimentFacts, origin: string): ExperimentLineJson {
  return {
    id: one.id,
    url: origin + experimentHref(one.id),
    api_url: origin + apiHref.experiment(one.id),
    set: one.set,
    editor: editorOf(one.standin),
    agent: one.agent,
    model: one.model,
    temperature: one.temperature,
    k: one.k,
    state: one.state,
    official: one.official,
    current: one.current,
    verified: one.verified,
    withdrawn: one.withdrawn,
    predictions_sha256: one.fileSha256,
    dataset_hash: one.datasetHash,
    harness_version: one.harnessVersion,
    submitted_at: isoOf(one.createdAt),
    finished_at: isoOrNull(one.finishedAt),
  };
}

/** One experiment with its metrics; null for a dry run, which has none. */
export function experimentJson(view: ExperimentView, origin: string): ExperimentJson | null {
  if (view.state === "draft") return null;
  const { provenance, counts, attempts } = view;
  const facts = { ...view, ...provenance, state: view.state, verified: view.verified !== null };
  return {
    ...experimentLineJson({ ...facts, withdrawn: view.submission.withdrawn !== null }, origin),
    complete: view.complete,
    rank: view.rank?.rank ?? null,
    ranked: view.rank?.of ?? null,
    tie_group: view.rank?.tieGroup ?? null,
    ...resultsJson(view.score, estimatesOf(view)),
    instances: {
      expected: counts.instances,
      parseable: counts.parseable,
      filehit: counts.fileHit,
      filehit_any: counts.fileHitAny,
      solved: counts.solved,
      all_passed: counts.passAll,
    },
    attempts: {
      expected: attempts.expected,
      counted: attempts.counted,
      passed: attempts.passed,
      infra_errors: attempts.infra,
      evaluations: attempts.evaluations,
    },
    funnel: view.funnel.map(({ label, ...step }) => ({
      step: label,
      attempts: step.attempts,
      instances: step.instances,
    })),
    repositories: view.repositories.map((group) => groupJson(group, view.k)),
    editors: view.editors.map((group) => groupJson(group, view.k)),
    about: { ...view.submission.about },
    images: provenance.images,
    verification: verificationJson(view.verified),
    attempts_url: origin + apiHref.attempts(view.id),
    badge_url: origin + badgeHref(view.id),
  };
}

/** Every published metric of an experiment under its published name. */
function estimatesOf({ k, parseable, fileHit, fileHitAny, passAt, passAll }: ExperimentView) {
  return {
    [`parseable@${k}`]: parseable.estimate,
    [`filehit@${k}`]: fileHit.estimate,
    [`filehit_any@${k}`]: fileHitAny.estimate,
    ...Object.fromEntries(passAt.map((one, index) => [`pass@${index + 1}`, one])),
    [`pass^${k}`]: passAll.estimate,
  };
}

function groupJson({ name, instances, complete, solved, attempts, means }: BreakdownGroup, k: number) {
  return {
    name,
    instances,
    complete,
    solved,
    attempts_counted: attempts.counted,
    attempts_passed: attempts.passed,
    metrics: means && namedMetrics(means, k),
  };
}

function verificationJson(verified: ExperimentView["verified"]): ExperimentJson["verification"] {
  if (verified === null) return null;
  const audit = verified.evidence?.audit;
  return {
    at: isoOrNull(verified.at),
    by: verified.by,
    note: verified.note,
    audit: audit ? { agreed: audit.agreed, compared: audit.compared, share: audit.share ?? 1 } : null,
  };
}

export function instanceLineJson(row: InstanceRow, origin: string): InstanceLineJson {
  const { gate, attempts, measures } = row;
  const { compared, different } = measures.reruns;
  return {
    id: row.id,
    url: origin + row.href,
    api_url: origin + apiHref.instance(row.id),
    set: row.set,
    title: row.title,
    repository: row.repoName,
    repository_url: row.repoUrl,
    issue_url: row.issueHref,
    base_sha: row.baseSha,
    editor_version: row.bucket,
    platforms: row.platforms.map((one) => (one === "PlayMode" ? "PlayMode" : "EditMode")),
    target_files: row.targets,
    gate: gateWord(row),
    gated_at: gate.status === "gated" ? isoOf(gate.at) : null,
    systems: row.systems,
    systems_solved: row.systemsSolved,
    attempts_counted: attempts.counted,
    attempts_passed: attempts.passed,
    solve_rate: passedShare(row),
    discrimination: measures.discrimination,
    median_duration_ms: measures.medianMs,
    evaluations: measures.evaluations,
    reruns_compared: compared,
    reruns_different: different,
    flake_rate: flakeRate(measures.reruns),
  };
}

export function instanceJson(view: InstanceView, origin: string): InstanceJson {
  return {
    ...instanceLineJson(view, origin),
    attempts: view.grid.map(({ id, label, href, cells }) => ({
      experiment_id: id,
      system: label,
      url: origin + href,
      outcomes: cells.map(({ runId, outcome }) => ({ run_id: runId, outcome })),
    })),
  };
}

export function changeJson(entry: ChangeView, origin: string): ChangeJson {
  const { id, href, at, kind, actor, set, title, text, experimentHref: of } = entry;
  const experiment_url = of === null ? null : origin + of;
  return { id, url: origin + href, at: isoOf(at), kind, actor, set, title, text, experiment_url };
}
