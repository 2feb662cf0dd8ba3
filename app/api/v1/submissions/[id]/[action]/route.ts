import * as z from "zod";
import { confirmJsonSchema, submissionJson, withdrawJsonSchema } from "@/lib/domain/submission-api";
import { confirmUpload } from "@/lib/services/portal/confirm";
import {
  cancelSubmission,
  rerunSubmission,
  setVisibility,
  withdrawSubmission,
} from "@/lib/services/portal/manage";
import { readSubmission } from "@/lib/services/portal/read";
import { NOT_FOUND } from "@/lib/services/portal/refusal";
import { type Asked, answer, askedBy, jsonOf, refusalResponse, refuse } from "../../../answers";

type Context = { params: Promise<{ id: string; action: string }> };

/** confirm, cancel, withdraw, hide, show, rerun. Doing it again changes nothing. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const asked = await askedBy(request);
  if (asked instanceof Response) return asked;
  const { id, action } = await params;
  if (readSubmission(id, asked.viewer) === null) return refusalResponse(NOT_FOUND);
  const result = await act(request, asked, id, action);
  if (result instanceof Response) return result;
  if (result.status === "refused") return refusalResponse(result);
  const view = readSubmission(id, asked.viewer);
  return view === null ? refusalResponse(NOT_FOUND) : answer({ submission: submissionJson(view) });
}

export const dynamic = "force-dynamic";

async function act(request: Request, { viewer: reader, portal }: Asked, id: string, action: string) {
  const { database } = portal;
  switch (action) {
    case "confirm": {
      const told = await jsonOf(request, confirmJsonSchema);
      return told instanceof Response ? told : confirmUpload(portal, id, { reader, ...told });
    }
    case "withdraw": {
      const told = await jsonOf(request, withdrawJsonSchema);
      if (told instanceof Response) return told;
      return withdrawSubmission(database, id, { reader, reason: told.reason ?? "" });
    }
    case "cancel":
    case "hide":
    case "show":
    case "rerun": {
      const told = await jsonOf(request, z.strictObject({}));
      if (told instanceof Response) return told;
      if (action === "cancel") return cancelSubmission(database, id, { reader });
      if (action === "rerun") return rerunSubmission(portal, id, { reader });
      return setVisibility(database, id, { reader, visibility: action === "hide" ? "hidden" : "public" });
    }
    default:
      return refuse(404, {
        message: "There is no such action.",
        mend: "confirm, cancel, withdraw, hide, show, rerun.",
      });
  }
}
