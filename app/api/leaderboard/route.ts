import { setImmediate } from "node:timers/promises";
import { originOf } from "@/lib/auth/cookies";
import { readConfig } from "@/lib/config";
import { parseBoardQuery } from "@/lib/domain/board";
import { boardCsv, boardJson } from "@/lib/domain/board-file";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import type { LeaderboardRow } from "@/lib/domain/views";
import { type FoundBoard, findOnBoard } from "@/lib/services/read/board";
import { mustBeOneOf, shownFile } from "../shown-file";

/** What the leaderboard shows at the same parameters, all pages of it. */
export async function GET(request: Request): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const set = BENCHMARK_SETS.find((one) => one === params.get("set"));
  if (params.has("set") && !set) {
    return mustBeOneOf("set", BENCHMARK_SETS);
  }
  const board = findOnBoard(set, parseBoardQuery(params));
  const origin = originOf(readConfig());
  return shownFile(request, `leaderboard-${board.set}`, {
    json: async () => ({ set: board.set, entries: boardJson(await rowsOf(board), origin) }),
    csv: async () => boardCsv(await rowsOf(board), origin),
  });
}

/** Systems between two pauses: their intervals may take some milliseconds each the first time. */
const AT_ONCE = 10;

/** All rows that were found, with pauses in which pages are served. */
async function rowsOf({ found, rowOf }: FoundBoard): Promise<LeaderboardRow[]> {
  const rows: LeaderboardRow[] = [];
  for (const entry of found) {
    rows.push(rowOf(entry));
    if (rows.length % AT_ONCE === 0) await setImmediate();
  }
  return rows;
}

export const dynamic = "force-dynamic";
