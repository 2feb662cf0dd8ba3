import type * as z from "zod";
import type { ExperimentResult, Provenance } from "@/lib/domain/experiment";
import { experimentSlug } from "@/lib/domain/experiment-slug";
import type { InstanceMetrics } from "@/lib/domain/metrics";
import type { Coverage, MetricMeans, SetMetrics } from "@/lib/domain/set-metrics";
import { bootstrapIntervals, type Interval } from "@/lib/domain/statistics/bootstrap";
import {
  type coverageSchema,
  type headSchema,
  type intervalsSchema,
  logsUrlSchema,
  type metricsSchema,
  type provenanceSchema,
  REPORT_VERSION,
  UNAVAILABLE,
} from "./schemas";

type Metrics = z.infer<typeof metricsSchema>;

/** Metrics under their published names, in one fixed order. */
export function namedMetrics(values: MetricMeans | InstanceMetrics, k: number): Metrics {
  return {
    [`parseable@${k}`]: values.parseable,
    [`filehit@${k}`]: values.fileHit,
    [`filehit_any@${k}`]: values.fileHitAny,
    ...Object.fromEntries(values.passAt.map((value, index) => [`pass@${index + 1}`, value])),
    [`pass^${k}`]: values.passAll,
  };
}

/** 95 % bootstrap intervals under the same names; null while the experiment is incomplete. */
export function namedIntervals(metrics: SetMetrics): z.infer<typeof intervalsSchema> | null {
  const intervals = metrics.complete ? bootstrapIntervals(metrics.instances) : null;
  if (!intervals) return null;
  const { k } = metrics;
  const pass = intervals.passAt.map((one, index): [string, Interval] => [`pass@${index + 1}`, one]);
  return {
    score: intervals.score,
    [`parseable@${k}`]: intervals.parseable,
    [`filehit@${k}`]: intervals.fileHit,
    [`filehit_any@${k}`]: intervals.fileHitAny,
    ...Object.fromEntries(pass),
    [`pass^${k}`]: intervals.passAll,
  };
}

export function head(
  format: string,
  result: ExperimentResult,
  metrics: SetMetrics,
): z.infer<typeof headSchema> {
  const { agent, model, temperature } = result.identity;
  return {
    format: `swe-game-bench ${format}`,
    version: REPORT_VERSION,
    benchmark_set: result.set,
    // Every sample instance runs in the stand-in: no number of it is ever one of Unity's.
    editor: result.set === "sample" ? "stand-in" : "unity",
    experiment: experimentSlug(result.identity),
    agent,
    model,
    temperature,
    k: result.k,
    official: result.official,
    complete: metrics.complete,
    verified: result.verified,
    coverage: namedCoverage(metrics.coverage),
  };
}

/** Score, metrics, intervals and the two labelled aggregates of an experiment. */
export function summary(metrics: SetMetrics) {
  const { k, means, overEvaluated, missingAsZero } = metrics;
  return {
    score: metrics.score,
    metrics: means ? namedMetrics(means, k) : null,
    intervals_95: namedIntervals(metrics),
    aggregates: {
      over_evaluated: namedMetrics(overEvaluated, k),
      missing_as_zero: namedMetrics(missingAsZero, k),
    },
  };
}

export function closing(result: ExperimentResult) {
  return { provenance: namedProvenance(result.provenance), ...publishedLogs(result) };
}

/** The publication placeholders; a link that must not be published counts as unavailable. */
export function publishedLogs(result: Pick<ExperimentResult, "logs" | "logsUrl">) {
  const url = logsUrlSchema.safeParse(result.logsUrl ?? UNAVAILABLE);
  return { logs: result.logs ?? UNAVAILABLE, logs_url: url.success ? url.data : UNAVAILABLE };
}

export function instanceSummary(one: InstanceMetrics) {
  return { instance_id: one.instanceId, status: one.status, attempts: one.n, passed: one.passedCount };
}

export function namedCoverage(coverage: Coverage): z.infer<typeof coverageSchema> {
  return {
    instances_expected: coverage.expected,
    instances_complete: coverage.complete,
    instances_partial: coverage.partial,
    instances_missing: coverage.missing,
    attempts_expected: coverage.expectedAttempts,
    attempts_counted: coverage.countedAttempts,
  };
}

function namedProvenance(provenance: Provenance): z.infer<typeof provenanceSchema> {
  const images = Object.entries(provenance.images).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    harness_version: provenance.harnessVersion,
    dataset_digest: provenance.datasetDigest,
    predictions_digest: provenance.predictionsDigest,
    images: Object.fromEntries(images),
    submitted_at: provenance.submittedAt,
    completed_at: provenance.completedAt,
  };
}
