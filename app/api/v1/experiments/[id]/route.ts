import { decoded } from "@/app/params";
import { experimentCsv } from "@/lib/domain/api/csv";
import { experimentJson } from "@/lib/domain/api/json";
import { readExperiment } from "@/lib/services/read/experiment";
import { answerReader } from "../../data";

type Context = { params: Promise<{ id: string }> };

/** One experiment with its metrics and where they come from. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const id = decoded((await params).id);
  return answerReader(request, "plain", ({ origin, reader }) => {
    const view = readExperiment(id, reader);
    const json = view && experimentJson(view, origin);
    return json && { name: `${json.set}-${id}`, json, csv: () => experimentCsv(json) };
  });
}

export const dynamic = "force-dynamic";
