import type { ChartData } from "@/lib/domain/charts";

/** Classes rather than a style, which the content security policy would refuse in the server's markup. */
const BAR_HEIGHTS = ["chart-h-4", "chart-h-8", "chart-h-12", "chart-h-16", "chart-h-20"] as const;

/** Room for a bar a row, in steps; other charts have one height. */
export function heightOf({ id, rows }: Pick<ChartData, "id" | "rows">): string {
  if (id !== "score" && id !== "repositories") return "chart-h-plain";
  return BAR_HEIGHTS[Math.min(BAR_HEIGHTS.length, Math.ceil(rows.length / 4)) - 1] ?? "chart-h-20";
}
