import { instancesCsv } from "@/lib/domain/api/csv";
import { instanceLineJson } from "@/lib/domain/api/json";
import { BENCHMARK_SETS } from "@/lib/domain/instance";
import { readInstances } from "@/lib/services/read/instances";
import { answerData } from "../data";

/** The instances of a set or of all, and how systems do at them. */
export function GET(request: Request): Promise<Response> {
  return answerData(request, "bySet", ({ query, origin }) => {
    const sets = query.set === undefined ? BENCHMARK_SETS : [query.set];
    const instances = sets
      .flatMap((set) => readInstances(set).rows)
      .map((row) => instanceLineJson(row, origin));
    const name = ["instances", query.set].filter(Boolean).join("-");
    return { name, json: { instances }, csv: () => instancesCsv(instances) };
  });
}

export const dynamic = "force-dynamic";
