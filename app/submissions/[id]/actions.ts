"use server";

import { revalidatePath } from "next/cache";
import { formProblem, shownAgain, textOf } from "@/app/form-input";
import { requireViewer } from "@/lib/auth/viewer";
import type { FormState } from "@/lib/domain/form-state";
import { submissionHref } from "@/lib/domain/links";
import { confirmJsonSchema, withdrawJsonSchema } from "@/lib/domain/submission-api";
import { type Confirmed, confirmUpload } from "@/lib/services/portal/confirm";
import { discardUpload } from "@/lib/services/portal/discard";
import {
  cancelSubmission,
  rerunSubmission,
  setVisibility,
  withdrawSubmission,
} from "@/lib/services/portal/manage";
import { type Refused, refused } from "@/lib/services/portal/refusal";
import { type Portal, sitePortal } from "@/lib/services/portal/site";

const TOLD = ["organisation", "link", "description", "logs_url"] as const;

/** Submits a dry run with what is told about it. The services decide who may. */
export async function confirmAction(_state: FormState, form: FormData): Promise<FormState> {
  const id = textOf(form, "id");
  const reader = await requireViewer(submissionHref(id));
  const portal = sitePortal();
  if (portal === null) return formProblem(NO_DATABASE);
  const values = shownAgain(form, TOLD);
  const parsed = confirmJsonSchema.safeParse({
    ...values,
    open_source: form.get("open_source") === "yes",
    visibility: form.get("hidden") === "yes" ? "hidden" : "public",
  });
  if (!parsed.success) {
    const fields: Record<string, string> = {};
    for (const issue of parsed.error.issues) fields[String(issue.path[0])] ??= `It ${issue.message}.`;
    return { status: "error", fields, values };
  }
  return after(id, confirmUpload(portal, id, { reader, ...parsed.data }), values);
}

/** Cancel, hide, show, run again, withdraw, discard. */
export async function manageAction(_state: FormState, form: FormData): Promise<FormState> {
  const id = textOf(form, "id");
  const reader = await requireViewer(submissionHref(id));
  const portal = sitePortal();
  if (portal === null) return formProblem(NO_DATABASE);
  return after(id, act(portal, id, { reader }, form));
}

const NO_DATABASE = "This installation has no database yet.";

function act(
  portal: Portal,
  id: string,
  ask: { reader: Awaited<ReturnType<typeof requireViewer>> },
  form: FormData,
): Confirmed | Refused {
  const { database } = portal;
  switch (textOf(form, "what")) {
    case "cancel":
      return cancelSubmission(database, id, ask);
    case "hide":
      return setVisibility(database, id, { ...ask, visibility: "hidden" });
    case "show":
      return setVisibility(database, id, { ...ask, visibility: "public" });
    case "rerun":
      return rerunSubmission(portal, id, ask);
    case "discard":
      return discardUpload(database, id, ask);
    case "withdraw": {
      const parsed = withdrawJsonSchema.safeParse({ reason: textOf(form, "reason") });
      if (!parsed.success)
        return refused("bad-request", "The reason is too long.", "Say it in 500 characters.");
      return withdrawSubmission(database, id, { ...ask, reason: parsed.data.reason ?? "" });
    }
    default:
      return refused("bad-request", "There is no such action.");
  }
}

function after(id: string, result: Confirmed | Refused, values: Record<string, string> = {}): FormState {
  if (result.status === "refused") return formProblem(`${result.message} ${result.mend}`.trim(), values);
  revalidatePath(submissionHref(id));
  return { status: "idle" };
}
