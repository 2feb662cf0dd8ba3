import { refusal } from "@/lib/auth/answers";
import { readerOf } from "@/lib/auth/viewer";
import { type AttemptsDownload, attemptsCsv, readDownload } from "@/lib/services/read/downloads";

type Context = { params: Promise<{ id: string }> };

/** All attempts of an experiment as CSV or JSON. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = await readerOf(request);
  if (asked.status === "refused") return refusal(401, asked.message);
  const download = readDownload(decodeURIComponent((await params).id), asked.reader);
  if (!download) return Response.json({ error: "There is no such experiment." }, { status: 404 });
  const format = new URL(request.url).searchParams.get("format") ?? "json";
  if (format === "csv") return file(download, "csv", "text/csv; charset=utf-8", attemptsCsv(download));
  if (format === "json") return file(download, "json", "application/json; charset=utf-8", toJson(download));
  return Response.json({ error: "format must be csv or json." }, { status: 400 });
}

export const dynamic = "force-dynamic";

function file({ experiment }: AttemptsDownload, extension: string, type: string, body: string): Response {
  const name = `${experiment.set}-${experiment.id}-attempts.${extension}`;
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]/g, "_")}"`,
      "Cache-Control": "no-store",
    },
  });
}

function toJson({ experiment, records }: AttemptsDownload): string {
  const { id, set, agent, model, temperature, k, datasetHash, harnessVersion, verified } = experiment;
  const head = { id, set, agent, model, temperature, k, dataset_hash: datasetHash };
  return JSON.stringify({ ...head, harness_version: harnessVersion, verified, attempts: records }, null, 1);
}
