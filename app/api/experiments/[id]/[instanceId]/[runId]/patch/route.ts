import { attemptId, textFile, textMissing } from "@/app/api/text-file";
import { readPatchBytes } from "@/lib/services/read/attempt";

type Context = { params: Promise<{ id: string; instanceId: string; runId: string }> };

/** The bytes of an attempt's patch as they were handed in. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const id = await attemptId(params);
  const bytes = id && readPatchBytes(id);
  if (!id || !bytes) return textMissing("There is no such attempt, or it has no patch.");
  return textFile(new Uint8Array(bytes), `${id.instanceId}-run${id.runId}.patch`);
}

export const dynamic = "force-dynamic";
