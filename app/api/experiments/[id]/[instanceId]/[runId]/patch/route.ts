import { attemptId, textFile, textMissing } from "@/app/api/text-file";
import { refusal } from "@/lib/auth/answers";
import { readerOf } from "@/lib/auth/viewer";
import { readPatchBytes } from "@/lib/services/read/attempt";

type Context = { params: Promise<{ id: string; instanceId: string; runId: string }> };

/** The bytes of an attempt's patch as they were handed in. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = await readerOf(request);
  if (asked.status === "refused") return refusal(401, asked.message);
  const id = await attemptId(params);
  const bytes = id && readPatchBytes(id, asked.reader);
  if (!id || !bytes) return textMissing("There is no such attempt, or it has no patch.");
  return textFile(new Uint8Array(bytes), `${id.instanceId}-run${id.runId}.patch`);
}

export const dynamic = "force-dynamic";
