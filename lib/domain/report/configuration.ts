import { type CsvColumn, type CsvValue, toCsv } from "@/lib/domain/csv";
import type { ExperimentResult } from "@/lib/domain/experiment";
import { setMetrics } from "@/lib/domain/set-metrics";
import { closing, head, instanceSummary, namedMetrics, summary } from "./parts";
import type { ConfigurationReport } from "./schemas";

/** `leaderboard.json` of one configuration: every expected instance, the recomputed aggregate, coverage. */
export function buildConfigurationReport(result: ExperimentResult): ConfigurationReport {
  const metrics = setMetrics(result);
  return {
    ...head("configuration report", result, metrics),
    ...summary(metrics),
    instances: metrics.instances.map((one) => ({
      ...instanceSummary(one),
      metrics: namedMetrics(one, result.k),
    })),
    ...closing(result),
  };
}

type Values = Readonly<Record<string, number | null>>;
type Row = {
  row: "instance" | "official" | "over_evaluated" | "missing_as_zero";
  instance: ConfigurationReport["instances"][number] | null;
  metrics: Values | null;
  score: number | null;
};

/**
 * The same as CSV: one row an instance, missing ones marked, then three aggregate rows with the coverage.
 * `official` is empty while the experiment is incomplete.
 */
export function configurationCsv(report: ConfigurationReport): string {
  const aggregate = (row: Row["row"], metrics: Values | null, score: number | null = null): Row => ({
    row,
    instance: null,
    metrics,
    score,
  });
  const rows: Row[] = [
    ...report.instances.map(
      (one): Row => ({ row: "instance", instance: one, metrics: one.metrics, score: null }),
    ),
    aggregate("official", report.metrics, report.score),
    aggregate("over_evaluated", report.aggregates.over_evaluated),
    aggregate("missing_as_zero", report.aggregates.missing_as_zero),
  ];
  return toCsv(columnsOf(report), rows);
}

function columnsOf(report: ConfigurationReport): CsvColumn<Row>[] {
  const column = (header: string, value: (row: Row) => CsvValue): CsvColumn<Row> => ({ header, value });
  const coverage = Object.entries(report.coverage);
  return [
    column("benchmark_set", () => report.benchmark_set),
    column("agent", () => report.agent),
    column("model", () => report.model),
    column("temperature", () => report.temperature),
    column("row", ({ row }) => row),
    column("instance_id", ({ instance }) => instance?.instance_id ?? null),
    column("status", ({ instance }) => instance?.status ?? (report.complete ? "complete" : "incomplete")),
    column("attempts", ({ instance }) => instance?.attempts ?? report.coverage.attempts_counted),
    column("passed", ({ instance }) => instance?.passed ?? passedOf(report)),
    column("score", ({ score }) => score),
    ...Object.keys(report.aggregates.missing_as_zero).map((name) =>
      column(name, ({ metrics }) => metrics?.[name] ?? null),
    ),
    ...coverage.map(([name, value]) => column(name, ({ instance }) => (instance ? null : value))),
  ];
}

function passedOf(report: ConfigurationReport): number {
  return report.instances.reduce((sum, one) => sum + one.passed, 0);
}
