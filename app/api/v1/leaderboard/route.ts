import { setImmediate } from "node:timers/promises";
import { boardQueryOf } from "@/lib/domain/api/board-query";
import { leaderboardApiCsv } from "@/lib/domain/api/csv";
import { type LeaderboardEntryJson, leaderboardEntryJson } from "@/lib/domain/api/json";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { findOnBoard } from "@/lib/services/read/board";
import { readContext } from "@/lib/services/read/context";
import { answerData } from "../data";

/** Systems between two pauses: their intervals may take some milliseconds each the first time. */
const AT_ONCE = 10;

/** Ranked systems of a set, or of all, with pauses in which pages are served. */
export function GET(request: Request): Promise<Response> {
  return answerData(request, "leaderboard", async ({ query, origin }) => {
    const context = readContext();
    const sets = query.set === undefined ? BENCHMARK_SETS : [query.set];
    const entries: LeaderboardEntryJson[] = [];
    for (const set of sets) {
      const { found, rowOf } = findOnBoard(set, boardQueryOf(query), context);
      for (const entry of found) {
        if (query.verified === false && entry.verified) continue;
        entries.push(leaderboardEntryJson(rowOf(entry), origin));
        if (entries.length % AT_ONCE === 0) await setImmediate();
      }
    }
    const name = ["leaderboard", query.set].filter(Boolean).join("-");
    return { name, json: { entries }, csv: () => leaderboardApiCsv(entries) };
  });
}

export const dynamic = "force-dynamic";
