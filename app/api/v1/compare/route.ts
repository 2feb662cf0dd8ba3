import { comparedInstancesCsv, comparisonJson, pairsCsv } from "@/lib/domain/api/comparison";
import { isComparison, parseSystems } from "@/lib/domain/comparison-view";
import { readComparison } from "@/lib/services/read/comparison";
import { answerData } from "../data";

const NO_COMPARISON = {
  status: 400,
  message: "systems must name two to six experiments of this set's leaderboard, joined by commas.",
  mend: "Take the ids from /api/v1/leaderboard, or from the addresses of their pages.",
};

/** What the page of a comparison shows. */
export function GET(request: Request): Promise<Response> {
  return answerData(request, "compare", ({ query, origin }) => {
    const { ids, tooMany } = parseSystems([query.systems]);
    const view = readComparison(query.set, ids);
    if (tooMany || !isComparison(view)) return { refused: NO_COMPARISON };
    const pairs = query.table === "pairs";
    return {
      name: `comparison-${query.set}${pairs ? "-pairs" : ""}`,
      json: comparisonJson(view, origin),
      csv: () => (pairs ? pairsCsv(view) : comparedInstancesCsv(view)),
    };
  });
}

export const dynamic = "force-dynamic";
