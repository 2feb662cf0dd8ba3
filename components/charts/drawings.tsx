"use client";

import { useSyncExternalStore } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  LineChart,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import type { ChartData, ChartRow } from "@/lib/domain/charts";
import { dayTicks, repeats, shortName, valueText } from "./values";

const TICK = { fontSize: 12, fill: "var(--muted)" };
const AXIS = { stroke: "var(--edge)", tick: TICK, tickLine: false } as const;
const UNIT = { type: "number", domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1] } as const;
const MARGIN = { top: 8, right: 24, bottom: 8, left: 8 };
const NO_FUSS = { isAnimationActive: false } as const;
/** Lines are told apart by their dashes and a letter: colour means outcomes here. */
const DASHES = ["", "8 3", "2 3", "12 3 2 3", "5 5"];

/** The picture of a chart, as wide as its place. */
export function Drawing({ chart }: { chart: ChartData }) {
  const narrow = useSyncExternalStore(onWidthChange, isNarrow);
  return (
    <ResponsiveContainer width="100%" height="100%">
      {pictureOf(chart, narrow)}
    </ResponsiveContainer>
  );
}

/** A phone, also one that was turned since the chart was drawn. */
const NARROW = "(max-width: 639px)";
const isNarrow = () => window.matchMedia(NARROW).matches;

function onWidthChange(changed: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

function pictureOf(chart: ChartData, narrow: boolean) {
  switch (chart.id) {
    case "score":
      return <Bars chart={chart} name="system" value="score" narrow={narrow} />;
    case "repositories":
      return <Bars chart={chart} name="repository" value="rate" narrow={narrow} />;
    case "passes":
      return <Curves chart={chart} />;
    case "time":
      return <OverTime chart={chart} narrow={narrow} />;
    case "cost":
      return <AgainstCost chart={chart} />;
  }
}

function Bars({ chart, name, value, narrow }: BarsProps) {
  const rows = chart.rows.map((row, index) => ({
    ...row,
    // Two systems may bear one short name: the place keeps them apart.
    place: index,
    whisker: whiskerOf(row),
  }));
  const names = chart.rows.map((row) => shortName(String(row[name] ?? ""), narrow ? 16 : 44));
  const width = 12 + LETTER * Math.max(...names.map((one) => one.length));
  return (
    <BarChart data={rows} layout="vertical" margin={MARGIN} accessibilityLayer={false} barCategoryGap={4}>
      <CartesianGrid horizontal={false} stroke="var(--line)" />
      <XAxis {...AXIS} {...UNIT} tickFormatter={(tick: number) => tick.toFixed(2)} />
      <YAxis
        {...AXIS}
        type="category"
        dataKey="place"
        width={width}
        interval={0}
        tick={({ x, y, payload }: TickProps) => (
          <text x={Number(x) - 4} y={Number(y) + 4} textAnchor="end" fontSize={12} fill="var(--muted)">
            {names[Number(payload?.value)]}
          </text>
        )}
      />
      <Tooltip {...NO_FUSS} content={tip(chart)} cursor={{ fill: "var(--sunken)" }} />
      {/* Pale enough for the interval to be seen on it in either theme. */}
      <Bar {...NO_FUSS} dataKey={value} fill="var(--passed)" fillOpacity={0.55} maxBarSize={20}>
        {value === "score" && (
          <ErrorBar
            {...NO_FUSS}
            dataKey="whisker"
            direction="x"
            width={4}
            strokeWidth={1.5}
            stroke="var(--ink)"
          />
        )}
      </Bar>
    </BarChart>
  );
}

type BarsProps = { chart: ChartData; name: string; value: string; narrow: boolean };
type TickProps = { x?: number | string; y?: number | string; payload?: { value?: unknown } };

/** Points that a letter of a name takes at most, on average. */
const LETTER = 6.6;

function whiskerOf({ score, low, high }: ChartRow): [number, number] | undefined {
  if (typeof score !== "number" || typeof low !== "number" || typeof high !== "number") return undefined;
  return [score - low, high - score];
}

function Curves({ chart }: { chart: ChartData }) {
  const metrics = chart.columns.slice(1).map((column) => column.key);
  const points = metrics.map((metric, index) => ({
    run: index + 1,
    ...Object.fromEntries(chart.rows.map((row, line) => [`line${line}`, row[metric]])),
  }));
  const ends = chart.rows.map((row) => Number(row[metrics.at(-1) ?? ""] ?? 0));
  const shifts = repeats(ends, 0.04);
  return (
    <LineChart data={points} margin={{ ...MARGIN, right: 56 }} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis {...AXIS} dataKey="run" padding={{ left: 12, right: 12 }} />
      <YAxis {...AXIS} {...UNIT} width={40} tickFormatter={(tick: number) => tick.toFixed(2)} />
      <Tooltip
        {...NO_FUSS}
        content={({ label, payload }: TooltipContentProps) => (
          <Tip
            title={`pass@${label}`}
            lines={(payload ?? []).map((entry, line) => [
              shortName(String(chart.rows[line]?.system ?? ""), 40),
              valueText(entry.value as number, "number"),
            ])}
          />
        )}
      />
      {chart.rows.map((_, line) => (
        <Line
          {...NO_FUSS}
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two systems may bear one name
          key={line}
          dataKey={`line${line}`}
          stroke="var(--ink)"
          strokeWidth={1.75}
          strokeDasharray={DASHES[line]}
          dot={{ r: 2.5, fill: "var(--ink)", strokeDasharray: "" }}
          label={({ x, y, index }: { x?: number | string; y?: number | string; index?: number }) =>
            index === points.length - 1 ? (
              <text
                x={Number(x) + 10 + 12 * (shifts[line] ?? 0)}
                y={Number(y) + 4}
                fontSize={12}
                fill="var(--ink)"
              >
                {String.fromCharCode(65 + line)}
              </text>
            ) : (
              <g />
            )
          }
        />
      ))}
    </LineChart>
  );
}

function OverTime({ chart, narrow }: { chart: ChartData; narrow: boolean }) {
  const days = chart.rows.map((row) => Number(row.date));
  return (
    <ComposedChart data={chart.rows} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...AXIS}
        dataKey="date"
        type="number"
        scale="time"
        domain={["dataMin", "dataMax"]}
        padding={{ left: 16, right: 16 }}
        tickFormatter={(at: number) => valueText(at, "date")}
        ticks={dayTicks(Math.min(...days), Math.max(...days), narrow ? 3 : 6)}
      />
      <YAxis {...AXIS} {...UNIT} width={40} tickFormatter={(tick: number) => tick.toFixed(2)} />
      <Tooltip {...NO_FUSS} content={tip(chart)} cursor={false} />
      <Line
        {...NO_FUSS}
        dataKey="best"
        type="stepAfter"
        stroke="var(--muted)"
        dot={false}
        strokeWidth={1.5}
      />
      <Scatter {...NO_FUSS} dataKey="score" fill="var(--passed)" />
    </ComposedChart>
  );
}

