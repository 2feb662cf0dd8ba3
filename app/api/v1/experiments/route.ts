import { experimentsCsv } from "@/lib/domain/api/csv";
import { experimentLineJson } from "@/lib/domain/api/json";
import { PAGE_SIZE } from "@/lib/domain/api/queries";
import { readExperiments } from "@/lib/services/read/experiments";
import { answerData } from "../data";

/** Every public submission, the newest first. */
export function GET(request: Request): Promise<Response> {
  return answerData(request, "experiments", ({ query, origin }) => {
    const { limit = PAGE_SIZE, offset = 0 } = query;
    const { total, rows } = readExperiments({ ...query, limit, offset });
    const experiments = rows.map((row) => experimentLineJson(row, origin));
    const next = rows.length > 0 && offset + limit < total ? nextUrl(request, origin, offset + limit) : null;
    return {
      name: "experiments",
      json: { total, next, experiments },
      csv: () => experimentsCsv(experiments),
    };
  });
}

export const dynamic = "force-dynamic";

function nextUrl(request: Request, origin: string, offset: number): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("offset", String(offset));
  return `${origin}${pathname}?${searchParams}`;
}
