import { refusal } from "@/lib/auth/answers";
import { parseBoardQuery } from "@/lib/domain/board";
import { CHART_IDS, chartCsv } from "@/lib/domain/charts";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { readCharts } from "@/lib/services/read/charts";
import { mustBeOneOf, shownFile } from "../shown-file";

/** The numbers of one chart, for the systems that the other parameters ask for. */
export async function GET(request: Request): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const set = BENCHMARK_SETS.find((one) => one === params.get("set"));
  const id = CHART_IDS.find((one) => one === params.get("chart"));
  if (!set) return mustBeOneOf("set", BENCHMARK_SETS);
  if (!id) return mustBeOneOf("chart", CHART_IDS);
  const chart = readCharts(set, parseBoardQuery(params)).charts.find((one) => one.id === id);
  if (!chart)
    return refusal(
      404,
      "No system is shown that a chart could draw.",
      "Widen the filters, or add unverified=1.",
    );
  return shownFile(request, `${set}-${id}`, { json: () => chart, csv: () => chartCsv(chart) });
}

export const dynamic = "force-dynamic";
