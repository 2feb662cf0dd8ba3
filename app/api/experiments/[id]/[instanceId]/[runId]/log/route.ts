import { attemptId, textFile, textMissing } from "@/app/api/text-file";
import { refusal } from "@/lib/auth/answers";
import { readerOf } from "@/lib/auth/viewer";
import { readAttemptLog } from "@/lib/services/read/attempt";

type Context = { params: Promise<{ id: string; instanceId: string; runId: string }> };

/** The editor log of an attempt's evaluation, for sets whose logs are public. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = await readerOf(request);
  if (asked.status === "refused") return refusal(401, asked.message);
  const id = await attemptId(params);
  const text = id && readAttemptLog(id, asked.reader);
  if (!id || text === null) return textMissing("There is no public log for such an attempt.");
  return textFile(text, `${id.instanceId}-run${id.runId}.log`);
}

export const dynamic = "force-dynamic";
