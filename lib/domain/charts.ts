import type { BoardEntry, BoardQuery } from "./board";
import { type CsvColumn, toCsv } from "./csv";
import type { InstanceMetrics } from "./metrics";
import { systemText } from "./system-text";
import type { Estimate, LeaderboardRow } from "./views";

export const CHART_IDS = ["score", "passes", "time", "cost", "repositories"] as const;
export type ChartId = (typeof CHART_IDS)[number];

/** How a column's values are written. */
export const CHART_KINDS = ["text", "number", "date", "dollars", "count"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];
export type ChartColumn = { key: string; label: string; kind: ChartKind };
export type ChartRow = Record<string, string | number | null>;

/** A chart and its numbers: what is drawn, what the table below says and what the files hold are one thing. */
export type ChartData = {
  id: ChartId;
  /** The question that it answers. */
  title: string;
  note: string;
  columns: ChartColumn[];
  rows: ChartRow[];
  /** Systems that it leaves out, for want of room. */
  omitted: number;
};

/** Bars that can be told apart by eye, lines that can be followed, dots that a table can list. */
export const MOST_BARS = 20;
export const MOST_LINES = 5;
export const MOST_DOTS = 500;

const text = (key: string, label: string): ChartColumn => ({ key, label, kind: "text" });
const number = (key: string, label: string): ChartColumn => ({ key, label, kind: "number" });
const whole = (key: string, label: string): ChartColumn => ({ key, label, kind: "count" });

/** The rows must be complete and in the order that the reader asked for. */
export function scoreChart(rows: readonly LeaderboardRow[], total: number): ChartData {
  return {
    id: "score",
    title: "Which systems have the highest Score, and how sure is it?",
    note: "The line on a bar is the 95 % bootstrap interval over instances: where two overlap widely, which of the systems is better may be chance.",
    columns: [
      text("system", "System"),
      number("score", "Score"),
      number("low", "from"),
      number("high", "to"),
    ],
    rows: rows.slice(0, MOST_BARS).map((row) => ({
      system: systemText(row),
      score: row.score?.value ?? null,
      low: row.score?.low ?? null,
      high: row.score?.high ?? null,
    })),
    omitted: Math.max(0, total - MOST_BARS),
  };
}

export type PassCurves = { system: BoardEntry; passAt: readonly (Estimate | null)[] };

export function passesChart(curves: readonly PassCurves[], total: number): ChartData {
  const k = Math.max(1, ...curves.map((one) => one.passAt.length));
  const runs = Array.from({ length: k }, (_, index) => index + 1);
  return {
    id: "passes",
    title: `How much do more attempts help? pass@1 to pass@${k}`,
    note: "pass@j is the chance that at least one of j attempts at an instance passes, as a mean over instances. A steep line is a system that hits and misses.",
    columns: [text("system", "System"), ...runs.map((run) => number(`pass@${run}`, `pass@${run}`))],
    rows: curves.slice(0, MOST_LINES).map(({ system, passAt }) => ({
      system: systemText(system),
      ...Object.fromEntries(runs.map((run) => [`pass@${run}`, passAt[run - 1]?.value ?? null])),
    })),
    omitted: Math.max(0, total - MOST_LINES),
  };
}

/** Newest last; `best` is the highest Score up to then. */
export function timeChart(entries: readonly BoardEntry[]): ChartData {
  const scored = entries.filter((one) => one.score !== null).sort((a, b) => a.createdAt - b.createdAt);
  let best = 0;
  const rows = scored.map((one) => {
    best = Math.max(best, one.score ?? 0);
    return { system: systemText(one), date: one.createdAt, score: one.score, best };
  });
  return {
    id: "time",
    title: "Do systems get better over time?",
    note: "Each dot is a system on the day its predictions were submitted; the line is the highest Score so far.",
    columns: [
      text("system", "System"),
      { key: "date", label: "Submitted", kind: "date" },
      number("score", "Score"),
      number("best", "Highest so far"),
    ],
    rows: rows.slice(-MOST_DOTS),
    omitted: Math.max(0, rows.length - MOST_DOTS),
  };
}

export function costChart(entries: readonly BoardEntry[]): ChartData {
  const told = entries.filter((one) => one.score !== null && one.cost !== null && one.cost.usd > 0);
  const rows = told.map((one) => ({
    system: systemText(one),
    cost: one.cost?.usd ?? null,
    given: one.cost?.given ?? null,
    score: one.score,
  }));
  return {
    id: "cost",
    title: "Does a higher Score cost more?",
    note: "US dollars an attempt as submitters tell them, on a logarithmic scale. Nobody here has measured them.",
    columns: [
      text("system", "System"),
      { key: "cost", label: "Cost an attempt", kind: "dollars" },
      whole("given", "Told for attempts"),
      number("score", "Score"),
    ],
    rows: rows.slice(0, MOST_DOTS),
    omitted: Math.max(0, rows.length - MOST_DOTS),
  };
}

/** The repositories of a set over all given systems; the one whose attempts pass most often first. */
export function repositoriesChart(
  systems: readonly (readonly InstanceMetrics[])[],
  repositoryOf: (instanceId: string) => string,
): ChartData {
  const groups = new Map<
    string,
    { instances: Set<string>; solved: Set<string>; passed: number; of: number }
  >();
  for (const one of systems.flat()) {
    const name = repositoryOf(one.instanceId);
    const group = groups.get(name) ?? { instances: new Set(), solved: new Set(), passed: 0, of: 0 };
    group.instances.add(one.instanceId);
    if (one.passedCount > 0) group.solved.add(one.instanceId);
    group.passed += one.passedCount;
    group.of += one.n;
    groups.set(name, group);
  }
  const rows = [...groups].map(([repository, { instances, solved, passed, of }]) => ({
    repository,
    rate: of === 0 ? null : passed / of,
    passed,
    attempts: of,
    solved: solved.size,
    instances: instances.size,
  }));
  return {
    id: "repositories",
    title: "Which repositories are hard?",
    note: "The share of attempts that pass, over all systems shown. Few instances stand behind each bar: the table tells how many.",
    columns: [
      text("repository", "Repository"),
      number("rate", "Attempts passed"),
      whole("passed", "passed"),
      whole("attempts", "of"),
      whole("solved", "Instances solved by any"),
      whole("instances", "of"),
    ],
    rows: rows.sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1) || (a.repository < b.repository ? -1 : 1)),
    omitted: 0,
  };
}

/** The numbers of a chart as files have them: days as dates. */
export function chartRows({ columns, rows }: Pick<ChartData, "columns" | "rows">): ChartRow[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ key, kind }) => {
        const value = row[key] ?? null;
        return [key, kind === "date" && typeof value === "number" ? new Date(value).toISOString() : value];
      }),
    ),
  );
}

export function chartCsv(chart: ChartData): string {
  const columns = chart.columns.map(
    ({ key }): CsvColumn<ChartRow> => ({ header: key, value: (row) => row[key] ?? null }),
  );
  return toCsv(columns, chartRows(chart));
}

/** Charts draw Scores: what is incomplete has none, whatever the address says. */
export const chartQuery = (query: BoardQuery): BoardQuery => ({ ...query, incomplete: false, page: 1 });
