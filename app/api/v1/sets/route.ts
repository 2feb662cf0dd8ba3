import { setsCsv } from "@/lib/domain/api/csv";
import { setJson } from "@/lib/domain/api/json";
import { readSets } from "@/lib/services/read/sets";
import { answerData } from "../data";

/** The sets, and what stands behind each. */
export function GET(request: Request): Promise<Response> {
  return answerData(request, "plain", ({ origin }) => {
    const sets = readSets().map(({ tab, datasetHash }) => setJson(tab, datasetHash, origin));
    return { name: "sets", json: { sets }, csv: () => setsCsv(sets) };
  });
}

export const dynamic = "force-dynamic";
