import { refusal } from "@/lib/auth/answers";
import { originOf } from "@/lib/auth/cookies";
import { readConfig } from "@/lib/config";
import {
  comparedInstancesCsv,
  comparisonJson,
  isComparison,
  pairsCsv,
  parseSystems,
} from "@/lib/domain/comparison-view";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { readComparison } from "@/lib/services/read/comparison";
import { mustBeOneOf, shownFile } from "../shown-file";

/** What the page of a comparison shows; `table=pairs` gives the pairs as CSV, otherwise the instances. */
export async function GET(request: Request): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const set = BENCHMARK_SETS.find((one) => one === params.get("set"));
  if (!set) {
    return mustBeOneOf("set", BENCHMARK_SETS);
  }
  const view = readComparison(set, parseSystems(params.getAll("systems")).ids);
  if (!isComparison(view)) {
    return refusal(
      400,
      "systems must name two to six experiments of this set's leaderboard, joined by commas.",
      "Take the ids from the addresses of their pages.",
    );
  }
  const pairs = params.get("table") === "pairs";
  return shownFile(request, `comparison-${set}${pairs ? "-pairs" : ""}`, {
    json: () => comparisonJson(view, originOf(readConfig())),
    csv: () => (pairs ? pairsCsv(view) : comparedInstancesCsv(view)),
  });
}

export const dynamic = "force-dynamic";
