import { decoded } from "@/app/params";
import { attemptsCsv } from "@/lib/domain/api/csv";
import { type AttemptsDownload, readDownload } from "@/lib/services/read/downloads";
import { answerReader } from "../../../data";

type Context = { params: Promise<{ id: string }> };

/** Every attempt of an experiment, in dataset order. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const id = decoded((await params).id);
  return answerReader(request, "plain", ({ reader }) => {
    const download = readDownload(id, reader);
    if (!download) return null;
    const name = `${download.experiment.set}-${id}-attempts`;
    return { name, json: attemptsJson(download), csv: () => attemptsCsv(download.records) };
  });
}

export const dynamic = "force-dynamic";

function attemptsJson({ experiment, records }: AttemptsDownload) {
  const { id, set, agent, model, temperature, k, datasetHash, harnessVersion, verified } = experiment;
  const head = { id, set, agent, model, temperature, k, dataset_hash: datasetHash };
  return { ...head, harness_version: harnessVersion, verified, attempts: records };
}
