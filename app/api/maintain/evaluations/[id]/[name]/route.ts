import { textFile, textMissing } from "@/app/api/text-file";
import { decoded } from "@/app/params";
import { refusal } from "@/lib/auth/answers";
import { readerOf } from "@/lib/auth/viewer";
import { isMaintainer } from "@/lib/domain/access";
import { readArtifact } from "@/lib/services/maintain/artifacts";
import { readContext } from "@/lib/services/read/context";

type Context = { params: Promise<{ id: string; name: string }> };

/** A file that a run left: log, results, summary, patch. For everybody else there is none. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = await readerOf(request);
  if (asked.status === "refused") return refusal(401, asked.message);
  const { id, name } = await params;
  const missing = "There is no such file.";
  if (!isMaintainer(asked.reader)) return textMissing(missing);
  const bytes = readArtifact(readContext(), decoded(id), decoded(name));
  return bytes ? textFile(bytes, `${id}-${name}`) : textMissing(missing);
}

export const dynamic = "force-dynamic";
