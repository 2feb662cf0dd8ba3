import { submissionJson } from "@/lib/domain/submission-api";
import { discardUpload } from "@/lib/services/portal/discard";
import { readSubmission, readSubmissionDetail } from "@/lib/services/portal/read";
import { NOT_FOUND } from "@/lib/services/portal/refusal";
import { answer, askedBy, refusalResponse } from "../../answers";

type Context = { params: Promise<{ id: string }> };

/** A submission with its problems, or its preview, or how far it is. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = await askedBy(request);
  if (asked instanceof Response) return asked;
  const { id } = await params;
  const view = readSubmission(id, asked.viewer);
  if (view === null) return refusalResponse(NOT_FOUND);
  return answer({ submission: submissionJson(view, readSubmissionDetail(id, asked.viewer)) });
}

/** Takes a dry run back. */
export async function DELETE(request: Request, { params }: Context): Promise<Response> {
  const asked = await askedBy(request);
  if (asked instanceof Response) return asked;
  const { id } = await params;
  const result = discardUpload(asked.portal.database, id, { reader: asked.viewer });
  return result.status === "refused" ? refusalResponse(result) : answer({ discarded: true });
}

export const dynamic = "force-dynamic";
