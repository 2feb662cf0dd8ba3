import { dollars } from "@/components/leaderboard/told-cells";
import { day, fixed3 } from "@/components/ui/format";
import type { ChartKind, ChartRow } from "@/lib/domain/charts";

/** A value of a chart as its table and its tooltips write it. */
export function valueText(value: ChartRow[string] | undefined, kind: ChartKind): string {
  if (value === null || value === undefined) return "—";
  if (typeof value === "string") return value;
  if (kind === "date") return day(value);
  if (kind === "dollars") return dollars(value);
  return kind === "count" ? String(value) : fixed3(value);
}

const DAY_MS = 86_400_000;

/** Midnights, UTC, to mark between two moments: no day twice, and no more than `most`. */
export function dayTicks(from: number, to: number, most: number): number[] {
  const [first, last] = [Math.ceil(from / DAY_MS), Math.floor(to / DAY_MS)];
  // Within one day there is no midnight to mark: its beginning is marked where the picture begins.
  if (last < first) return [from];
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  const ticks: number[] = [];
  for (let at = first; at <= last; at += step) ticks.push(at * DAY_MS);
  return ticks;
}

/** How many of the values before it each value nearly equals: labels of equal ends stand side by side. */
export function repeats(values: readonly number[], within: number): number[] {
  return values.map(
    (value, index) => values.slice(0, index).filter((other) => Math.abs(other - value) < within).length,
  );
}

/** A name that fits beside a bar. */
export function shortName(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