function AgainstCost({ chart }: { chart: ChartData }) {
  return (
    <ComposedChart data={chart.rows} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--line)" />
      <XAxis
        {...AXIS}
        dataKey="cost"
        type="number"
        scale="log"
        domain={["auto", "auto"]}
        padding={{ left: 16, right: 16 }}
        tickFormatter={(usd: number) => valueText(usd, "dollars")}
        minTickGap={24}
      />
      <YAxis {...AXIS} {...UNIT} width={40} tickFormatter={(tick: number) => tick.toFixed(2)} />
      <Tooltip {...NO_FUSS} content={tip(chart)} cursor={false} />
      <Scatter {...NO_FUSS} dataKey="score" fill="var(--passed)" />
    </ComposedChart>
  );
}

/** The row behind a mark, in the words of the table. */
function tip({ columns }: ChartData) {
  const [first, ...others] = columns;
  return ({ payload }: TooltipContentProps) => {
    const row = payload?.[0]?.payload as ChartRow | undefined;
    if (!row || !first) return null;
    return (
      <Tip
        title={valueText(row[first.key], first.kind)}
        lines={others.map(({ key, label, kind }) => [label, valueText(row[key], kind)])}
      />
    );
  };
}

function Tip({ title, lines }: { title: string; lines: readonly (readonly [string, string])[] }) {
  return (
    <div className="chart-tip">
      <strong className="wrap-anywhere">{title}</strong>
      {lines.map(([label, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may bear one label
        <div key={index} className="flex justify-between gap-4">
          <span className="text-muted">{label}</span>
          <span>{value}</span>
        </div>
      ))}
    </div>
  );
}
