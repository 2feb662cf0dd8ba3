import { decoded } from "@/app/params";
import { instanceCsv } from "@/lib/domain/api/csv";
import { instanceJson } from "@/lib/domain/api/json";
import { readInstance } from "@/lib/services/read/instances";
import { answerData } from "../../data";

type Context = { params: Promise<{ id: string }> };

/** One instance with every attempt at it; never its hidden tests, its fix or its target files. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const id = decoded((await params).id);
  return answerData(request, "plain", ({ origin }) => {
    const view = readInstance(id);
    const json = view && instanceJson(view, origin);
    return json && { name: id, json, csv: () => instanceCsv(json) };
  });
}

export const dynamic = "force-dynamic";
