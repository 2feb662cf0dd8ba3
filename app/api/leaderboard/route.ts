import { originOf } from "@/lib/auth/cookies";
import { readConfig } from "@/lib/config";
import { parseBoardQuery } from "@/lib/domain/board";
import { boardCsv, boardJson } from "@/lib/domain/board-file";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { findOnBoard } from "@/lib/services/read/board";
import { shownFile } from "../shown-file";

/** What the leaderboard shows at the same parameters, all pages of it. */
export function GET(request: Request): Response {
  const params = new URL(request.url).searchParams;
  const set = BENCHMARK_SETS.find((one) => one === params.get("set"));
  if (params.has("set") && !set) {
    return Response.json({ error: `set must be one of ${BENCHMARK_SETS.join(", ")}.` }, { status: 400 });
  }
  const board = findOnBoard(set, parseBoardQuery(params));
  const rows = () => board.found.map(board.rowOf);
  const origin = originOf(readConfig());
  return shownFile(request, `leaderboard-${board.set}`, {
    json: () => ({ set: board.set, entries: boardJson(rows(), origin) }),
    csv: () => boardCsv(rows(), origin),
  });
}

export const dynamic = "force-dynamic";
