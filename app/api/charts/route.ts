import { parseBoardQuery } from "@/lib/domain/board";
import { CHART_IDS, chartCsv } from "@/lib/domain/charts";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { readCharts } from "@/lib/services/read/charts";
import { shownFile } from "../shown-file";

/** The numbers of one chart, for the systems that the other parameters ask for. */
export async function GET(request: Request): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const set = BENCHMARK_SETS.find((one) => one === params.get("set"));
  const id = CHART_IDS.find((one) => one === params.get("chart"));
  if (!set || !id) {
    const error = `set must be one of ${BENCHMARK_SETS.join(", ")}, and chart one of ${CHART_IDS.join(", ")}.`;
    return Response.json({ error }, { status: 400 });
  }
  const chart = readCharts(set, parseBoardQuery(params)).charts.find((one) => one.id === id);
  if (!chart) return Response.json({ error: "No system is shown that a chart could draw." }, { status: 404 });
  return shownFile(request, `${set}-${id}`, { json: () => chart, csv: () => chartCsv(chart) });
}

export const dynamic = "force-dynamic";
