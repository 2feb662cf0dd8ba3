import { leaderboardApiCsv } from "@/lib/domain/api/csv";
import { leaderboardEntryJson } from "@/lib/domain/api/json";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { DEFAULT_SORT, sortRows } from "@/lib/domain/leaderboard-order";
import { readContext } from "@/lib/services/read/context";
import { leaderboardRows } from "@/lib/services/read/leaderboard";
import { answerData } from "../data";

/** Ranked systems of a set, or of all. */
export function GET(request: Request): Response {
  return answerData(request, "leaderboard", ({ query, origin }) => {
    const context = readContext();
    const sets = query.set === undefined ? BENCHMARK_SETS : [query.set];
    const entries = sets
      .flatMap((set) =>
        sortRows(leaderboardRows(set, context, query.verified === true ? "verified" : "all"), DEFAULT_SORT),
      )
      .filter((row) => row.complete || query.incomplete === true)
      .filter((row) => query.verified === undefined || row.verified === query.verified)
      .map((row) => leaderboardEntryJson(row, origin));
    const name = ["leaderboard", query.set].filter(Boolean).join("-");
    return { name, json: { entries }, csv: () => leaderboardApiCsv(entries) };
  });
}

export const dynamic = "force-dynamic";
