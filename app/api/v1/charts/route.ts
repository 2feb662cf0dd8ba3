import { boardQueryOf } from "@/lib/domain/api/board-query";
import { chartJson } from "@/lib/domain/api/json";
import { chartCsv } from "@/lib/domain/charts";
import { readCharts } from "@/lib/services/read/charts";
import { answerData } from "../data";

const NOTHING_DRAWN = {
  status: 404,
  message: "No system is shown that a chart could draw.",
  mend: "Leave out verified, or other parameters that leave systems out.",
};

/** The numbers of one chart, for the systems that the other parameters ask for. */
export function GET(request: Request): Promise<Response> {
  return answerData(request, "charts", ({ query }) => {
    const { charts } = readCharts(query.set, boardQueryOf(query));
    const chart = charts.find((one) => one.id === query.chart);
    if (!chart) return { refused: NOTHING_DRAWN };
    return {
      name: `${query.set}-${query.chart}`,
      json: chartJson(query.set, chart),
      csv: () => chartCsv(chart),
    };
  });
}

export const dynamic = "force-dynamic";
